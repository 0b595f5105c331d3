package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.ModelUpdate;
import dev.kith.adapt.TaskAdapter;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.moments.Moments;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Intercepts that are drawn together as weights are. */
class DrawnTrainerTest {
    private static final double LAMBDA = 0.05;
    private static final double COST = 0.3;
    /** Systems of a few unknowns, solved in doubles. */
    private static final double EXACT = 1e-9;

    @TempDir
    private Path dir;

    private static Dataset numbers() {
        return RandomTasks.toLong(RandomTasks.regression(5, 30, 3, 4, 0.3));
    }

    private static ConvexTrainer trainer(Loss loss, Relation relation) {
        return new ConvexTrainer(loss, new Linear(), relation, LAMBDA);
    }

    private static LinearModel drawn(Dataset data, Loss loss, Relation relation, double cost) {
        return DrawnTrainer.of(trainer(loss, relation), cost).train(data).model();
    }

    static Stream<Arguments> pairs() {
        List<Relation> relations = List.of(
                Relations.independent(),
                Relations.mean(2),
                Relations.schatten(1),
                Relations.traceConstrained(),
                Relations.sparse(0.7));
        List<Loss> losses = List.of(
                Losses.squared(),
                Losses.logistic(),
                Losses.hinge(),
                Losses.squaredHinge(),
                Losses.huber(1),
                Losses.absolute());
        return relations.stream().flatMap(relation -> losses.stream().map(loss -> Arguments.of(relation, loss)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyLossAndRelationIsProvenWithinTheTolerance(Relation relation, Loss loss) {
        Dataset data =
                loss.classification() ? RandomTasks.toLong(RandomTasks.classification(5, 30, 3, 4, 0.3)) : numbers();

        Fit<LinearModel> fit = DrawnTrainer.of(trainer(loss, relation), COST).train(data);

        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
        assertThat(fit.report().gap()).isBetween(0.0, Training.defaults().tolerance());
    }

    /** The objective as it is written, minimised by plain loops: (Z'WZ + lambda A^-1 (x) D) w = Z'Wy. */
    @Test
    void squaredLossMeetsItsNormalEquations() {
        Dataset data = numbers();
        double gamma = 2;
        Training plain = Training.defaults().withScaling(false, TargetScale.NONE);
        LinearModel model = DrawnTrainer.of(
                        new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(gamma), LAMBDA, plain), COST)
                .train(data)
                .model();

        Matrix expected = normalEquations(data, gamma);

        for (int t = 0; t < data.taskCount(); t++) {
            for (int j = 0; j < 3; j++) {
                assertThat(model.weights().get(j, t)).isCloseTo(expected.get(j, t), within(EXACT));
            }
            assertThat(model.intercepts()[t]).isCloseTo(expected.get(3, t), within(EXACT));
        }
    }

    /** Weights, and intercepts of features that are not centred, 4 x T. */
    private static Matrix normalEquations(Dataset data, double gamma) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        int tasks = data.taskCount();
        int[] count = data.countPerTask();
        double[] mean = new double[3];
        double[] labels = new double[tasks];
        for (int o = 0; o < data.size(); o++) {
            labels[data.task(o)] += data.label(o) / count[data.task(o)];
            for (int j = 0; j < 3; j++) {
                mean[j] += x.get(data.row(o), j) / data.size();
            }
        }
        double base = Arrays.stream(labels).sum() / tasks;
        int size = 4 * tasks;
        Matrix system = Matrix.zeros(size, size);
        Matrix right = Matrix.zeros(size, 1);
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            double[] z = {0, 0, 0, 1};
            for (int j = 0; j < 3; j++) {
                z[j] = x.get(data.row(o), j) - mean[j];
            }
            for (int j = 0; j < 4; j++) {
                right.add(4 * t + j, 0, z[j] * (data.label(o) - base) / count[t]);
                for (int k = 0; k < 4; k++) {
                    system.add(4 * t + j, 4 * t + k, z[j] * z[k] / count[t]);
                }
            }
        }
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < tasks; s++) {
                for (int j = 0; j < 4; j++) {
                    double tie = (s == t ? 1 + gamma : 0) - gamma / tasks;
                    system.add(4 * t + j, 4 * s + j, LAMBDA * tie * (j == 3 ? COST : 1));
                }
            }
        }
        Matrix found = LinearAlgebra.best().cholesky(system).solve(right);
        Matrix weights = Matrix.zeros(4, tasks);
        for (int t = 0; t < tasks; t++) {
            for (int j = 0; j < 4; j++) {
                weights.set(j, t, found.get(4 * t + j, 0));
            }
            weights.add(3, t, base);
            for (int j = 0; j < 3; j++) {
                weights.add(3, t, -mean[j] * weights.get(j, t));
            }
        }
        return weights;
    }

    @Test
    void asTheCostVanishesInterceptsBecomeFree() {
        LinearModel free = (LinearModel)
                trainer(Losses.squared(), Relations.mean(2)).train(numbers()).model();

        LinearModel drawn = drawn(numbers(), Losses.squared(), Relations.mean(2), 1e-9);

        assertThat(drawn.weights().plus(-1, free.weights()).maxAbs()).isLessThan(1e-8);
        assertThat(drawn.intercept().plus(-1, free.intercept()).maxAbs()).isLessThan(1e-8);
    }

    @Test
    void asTheCostGrowsTasksHaveTheSamePredictionAtTheMeanOfTheFeatures() {
        LinearModel drawn = drawn(numbers(), Losses.squared(), Relations.independent(), 1e9);
        Matrix mean = drawn.scaling().orElseThrow().featureMean();

        Matrix there = drawn.predict(DenseInputs.of(mean));

        for (int t = 1; t < there.cols(); t++) {
            assertThat(there.get(0, t)).isCloseTo(there.get(0, 0), within(1e-7));
        }
    }

    @ParameterizedTest
    @MethodSource("shifts")
    void aShiftOfFeaturesMovesInterceptsOnly(Loss loss, Dataset data) {
        Dataset moved = data.withInputs(
                DenseInputs.of(((DenseInputs) data.inputs()).values().map(v -> v + 10)));
        LinearModel before = drawn(data, loss, Relations.mean(1), COST);

        LinearModel after = drawn(moved, loss, Relations.mean(1), COST);

        assertThat(after.weights().plus(-1, before.weights()).maxAbs()).isLessThan(1e-4);
        assertThat(after.predict(moved.inputs())
                        .plus(-1, before.predict(data.inputs()))
                        .maxAbs())
                .isLessThan(1e-4);
    }

    static Stream<Arguments> shifts() {
        return Stream.of(
                Arguments.of(Losses.squared(), numbers()),
                Arguments.of(Losses.logistic(), RandomTasks.toLong(RandomTasks.classification(5, 30, 3, 4, 0.3))));
    }

    @Test
    void aShiftOfLabelsMovesInterceptsOnly() {
        Dataset data = numbers();
        LinearModel before = drawn(data, Losses.squared(), Relations.traceConstrained(), COST);

        LinearModel after = drawn(changed(data, y -> y + 100), Losses.squared(), Relations.traceConstrained(), COST);

        assertThat(after.weights().plus(-1, before.weights()).maxAbs()).isLessThan(1e-4);
        for (int t = 0; t < 4; t++) {
            assertThat(after.intercepts()[t] - before.intercepts()[t]).isCloseTo(100, within(1e-4));
        }
    }

    private static Dataset changed(Dataset data, DoubleUnaryOperator change) {
        double[] labels = new double[data.size()];
        for (int o = 0; o < labels.length; o++) {
            labels[o] = change.applyAsDouble(data.label(o));
        }
        return data.withLabels(labels);
    }

    /** 19 in 20 are of the second class in every task: tasks that know nothing should say so, not one half. */
    @Test
    void classInterceptsAreDrawnToTheOddsOfAll() {
        int n = 200;
        Matrix x = Matrix.zeros(n, 1);
        int[] task = new int[n];
        double[] y = new double[n];
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < n; i++) {
            x.set(i, 0, random.nextGaussian());
            task[i] = i % 5;
            y[i] = i % 20 == 0 ? -1 : 1;
        }
        Dataset data = Dataset.ofLong(DenseInputs.of(x), List.of("a", "b", "c", "d", "e"), task, y)
                .asClasses();

        LinearModel model = DrawnTrainer.of(
                        new ConvexTrainer(Losses.logistic(), new Linear(), Relations.independent(), 1e6), 1)
                .train(data)
                .model();

        double share = (0.95 * n + 1) / (n + 2);
        for (double b : model.intercepts()) {
            assertThat(b).isCloseTo(Math.log(share / (1 - share)), within(1e-3));
        }
    }

    @Test
    void anotherCostInTheSameWorkspaceIsTheSameFit() {
        Workspace shared = new Workspace(numbers());
        ConvexTrainer trainer = trainer(Losses.squared(), Relations.mean(1));
        DrawnTrainer.of(trainer, 3).train(shared, step -> {});

        LinearModel second =
                DrawnTrainer.of(trainer, COST).train(shared, step -> {}).model();

        assertThat(second.weights())
                .isEqualTo(drawn(numbers(), Losses.squared(), Relations.mean(1), COST)
                        .weights());
    }

    @Test
    void sparseRowsAreNotCentredAndProven() {
        Dataset sparse = RandomTasks.toSparse(numbers());

        Fit<LinearModel> fit = DrawnTrainer.of(trainer(Losses.squared(), Relations.mean(1)), COST)
                .train(sparse);

        assertThat(fit.report().gap()).isLessThanOrEqualTo(Training.defaults().tolerance());
        assertThat(fit.model().scaling().orElseThrow().featureMean().maxAbs()).isZero();
    }

    @Test
    void penaltiesOnWeightsDrawInterceptsToo() {
        for (String name : List.of("l21", "dirty")) {
            LinearTrainer trainer = new LinearTrainer(
                    Losses.squared(),
                    WeightPenalty.make(name, Map.of("sparse-cost", "0.3")),
                    LAMBDA,
                    Training.defaults());

            Fit<LinearModel> fit = DrawnTrainer.of(trainer, COST).train(numbers());

            assertThat(fit.report().gap())
                    .isLessThanOrEqualTo(Training.defaults().tolerance());
            assertThat(fit.model().weights().rows()).isEqualTo(3);
        }
    }

    @Test
    void momentsOfTheRowsGiveTheFitToTheRowsAndItsUpdate() throws IOException {
        Dataset data = numbers();
        DrawnTrainer trainer = DrawnTrainer.of(trainer(Losses.squared(), Relations.mean(1)), COST);
        LinearModel all = trainer.train(data).model();

        Fit<LinearModel> collapsed =
                trainer.train(Moments.of(data).dataset(data.inputs().features()));
        assertThat(collapsed.model().weights().plus(-1, all.weights()).maxAbs()).isLessThan(EXACT);
        assertThat(collapsed.model().intercept().plus(-1, all.intercept()).maxAbs())
                .isLessThan(EXACT);
        assertThat(collapsed.report().gap()).isBetween(0.0, 1e-6);

        int half = data.size() / 2;
        Dataset first = data.select(IntStream.range(0, half).toArray());
        Dataset rest = data.select(IntStream.range(half, data.size()).toArray());
        ModelUpdate update = new ModelUpdate(trainer.train(first).model(), Moments.of(first)).learn(rest);
        Path file = dir.resolve("updated.kith");
        ModelFile.write(update.run(), file);
        LinearModel updated = (LinearModel) ModelFile.read(file);
        assertThat(updated.intercept().plus(-1, all.intercept()).maxAbs()).isLessThan(EXACT);
        assertThat(updated.info().parameters()).containsEntry("intercept-cost", "0.3");
    }

    /** With the others fixed, what joins with rows like those of a trained task ends near that task, and never at a free intercept. */
    @Test
    void aTaskThatJoinsHasItsInterceptDrawnAsTheOthersAre() {
        Dataset data = numbers();
        LinearModel model = drawn(data, Losses.squared(), Relations.independent(), 1e6);
        Dataset one = Dataset.ofLong(data.inputs().select(0, 1), List.of("new"), new int[2], new double[] {1000, 1001});

        LinearModel joined = (LinearModel) new TaskAdapter(model).adapt(one).model();

        double at = joined.predict(DenseInputs.of(model.scaling().orElseThrow().featureMean()))
                .get(0, 4);
        double base = model.scaling().orElseThrow().labelMean().get(0, 0);
        assertThat(at).isCloseTo(base, within(1.0));
        assertThat(joined.info().features()).isEqualTo(model.info().features());
        for (int t = 0; t < 4; t++) {
            assertThat(joined.intercepts()[t]).isEqualTo(model.intercepts()[t]);
        }
    }

    /**
     * y = 3 a_t + c_t + x + noise with an attribute a_t of each task: free intercepts leave nothing for a_t to explain, drawn ones are
     * drawn to what it explains, so that tasks of two rows, and tasks nobody has seen, are predicted better.
     */
    @Test
    void columnsThatAreConstantWithinTasksAreLearned() {
        SplittableRandom random = new SplittableRandom(9);
        Dataset data = planted(random, 60, 2);
        Dataset fresh = planted(random, 60, 2);
        Training training = Training.defaults();
        ConvexTrainer usual = new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(200), 0.005, training);

        LinearModel free = (LinearModel) usual.train(data).model();
        LinearModel drawn = DrawnTrainer.of(usual, 0.3).train(data).model();

        assertThat(free.common().orElseThrow().weights().get(0, 1)).isCloseTo(0, within(1e-9));
        assertThat(drawn.common().orElseThrow().weights().get(0, 1)).isCloseTo(3, within(0.4));
        assertThat(missed(drawn.commonModel().orElseThrow(), fresh))
                .isLessThan(0.5 * missed(free.commonModel().orElseThrow(), fresh));
    }

    @Test
    void columnsThatAreConstantWithinTasksAreNamed() {
        assertThat(ConstantFeature.withinTasks(planted(new SplittableRandom(9), 6, 3)))
                .containsExactly("x2");
        assertThat(ConstantFeature.withinTasks(planted(new SplittableRandom(9), 6, 1)))
                .isEmpty();
        assertThat(ConstantFeature.withinTasks(numbers())).isEmpty();
    }

    private static Dataset planted(SplittableRandom random, int tasks, int each) {
        Matrix x = Matrix.zeros(tasks * each, 2);
        int[] task = new int[tasks * each];
        double[] y = new double[task.length];
        for (int t = 0; t < tasks; t++) {
            double attribute = random.nextGaussian();
            double own = 0.5 * random.nextGaussian();
            for (int i = t * each; i < (t + 1) * each; i++) {
                task[i] = t;
                x.set(i, 0, random.nextGaussian());
                x.set(i, 1, attribute);
                y[i] = 3 * attribute + own + x.get(i, 0) + 0.5 * random.nextGaussian();
            }
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", tasks), task, y);
    }

    /** The mean squared error for tasks nobody has seen. */
    private static double missed(LinearModel common, Dataset fresh) {
        Matrix z = common.predict(fresh.inputs());
        double sum = 0;
        for (int o = 0; o < fresh.size(); o++) {
            sum += Math.pow(fresh.label(o) - z.get(fresh.row(o), 0), 2);
        }
        return sum / fresh.size();
    }

    @Test
    void refusesWhatItCannotDraw() {
        ConvexTrainer usual = trainer(Losses.squared(), Relations.mean(1));

        assertThatThrownBy(() -> DrawnTrainer.of(usual, Double.NaN))
                .hasMessage("intercept-cost must be a finite number > 0, got NaN");
        assertThatThrownBy(() ->
                        DrawnTrainer.of(usual.withTraining(Training.defaults().withIntercept(false)), 1))
                .hasMessage("intercept-cost is for predictors with intercepts, and these have none");
        assertThatThrownBy(() ->
                        DrawnTrainer.of(new ConvexTrainer(Losses.squared(), new Gaussian(1), Relations.mean(1), 1), 1))
                .hasMessage("intercept-cost needs the linear kernel, got 'gaussian:1.0'");
        assertThatThrownBy(() -> DrawnTrainer.of(trainer(Losses.squared(), Relations.pooled()), 1))
                .hasMessage("intercept-cost is for intercepts that differ by task; 'pooled' has one");
        assertThatThrownBy(() -> DrawnTrainer.of(trainer(Losses.softmax(), Relations.independent()), 1))
                .hasMessage("loss 'softmax' judges all classes of a row together, which a fit with drawn intercepts"
                        + " cannot: use logistic or hinge, one class against the rest");
    }
}
