package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.ModelUpdate;
import dev.kith.adapt.TaskAdapter;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.sum.OwnAndShared;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.moments.Moments;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.trust.Explainer;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** w_t = w_0 + v_t, learned together. */
class CommonTrainerTest {
    private static final double LAMBDA = 0.05;
    private static final double COST = 0.3;
    private static final int TASKS = 5;

    /** Objectives to this share of their minimum: weights to about its root. */
    private static final double TIGHT = 1e-13;

    /** How far the plain iteration is from its end when its barrier has vanished at this rate. */
    private static final double TURNS = 1e-3;

    private static final Training PRECISE = Training.defaults().withStopping(TIGHT, 100_000);

    private static Dataset numbers() {
        return RandomTasks.toLong(RandomTasks.regression(5, 30, 3, TASKS, 0.3));
    }

    private static Dataset classes() {
        return RandomTasks.toLong(RandomTasks.classification(5, 30, 3, TASKS, 0.3));
    }

    private static CommonTrainer trainer(Loss loss, Relation relation, double cost) {
        return new CommonTrainer(TaskLosses.all(loss), relation, LAMBDA, cost, Training.defaults());
    }

    private static LinearModel precisely(Relation relation, double lambda, double cost) {
        return new CommonTrainer(TaskLosses.all(Losses.squared()), relation, lambda, cost, PRECISE)
                .train(numbers())
                .model();
    }

