package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.ascent.node.TinyProblem;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.NodeModel;
import dev.kith.model.Training;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MklTrainerTest {
    private static final Training USUAL = MklTrainer.DEFAULT_TRAINING;
    private static final Training PLAIN =
            USUAL.withScaling(false, TargetScale.NONE).withStopping(1e-7, 20_000);
    private static final MklOptions UNSCALED = MklOptions.defaults().withNormalizeViews(false);
    private static final TaskTree TREE = TaskTree.parseNewick("((a,b)ab,(c,d)cd)root;");

    /** Four tasks in two pairs; features x1..x4 matter, z1..z3 are noise. */
    static Dataset pairs(long seed, int perTask, Loss loss) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 4 * perTask;
        Matrix x = Matrix.zeros(n, 7);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % 4;
            for (int j = 0; j < 7; j++) {
                x.set(i, j, TinyProblem.gaussian(random) + 0.5);
            }
            double pair = task[i] < 2 ? 1 : -1;
            double z = x.get(i, 0) + pair * x.get(i, 1) + 0.2 * task[i] + 0.5 * TinyProblem.gaussian(random);
            y[i] = loss.classification() ? Math.signum(z) : z;
        }
        List<String> features = List.of("x1", "x2", "x3", "x4", "z1", "z2", "z3");
        return Dataset.ofLong(new DenseInputs(x, features), List.of("a", "b", "c", "d"), task, y);
    }

    private static Fit<NodeModel> fit(Dataset data, Loss loss, TaskKernels tasks, double p, Training training) {
        return fit(data, loss, tasks, p, training, training.standardize() ? MklOptions.defaults() : UNSCALED);
    }

    private static Fit<NodeModel> fit(
            Dataset data, Loss loss, TaskKernels tasks, double p, Training training, MklOptions options) {
        Fit<NodeModel> fit = new MklTrainer("mkl", loss, Views.all(), tasks, p, 0.5, training, options).train(data);
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        return fit;
    }

    private static int[] tasksOf(Dataset data) {
        return IntStream.range(0, data.size()).map(data::task).toArray();
    }

    private static double distance(Matrix a, Matrix b) {
        return a.plus(-1, b).maxAbs();
    }

    @Test
    void everyWayToPredictAgrees() {
        Dataset data = pairs(1, 20, Losses.squared());
        NodeModel model =
                fit(data, Losses.squared(), TaskKernels.tree(TREE), 2, USUAL).model();
        Matrix all = model.predict(data.inputs());
        double[] own = model.predict(data.inputs(), tasksOf(data));
        LinearModel linear = model.linear().orElseThrow();
        assertThat(distance(all, linear.predict(data.inputs()))).isLessThan(1e-10);
        for (int i = 0; i < data.size(); i++) {
            assertThat(own[i]).isCloseTo(all.get(i, data.task(i)), within(1e-12));
        }
    }

    @Test
    void noiseViewLosesItsWeightWhenPIsOne() {
        Dataset data = pairs(2, 60, Losses.hinge());
        NodeModel model = new MklTrainer(
                        "mkl",
                        Losses.hinge(),
                        Views.byStem(),
                        TaskKernels.union(),
                        1,
                        0.05,
                        USUAL.withStopping(1e-6, 50_000),
                        MklOptions.defaults())
                .train(pairedLabels(data))
                .model();
        assertThat(model.sortedWeights().get(0).view()).isEqualTo("x");
        assertThat(model.sortedWeights().get(1).weight()).isLessThan(1e-3);
    }

    /** Labels that depend on x1 alone, so that one view is pure noise. */
    private static Dataset pairedLabels(Dataset data) {
        double[] labels = new double[data.size()];
        Matrix x = ((DenseInputs) data.inputs()).values();
        Arrays.setAll(labels, i -> x.get(i, 0) > 0.5 ? 1 : -1);
        return data.withLabels(labels);
    }

    @Test
    void individualIsOneProblemPerTask() {
        Dataset data = pairs(3, 15, Losses.hinge());
        NodeModel together = fit(data, Losses.hinge(), TaskKernels.own(), Double.POSITIVE_INFINITY, PLAIN)
                .model();
        for (int t = 0; t < 4; t++) {
            int task = t;
            Dataset alone = data.select(IntStream.range(0, data.size())
                    .filter(o -> data.task(o) == task)
                    .toArray());
            NodeModel single =
                    fit(alone, Losses.hinge(), TaskKernels.union(), 1, PLAIN).model();
            double[] a = together.predict(data.inputs()).column(t);
            double[] b = single.predict(data.inputs()).column(t);
            for (int i = 0; i < a.length; i++) {
                assertThat(a[i]).isCloseTo(b[i], within(1e-2));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hinge", "logistic", "squared"})
    void shiftOfTheInputsMovesOnlyIntercepts(String name) {
        Loss loss = Losses.parse(name);
        Dataset data = pairs(4, 20, loss);
        Matrix x = ((DenseInputs) data.inputs()).values();
        Dataset shifted =
                data.withInputs(new DenseInputs(x.map(v -> v + 3), data.inputs().features()));
        Training strict = PLAIN.withStopping(1e-8, 100_000);
        NodeModel here = fit(data, loss, TaskKernels.sharedAndOwn(), 2, strict).model();
        NodeModel there =
                fit(shifted, loss, TaskKernels.sharedAndOwn(), 2, strict).model();
        assertThat(distance(here.predict(data.inputs()), there.predict(shifted.inputs())))
                .isLessThan(5e-3);
        double objective = here.info().objective().orElseThrow();
        assertThat(there.info().objective().orElseThrow()).isCloseTo(objective, within(1e-6 * objective));
    }

    @Test
    void weightTwoIsARowTwice() {
        Dataset data = pairs(5, 10, Losses.hinge());
        double[] weights = new double[data.size()];
        Arrays.setAll(weights, o -> o % 3 == 0 ? 2 : o % 3 == 1 ? 1 : 0);
        int[] copies = IntStream.range(0, data.size())
                .flatMap(o -> IntStream.generate(() -> o).limit((long) weights[o]))
                .toArray();
        double weighted = fit(data.withWeights(weights), Losses.hinge(), TaskKernels.tree(TREE), 2, PLAIN)
                .report()
                .objective();
        double copied = fit(data.select(copies), Losses.hinge(), TaskKernels.tree(TREE), 2, PLAIN)
                .report()
                .objective();
        assertThat(weighted).isCloseTo(copied, within(1e-6 * copied));
    }

    @Test
    void orderOfRowsAndTasksIsIrrelevant() {
        Dataset data = pairs(6, 12, Losses.logistic());
        int n = data.size();
        Dataset reversed = data.select(IntStream.range(0, n).map(o -> n - 1 - o).toArray());
        int[] task = IntStream.range(0, n).map(o -> 3 - data.task(o)).toArray();
        double[] y = IntStream.range(0, n).mapToDouble(data::label).toArray();
        Dataset renamed = Dataset.ofLong(data.inputs(), List.of("d", "c", "b", "a"), task, y);
        Matrix first = fit(data, Losses.logistic(), TaskKernels.tree(TREE), 1.5, PLAIN)
                .model()
                .predict(data.inputs());
        Matrix second = fit(reversed, Losses.logistic(), TaskKernels.tree(TREE), 1.5, PLAIN)
                .model()
                .predict(data.inputs());
        Matrix third = fit(renamed, Losses.logistic(), TaskKernels.tree(TREE), 1.5, PLAIN)
                .model()
                .predict(data.inputs());
        assertThat(distance(first, second)).isLessThan(1e-2);
        for (int t = 0; t < 4; t++) {
            for (int i = 0; i < n; i++) {
                assertThat(third.get(i, 3 - t)).isCloseTo(first.get(i, t), within(1e-2));
            }
        }
    }

    @Test
    void taskPlacedInTheTreeIsServedByTheNodesAboveIt() {
        Dataset data = pairs(7, 20, Losses.hinge());
        TaskTree withNew = TaskTree.parseNewick("((a,b,new)ab,(c,d)cd)root;");
        NodeModel model =
                fit(data, Losses.hinge(), TaskKernels.tree(withNew), 2, PLAIN).model();
        assertThat(model.info().tasks()).containsExactly("a", "b", "c", "d", "new");
        Matrix z = model.predict(data.inputs());
        int agree = 0;
        for (int i = 0; i < data.size(); i++) {
            assertThat(z.get(i, 4)).isFinite();
            agree += z.get(i, 4) * z.get(i, 0) > 0 ? 1 : 0;
        }
        assertThat(agree).isGreaterThan((int) (0.8 * data.size()));
    }

    @Test
    void memoryIsRefusedBeforeItIsTaken() {
        Dataset data = pairs(8, 20, Losses.hinge());
        MklTrainer trainer = new MklTrainer(
                "mkl",
                Losses.hinge(),
                Views.all(),
                TaskKernels.sharedAndOwn(),
                2,
                1,
                USUAL,
                MklOptions.defaults().withMemory(1000));
        assertThatThrownBy(() -> trainer.train(data))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("memory must be at least [0-9.]+ KB for this fit \\(rows [0-9.]+ KB, node weights"
                        + " .*\\), got 1000 bytes; allow more, hash to fewer columns, or use fewer task nodes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "stems"})
    void tableThatTasksShareIsAsGoodAsVectorsOfTheirOwnWhereNothingCollides(String which) {
        Dataset data = pairs(11, 30, Losses.logistic());
        Views views = which.equals("all") ? Views.all() : Views.byStem();
        Training strict = USUAL.withStopping(1e-9, 20_000);
        Matrix own = new MklTrainer(
                        "mkl",
                        Losses.logistic(),
                        views,
                        TaskKernels.sharedAndOwn(),
                        2,
                        1,
                        strict,
                        MklOptions.defaults())
                .train(data)
                .model()
                .predict(data.inputs());
        Matrix roomy = new MklTrainer(
                        "mkl",
                        Losses.logistic(),
                        views,
                        TaskKernels.sharedAndOwn(),
                        2,
                        1,
                        strict,
                        MklOptions.defaults().withCrossing(20))
                .train(data)
                .model()
                .predict(data.inputs());
        assertThat(distance(own, roomy)).isLessThan(1e-3);
    }

    @Test
    void crowdedTableIsAProblemOfItsOwnWithACertificate() {
        Dataset data = pairs(12, 30, Losses.hinge());
        List<MemoryPlan> plans = new ArrayList<>();
        Fit<NodeModel> crowded = new MklTrainer(
                        "mkl",
                        Losses.hinge(),
                        Views.all(),
                        TaskKernels.sharedAndOwn(),
                        2,
                        0.5,
                        PLAIN.withStopping(1e-6, 20_000),
                        UNSCALED.withCrossing(3))
                .train(data, step -> {}, plans::add);
        NodeModel own =
                fit(data, Losses.hinge(), TaskKernels.sharedAndOwn(), 2, PLAIN).model();
        assertThat(crowded.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(crowded.report().gap()).isLessThanOrEqualTo(1e-6);
        assertThat(distance(crowded.model().predict(data.inputs()), own.predict(data.inputs())))
                .isGreaterThan(1e-2);
        assertThat(plans.get(0).nodes()).isPositive();
    }

    @Test
    void tableThatIsOfNoUseOrTooSmallIsRefused() {
        Dataset data = pairs(13, 5, Losses.hinge());
        assertThatThrownBy(() -> fit(data, Losses.hinge(), TaskKernels.tree(TREE), 2, PLAIN, UNSCALED.withCrossing(10)))
                .hasMessage("hashing of task x feature needs a task kernel for what several tasks have of their own (no"
                        + " tree), got tree");
        assertThatThrownBy(() -> fit(data, Losses.hinge(), TaskKernels.own(), 2, PLAIN, UNSCALED.withCrossing(2)))
                .hasMessage("bits for hashing of task x feature must be at least 3 for 7 columns, got 2");
    }

    @Test
    void nonsenseIsRefusedByName() {
        MklOptions options = MklOptions.defaults();
        assertThatThrownBy(() -> new MklTrainer(
                        "mkl", Losses.hinge(), Views.all(), TaskKernels.own(), Double.NaN, 1, USUAL, options))
                .hasMessage("p must be a number >= 1 or infinity, got NaN");
        assertThatThrownBy(() -> new MklTrainer(
                        "mkl", Losses.hinge(), Views.all(), TaskKernels.own(), 2, Double.NaN, USUAL, options))
                .hasMessage("C must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> fit(
                        pairs(1, 5, Losses.hinge()),
                        Losses.hinge(),
                        TaskKernels.tree(TaskTree.parseNewick("(a,b,c)root;")),
                        2,
                        USUAL))
                .hasMessage("tree: has no leaf for task 'd'");
    }

    @Test
    void constantAndUnusedFeaturesDoNoHarm() {
        Dataset data = pairs(9, 10, Losses.hinge());
        Matrix x = ((DenseInputs) data.inputs()).values().copy();
        for (int i = 0; i < x.rows(); i++) {
            x.set(i, 5, 0);
            x.set(i, 6, 42);
        }
        Dataset odd = data.withInputs(new DenseInputs(x, Names.numbered("x", 7)));
        for (TaskKernels kernels : List.of(TaskKernels.sharedAndOwn(), TaskKernels.union(), TaskKernels.own())) {
            Matrix z = fit(odd, Losses.hinge(), kernels, 1, USUAL).model().predict(odd.inputs());
            assertThat(z.isFinite()).isTrue();
        }
    }

    @Test
    void taskOfOneClassOrOneRowIsFitted() {
        Dataset data = pairs(10, 10, Losses.hinge());
        int[] few = IntStream.range(0, data.size())
                .filter(o ->
                        data.task(o) < 2 || (data.task(o) == 2 && data.label(o) > 0) || (data.task(o) == 3 && o < 4))
                .toArray();
        for (Loss loss : List.of(Losses.hinge(), Losses.logistic())) {
            Fit<NodeModel> fit = fit(data.select(few), loss, TaskKernels.tree(TREE), 2, USUAL);
            assertThat(fit.model().predict(data.inputs()).isFinite()).isTrue();
        }
    }
}