    private static LinearModel usual(Relation relation, double lambda) {
        return (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), relation, lambda, PRECISE)
                .train(numbers())
                .model();
    }

    private static double apart(Matrix a, Matrix b) {
        return a.plus(-1, b).maxAbs();
    }

    static Stream<Relation> relations() {
        return Stream.of(
                Relations.independent(),
                Relations.mean(2),
                Relations.schatten(1),
                Relations.schatten(2),
                Relations.schatten(1.5),
                Relations.schattenNorm(2, OptionalDouble.empty()),
                Relations.traceConstrained(),
                Relations.clustered(2, 1, 1, 10),
                Relations.logDet(1, OptionalDouble.empty()),
                Relations.sparse(0.7));
    }

    static Stream<Arguments> pairs() {
        List<Loss> losses = List.of(
                Losses.squared(),
                Losses.logistic(),
                Losses.hinge(),
                Losses.squaredHinge(),
                Losses.huber(1),
                Losses.absolute());
        return relations().flatMap(relation -> losses.stream().map(loss -> Arguments.of(relation, loss)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyLossAndRelationIsProvenWithinTheTolerance(Relation relation, Loss loss) {
        Fit<LinearModel> fit = trainer(loss, relation, COST).train(loss.classification() ? classes() : numbers());
        Fit<LinearModel> drawn =
                DrawnTrainer.of(trainer(loss, relation, COST), 1).train(loss.classification() ? classes() : numbers());

        for (Fit<LinearModel> found : List.of(fit, drawn)) {
            assertThat(found.report().status()).isEqualTo(Status.CONVERGED);
            assertThat(found.report().gap()).isBetween(0.0, Training.defaults().tolerance());
        }
    }

    @ParameterizedTest
    @MethodSource("relations")
    void whereTheCommonPartCostsEverythingTheFitIsTheUsualOne(Relation relation) {
        LinearModel model = precisely(relation, LAMBDA, 1e9);

        assertThat(apart(model.weights(), usual(relation, LAMBDA).weights())).isLessThan(1e-5);
        assertThat(model.common().orElseThrow().weights().maxAbs()).isLessThan(1e-6);
    }

    /** One model of all rows is a single task of lambda T. */
    @ParameterizedTest
    @MethodSource("relations")
    void whereTasksOfTheirOwnCostEverythingTheFitIsThePooledRidge(Relation relation) {
        Training through = PRECISE.withIntercept(false);
        double own = 1e4;
        LinearModel pooled =
                (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), Relations.pooled(), LAMBDA, through)
                        .train(numbers())
                        .model();

        LinearModel model = new CommonTrainer(
                        TaskLosses.all(Losses.squared()), relation, own, LAMBDA * TASKS / own, through)
                .train(numbers())
                .model();

        assertThat(apart(model.weights(), pooled.weights())).isLessThan(1e-3);
    }

    /** MATH: own strength lambda (1 + gamma), common strength lambda T (1 + gamma) / gamma. */
    @Test
    void tasksAloneWithACommonPartAreDrawnToTheirMean() {
        double gamma = 2;
        LinearModel mean = usual(Relations.mean(gamma), LAMBDA);

        LinearModel model = precisely(Relations.independent(), LAMBDA * (1 + gamma), TASKS / gamma);

        assertThat(apart(model.weights(), mean.weights())).isLessThan(1e-8);
        LinearModel.Common common = model.common().orElseThrow();
        LinearModel.Common expected = mean.common().orElseThrow();
        assertThat(apart(common.weights(), expected.weights())).isLessThan(1e-8);
        assertThat(common.intercept()).isCloseTo(expected.intercept(), within(1e-8));
    }

    /** min over v + w_0 = w of lambda ||v||^2 + cost lambda ||w_0||^2 is lambda cost / (1 + cost) ||w||^2. */
    @Test
    void oneTaskIsARidge() {
        Dataset one = RandomTasks.toLong(RandomTasks.regression(5, 30, 3, 1, 0));
        Matrix ridge = ((LinearModel) new ConvexTrainer(
                                Losses.squared(),
                                new Linear(),
                                Relations.independent(),
                                LAMBDA * COST / (1 + COST),
                                PRECISE)
                        .train(one)
                        .model())
                .weights();

        LinearModel model = new CommonTrainer(
                        TaskLosses.all(Losses.squared()), Relations.independent(), LAMBDA, COST, PRECISE)
                .train(one)
                .model();

        assertThat(apart(model.weights(), ridge)).isLessThan(1e-8);
        assertThat(apart(model.common().orElseThrow().weights().transpose(), ridge.scale(1 / (1 + COST))))
                .isLessThan(1e-8);
    }

    /** What A is for given weights, from the definitions of the relations: eigenvalues g of A for eigenvalues s of V'V. */
    private record Definition(Relation relation, DoubleUnaryOperator step, boolean traceOne) {}

    static Stream<Definition> definitions() {
        return Stream.of(
                new Definition(Relations.independent(), s -> 1, false),
                new Definition(Relations.schatten(1), Math::sqrt, false),
                new Definition(Relations.schatten(2), s -> Math.cbrt(s / 2), false),
                new Definition(Relations.traceConstrained(), Math::sqrt, true));
    }

    /** The objective as it is written: normal equations of all v_t and w_0 in turns with the definition of A. */
    @ParameterizedTest
    @MethodSource("definitions")
    void squaredLossMeetsThePlainIteration(Definition definition) {
        Training plain = PRECISE.withIntercept(false).withScaling(false, TargetScale.NONE);
        LinearModel model = new CommonTrainer(
                        TaskLosses.all(Losses.squared()), definition.relation, LAMBDA, COST, plain)
                .train(numbers())
                .model();

        Matrix found = turns(numbers(), definition);

        for (int j = 0; j < 3; j++) {
            double shared = found.get(3 * TASKS + j, 0);
            assertThat(model.common().orElseThrow().weights().get(0, j)).isCloseTo(shared, within(TURNS));
            for (int t = 0; t < TASKS; t++) {
                assertThat(model.weights().get(j, t)).isCloseTo(shared + found.get(3 * t + j, 0), within(TURNS));
            }
        }
    }

    private static Matrix turns(Dataset data, Definition definition) {
        Matrix precision = Matrix.identity(TASKS);
        Matrix found = Matrix.zeros(0, 0);
        // Directions that A lacks would never come back: they vanish slowly.
        for (double eps = 1; eps > 1e-12; eps *= 0.99) {
            found = normalEquations(data, precision);
            Matrix v = Matrix.zeros(TASKS, 3);
            System.arraycopy(found.data(), 0, v.data(), 0, v.data().length);
            SymmetricEigen eigen = LinearAlgebra.best()
                    .eigen(LinearAlgebra.best().multiplyTransposeB(v, v).plusDiagonal(eps));
            double trace = definition.traceOne
                    ? Arrays.stream(eigen.values().row(0)).map(definition.step).sum()
                    : 1;
            double least = eps;
            precision = eigen.rebuild(s -> trace / definition.step.applyAsDouble(Math.max(s, least)));
        }
        return found;
    }

    /** v_1, ..., v_T, w_0 one below the other. */
    private static Matrix normalEquations(Dataset data, Matrix precision) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        int[] count = data.countPerTask();
        int shared = 3 * TASKS;
        Matrix system = Matrix.zeros(shared + 3, shared + 3);
        Matrix right = Matrix.zeros(shared + 3, 1);
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            double w = 1.0 / count[t];
            for (int j = 0; j < 3; j++) {
                double xj = x.get(data.row(o), j);
                right.add(3 * t + j, 0, w * xj * data.label(o));
                right.add(shared + j, 0, w * xj * data.label(o));
                for (int k = 0; k < 3; k++) {
                    double product = w * xj * x.get(data.row(o), k);
                    for (int row : new int[] {3 * t + j, shared + j}) {
                        system.add(row, 3 * t + k, product);
                        system.add(row, shared + k, product);
                    }
                }
            }
        }
        for (int j = 0; j < 3; j++) {
            system.add(shared + j, shared + j, COST * LAMBDA);
            for (int t = 0; t < TASKS; t++) {
                for (int s = 0; s < TASKS; s++) {
                    system.add(3 * t + j, 3 * s + j, LAMBDA * precision.get(t, s));
                }
            }
        }
        return LinearAlgebra.best().cholesky(system).solve(right);
    }

    /** sum w log(1 + exp(-y z)) + lambda (||V||^2 + cost ||w_0||^2) by steps down its gradient. */
    @Test
    void logisticLossMeetsPlainDescent() {
        Dataset data = classes();
        Training plain = PRECISE.withStopping(1e-12, 1000).withIntercept(false).withScaling(false, TargetScale.NONE);
        LinearModel model = new CommonTrainer(
                        TaskLosses.all(Losses.logistic()), Relations.independent(), LAMBDA, COST, plain)
                .train(data)
                .model();
        Matrix x = ((DenseInputs) data.inputs()).values();
        int[] count = data.countPerTask();
        double[][] v = new double[TASKS + 1][3];

        for (int step = 0; step < 20_000; step++) {
            double[][] slope = new double[TASKS + 1][3];
            for (int o = 0; o < data.size(); o++) {
                int t = data.task(o);
                double z = 0;
                for (int j = 0; j < 3; j++) {
                    z += x.get(data.row(o), j) * (v[t][j] + v[TASKS][j]);
                }
                double pull = -data.label(o) / (1 + Math.exp(data.label(o) * z)) / count[t];
                for (int j = 0; j < 3; j++) {
                    slope[t][j] += pull * x.get(data.row(o), j);
                    slope[TASKS][j] += pull * x.get(data.row(o), j);
                }
            }
            for (int t = 0; t <= TASKS; t++) {
                for (int j = 0; j < 3; j++) {
                    v[t][j] -= 0.1 * (slope[t][j] + 2 * LAMBDA * (t < TASKS ? 1 : COST) * v[t][j]);
                }
            }
        }

        for (int j = 0; j < 3; j++) {
            assertThat(model.common().orElseThrow().weights().get(0, j)).isCloseTo(v[TASKS][j], within(1e-5));
            for (int t = 0; t < TASKS; t++) {
                assertThat(model.weights().get(j, t)).isCloseTo(v[t][j] + v[TASKS][j], within(1e-5));
            }
        }
    }

    @Test
    void sparseRowsAndMomentsGiveTheSameFit() {
        Dataset data = numbers();
        CommonTrainer trainer = new CommonTrainer(
                TaskLosses.all(Losses.squared()), Relations.schatten(1), LAMBDA, COST, PRECISE.withIntercept(false));
        LinearModel dense = trainer.train(data).model();

        Fit<LinearModel> sparse = trainer.train(RandomTasks.toSparse(data));
        Fit<LinearModel> moments =
                trainer.train(Moments.of(data).dataset(data.inputs().features()));

        for (Fit<LinearModel> fit : List.of(sparse, moments)) {
            assertThat(apart(fit.model().weights(), dense.weights())).isLessThan(1e-5);
            assertThat(fit.report().gap()).isBetween(0.0, 1e-9);
        }
    }

    @Test
    void anotherCostAndRelationInTheSameWorkspaceIsTheSameFit() {
        Workspace shared = new Workspace(numbers());
        trainer(Losses.squared(), Relations.schatten(1), 10).train(shared, step -> {});
        trainer(Losses.squared(), Relations.traceConstrained(), COST).train(shared, step -> {});

        LinearModel second = trainer(Losses.squared(), Relations.schatten(1), COST)
                .train(shared, step -> {})
                .model();

        assertThat(apart(
                        second.weights(),
                        precisely(Relations.schatten(1), LAMBDA, COST).weights()))
                .isLessThan(1e-2);
        assertThat(second.info().parameters()).containsEntry("common-cost", "0.3");
        assertThat(second.info().features()).containsExactly("x1", "x2", "x3");
    }

    /** y = 3 a_t + c_t + x'w_t + noise, with an attribute a_t of each task. */
    @Test
    void attributesBelongToTheCommonPart() {
        Dataset data = planted(new SplittableRandom(9), 60, 2);
        CommonTrainer trainer = new CommonTrainer(
                TaskLosses.all(Losses.squared()), Relations.schatten(2), 0.02, 0.1, Training.defaults());

        LinearModel model = DrawnTrainer.of(trainer, 0.3).train(data).model();

        LinearModel.Common common = model.common().orElseThrow();
        assertThat(common.weights().get(0, 1)).isCloseTo(3, within(0.4));
        for (int t = 0; t < 60; t++) {
            assertThat(model.weights().get(1, t)).isEqualTo(common.weights().get(0, 1));
        }
        assertThat(model.attributes()).containsExactly("x2");
    }

    /** A column that is the same within tasks has no spread in their moments but for rounding. */
    @Test
    void momentsKnowTheAttributesOfTheirRows() {
        Dataset data = planted(new SplittableRandom(9), 30, 7);
        Trainer<LinearModel> trainer = DrawnTrainer.of(
                new CommonTrainer(TaskLosses.all(Losses.squared()), Relations.schatten(1), LAMBDA, COST, PRECISE), 1);
        LinearModel rows = trainer.train(data).model();

        LinearModel moments = trainer.train(
                        Moments.of(data).dataset(data.inputs().features()))
                .model();

        assertThat(moments.attributes()).isEqualTo(rows.attributes()).containsExactly("x2");
        assertThat(apart(moments.weights(), rows.weights())).isLessThan(1e-5);
        assertThat(moments.sharedPart().row(1)).containsOnly(0);
        assertThat(apart(
                        moments.common().orElseThrow().attributes().values(),
                        rows.common().orElseThrow().attributes().values()))
                .isLessThan(1e-12);
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

    /**
     * Three tasks of 400 rows and thirty of 6, slopes 1 + own ones: a model of all rows is about the three, what is learned together with
     * own parts about all tasks.
     */
    @Test
    void newTasksArePredictedBetterThanByThePooledFitWhereRowsAreSkewed() {
        Training byRow = Training.defaults().withWeighting(Training.Weighting.OBSERVATION);
        double joint = 0;
        double pooled = 0;
        for (int seed = 0; seed < 20; seed++) {
            Dataset data = skewed(new SplittableRandom(seed));
            ConvexTrainer usual = new ConvexTrainer(Losses.squared(), new Linear(), Relations.schatten(2), 1, byRow);
            joint += missed(CommonTrainer.of(usual, 0.01).train(data).model());
            pooled += missed((LinearModel) usual.train(data).model());
        }
        assertThat(joint).isLessThan(0.5 * pooled);
    }

    private static Dataset skewed(SplittableRandom random) {
        int n = 3 * 400 + 30 * 6;
        Matrix x = RandomTasks.gaussian(random, n, 3);
        int[] task = new int[n];
        double[] y = new double[n];
        Matrix own = RandomTasks.gaussian(random, 33, 3);
        for (int i = 0; i < n; i++) {
            task[i] = i < 1200 ? i / 400 : 3 + (i - 1200) / 6;
            y[i] = 0.5 * random.nextGaussian();
            for (int j = 0; j < 3; j++) {
                y[i] += x.get(i, j) * (1 + own.get(task[i], j));
            }
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", 33), task, y);
    }

    /** How far the common slopes are from those that tasks are drawn about: what new tasks are predicted worse by. */
    private static double missed(LinearModel model) {
        return model.common()
                .orElseThrow()
                .weights()
                .map(w -> (w - 1) * (w - 1))
                .dot(Matrix.of(new double[] {1, 1, 1}));
    }

    /** Saved weights are sums of doubles that lose nothing: what was proven of w_0 and v_t is true of them. */
    @Test
    void weightsAreTheirPartsExactly() {
        SplittableRandom random = new SplittableRandom(4);
        OwnAndShared columns = new OwnAndShared(new int[] {0, 2}, 3);
        Matrix weights = Matrix.zeros(5, TASKS);
        for (int j = 0; j < 5; j++) {
            double shared = random.nextGaussian();
            for (int t = 0; t < TASKS; t++) {
                weights.set(j, t, j < 2 ? random.nextGaussian() * Math.pow(10, -3 * t) : shared);
            }
        }

        Matrix rounded = columns.rounded(new Scaled.Saved(weights, Matrix.zeros(1, TASKS)))
                .coefficients();

        assertThat(apart(rounded, weights)).isLessThan(1e-14);
        assertThat(lost(rounded, columns)).isZero();
        assertThat(lost(weights, columns)).isPositive();
    }

    /** How many sums of own and shared weights are rounded. */
    private static int lost(Matrix weights, OwnAndShared columns) {
        int lost = 0;
        for (int k = 0; k < columns.own().length; k++) {
            for (int t = 0; t < TASKS; t++) {
                double own = weights.get(k, t);
                double shared = weights.get(columns.shared(columns.own()[k]), t);
                BigDecimal sum = new BigDecimal(own).add(new BigDecimal(shared));
                lost += sum.compareTo(new BigDecimal(own + shared)) == 0 ? 0 : 1;
            }
        }
        return lost;
    }

    @Test
    void moreRowsGiveTheFitToAllRows() {
        Dataset data = numbers();
        int half = data.size() / 2;
        Dataset first = data.select(IntStream.range(0, half).toArray());
        Dataset rest = data.select(IntStream.range(half, data.size()).toArray());
        for (Trainer<LinearModel> trainer : List.of(
                new CommonTrainer(TaskLosses.all(Losses.squared()), Relations.schatten(1), LAMBDA, COST, PRECISE),
                DrawnTrainer.of(
                        new CommonTrainer(
                                TaskLosses.all(Losses.squared()), Relations.schatten(1), LAMBDA, COST, PRECISE),
                        2))) {
            LinearModel all = trainer.train(data).model();

            LinearModel updated =
                    (LinearModel) new ModelUpdate(trainer.train(first).model(), Moments.of(first))
                            .learn(rest)
                            .run()
                            .model();

            assertThat(apart(updated.weights(), all.weights())).isLessThan(1e-5);
            assertThat(apart(updated.intercept(), all.intercept())).isLessThan(1e-5);
        }
    }

    /** What joins is drawn to what is common where the others have nothing of their own. */
    @Test
    void aTaskThatJoinsStartsAtWhatIsCommon() {
        Dataset data = numbers();
        CommonTrainer trainer = new CommonTrainer(
                TaskLosses.all(Losses.squared()), Relations.independent(), 1e5, 1e-7, Training.defaults());
        Dataset one = Dataset.ofLong(data.inputs().select(0, 1), List.of("new"), new int[2], new double[] {50, -40});

        for (LinearModel model : List.of(
                trainer.train(data).model(),
                DrawnTrainer.of(trainer, 1).train(data).model())) {
            LinearModel joined = (LinearModel) new TaskAdapter(model).adapt(one).model();

            for (int j = 0; j < 3; j++) {
                assertThat(joined.weights().get(j, TASKS))
                        .isCloseTo(model.common().orElseThrow().weights().get(0, j), within(1e-3));
                assertThat(joined.weights().get(j, 0)).isEqualTo(model.weights().get(j, 0));
            }
            assertThat(joined.common()).isEqualTo(model.common());
            assertThat(joined.scaling().orElseThrow().labelMean().get(0, TASKS))
                    .isEqualTo(model.scaling().orElseThrow().labelMean().get(0, 0));
        }
        assertThatThrownBy(() -> new TaskAdapter(trainer(Losses.logistic(), Relations.independent(), 1)
                                .train(classes())
                                .model())
                        .adapt(one))
                .hasMessageContaining("for losses of numbers only, this model has logistic loss");
    }

    /** The structure says whose rows v_t comes from, not w_t: predictions are taken apart by feature alone. */
    @Test
    void predictionsAreNotTakenApartByTask() {
        LinearModel model = precisely(Relations.mean(1), LAMBDA, COST);
        Rows rows = new Rows(numbers().inputs().select(0), List.of("task1"), List.of(), List.of(), 0, Source.NONE);

        assertThat(Explainer.of(model).explain(rows).get(0).tasks()).isEmpty();
        assertThat(Explainer.of(usual(Relations.mean(1), LAMBDA))
                        .explain(rows)
                        .get(0)
                        .tasks())
                .isNotEmpty();
    }

    @Test
    void refusesWhatHasNoCommonPart() {
        assertThatThrownBy(() -> trainer(Losses.squared(), Relations.mean(1), Double.NaN))
                .hasMessage("common-cost must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> trainer(Losses.squared(), Relations.pooled(), 1))
                .hasMessage("common-cost is for convex relations between tasks of their own, got 'pooled'");
        assertThatThrownBy(() -> new CommonTrainer(
                        TaskLosses.all(Losses.squared()),
                        Relations.mean(1),
                        1,
                        1,
                        Training.defaults().withScaling(true, TargetScale.TASK)))
                .hasMessage("common-cost needs labels on one scale (target-scale all or none), got labels scaled by"
                        + " task");
        assertThatThrownBy(() ->
                        CommonTrainer.of(new ConvexTrainer(Losses.squared(), new Gaussian(1), Relations.mean(1), 1), 1))
                .hasMessage("common-cost needs the linear kernel, got 'gaussian:1.0'");
        assertThatThrownBy(() -> trainer(Losses.softmax(), Relations.independent(), 1))
                .hasMessage("loss 'softmax' judges all classes of a row together, which a fit with a common part"
                        + " cannot: use logistic or hinge, one class against the rest");
    }
}
