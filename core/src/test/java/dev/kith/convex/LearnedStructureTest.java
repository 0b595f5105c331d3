package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.ThinSvd;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Learned structures: certificates for every loss and penalty, and the theorems that tie them together. */
class LearnedStructureTest {
    private static final double TOLERANCE = 1e-6;
    private static final double LAMBDA = 0.05;

    private static final List<Loss> LOSSES = List.of(Losses.squared(), Losses.logistic(), Losses.hinge());

    private static final List<Relation> RELATIONS = List.of(
            Relations.independent(),
            Relations.mean(1),
            Relations.schatten(1),
            Relations.schatten(2),
            Relations.schatten(3.5, OptionalDouble.of(0.2)),
            Relations.traceConstrained(),
            Relations.traceConstrained(0.02),
            Relations.logDet(1),
            Relations.clustered(2, 1, 1, 10),
            Relations.sparse(0.5));

    static Stream<Arguments> everyLossAndRelation() {
        return LOSSES.stream()
                .flatMap(loss -> RELATIONS.stream()
                        .flatMap(
                                relation -> Stream.of(0.0, 0.3).map(missing -> Arguments.of(loss, relation, missing))));
    }

    @ParameterizedTest
    @MethodSource("everyLossAndRelation")
    void theGapClosesForEveryLossAndStructure(Loss loss, Relation relation, double missing) {
        for (Kernel kernel : List.of(new Linear(), new Gaussian(2))) {
            Dataset data = loss.classification()
                    ? RandomTasks.classification(3, 40, 4, 3, missing)
                    : RandomTasks.regression(3, 40, 4, 3, missing);
            Fit<Model> fit = new ConvexTrainer(loss, kernel, relation, LAMBDA, training()).train(data);
            assertThat(fit.report().status()).as(kernel.spec()).isEqualTo(FitReport.Status.CONVERGED);
            assertThat(fit.report().gap()).as(kernel.spec()).isLessThanOrEqualTo(TOLERANCE);
        }
    }

    private static Training training() {
        return Training.defaults().withStopping(TOLERANCE, 50_000);
    }

    /** The two solvers share nothing but the data term; the gap of either bounds how far apart they may be. */
    @ParameterizedTest
    @MethodSource("everyLossAndRelation")
    void alternationFindsTheSameMinimum(Loss loss, Relation relation, double missing) {
        Dataset data = loss.classification()
                ? RandomTasks.classification(4, 30, 3, 3, missing)
                : RandomTasks.regression(4, 30, 3, 3, missing);
        Training training = training();
        double direct = new ConvexTrainer(loss, new Linear(), relation, LAMBDA, training)
                .train(data)
                .report()
                .objective();
        FitReport report = new ConvexTrainer(
                        loss, new Linear(), relation, LAMBDA, training.withStopping(TOLERANCE, 150))
                .withSolver(Solver.ALTERNATING)
                .train(data)
                .report();
        assertThat(report.objective()).isEqualTo(direct, within(0.02 * direct));
        assertThat(report.objective()).isGreaterThanOrEqualTo(direct * (1 - 2 * TOLERANCE));
        assertThat(direct).isGreaterThanOrEqualTo(report.objective() * (1 - report.gap() - 2 * TOLERANCE));
    }

    /** min ||.||: plain proximal gradient with singular value thresholding, written here on its own. */
    @Test
    void theTraceNormIsSingularValueThresholding() {
        Dataset data = RandomTasks.regression(5, 40, 5, 4, 0);
        Training plain = training()
                .withIntercept(false)
                .withScaling(false, TargetScale.NONE)
                .withStopping(1e-10, 100_000);
        Fit<Model> fit =
                new ConvexTrainer(Losses.squared(), new Linear(), Relations.schatten(1), LAMBDA, plain).train(data);
        Matrix x = ((DenseInputs) data.inputs()).values();
        Matrix y = Matrix.zeros(40, 4);
        for (int o = 0; o < data.size(); o++) {
            y.set(data.row(o), data.task(o), data.label(o));
        }
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix gram = algebra.multiplyTransposeA(x, x).scale(2.0 / 40);
        Matrix right = algebra.multiplyTransposeA(x, y).scale(2.0 / 40);
        double step = 1 / gram.trace();
        Matrix w = Matrix.zeros(5, 4);
        for (int k = 0; k < 20_000; k++) {
            Matrix moved = w.plus(-step, algebra.multiply(gram, w)).plus(step, right);
            ThinSvd svd = algebra.svd(moved);
            Matrix scaled = svd.u().copy();
            for (int j = 0; j < 4; j++) {
                double s = Math.max(0, svd.value(j) - step * 2 * LAMBDA);
                for (int i = 0; i < 5; i++) {
                    scaled.set(i, j, scaled.get(i, j) * s);
                }
            }
            w = algebra.multiplyTransposeB(scaled, svd.v());
        }
        Matrix expected = algebra.multiply(x, w);
        assertThat(fit.model().predict(data.inputs()).plus(-1, expected).maxAbs())
                .isLessThan(1e-4 * expected.maxAbs());
    }

    @Test
    void sparseWithMuOneIsTheTraceNorm() {
        Dataset data = RandomTasks.regression(6, 40, 4, 3, 0.2);
        double trace = new ConvexTrainer(Losses.squared(), new Linear(), Relations.schatten(1), LAMBDA, training())
                .train(data)
                .report()
                .objective();
        double sparse = new ConvexTrainer(Losses.squared(), new Linear(), Relations.sparse(1, 1e-8), LAMBDA, training())
                .train(data)
                .report()
                .objective();
        assertThat(sparse).isEqualTo(trace, within(1e-3 * trace));
    }

    /** At the optimum A is what the structure step makes of W: (W'W)^1/2 / tr. */
    @Test
    void relationshipLearningEndsAtItsFixedPoint() {
        Dataset data = RandomTasks.regression(7, 60, 4, 3, 0.2);
        Training plain = training().withScaling(false, TargetScale.NONE).withStopping(1e-12, 100_000);
        Fit<Model> fit = new ConvexTrainer(Losses.squared(), new Linear(), Relations.traceConstrained(), LAMBDA, plain)
                .train(data);
        Matrix w = fit.model()
                .predict(DenseInputs.of(Matrix.identity(4)))
                .plus(-1, fit.model().predict(DenseInputs.of(Matrix.zeros(4, 4))));
        SymmetricEigen eigen = LinearAlgebra.best().eigen(LinearAlgebra.best().multiplyTransposeA(w, w));
        Matrix root = eigen.rebuild(s -> Math.sqrt(Math.max(0, s)));
        Matrix expected = root.scale(1 / root.trace());
        Matrix a = fit.model().structure().orElseThrow().dense();
        assertThat(a.plus(-1, expected).maxAbs()).isLessThan(1e-6);
        assertThat(a.trace()).isEqualTo(1, within(1e-9));
    }

    @Test
    void clustersAreRecovered() {
        SplittableRandom random = new SplittableRandom(8);
        int tasks = 9;
        int d = 6;
        Matrix centres = RandomTasks.gaussian(random, 3, d).scale(3);
        int rows = 20;
        Matrix x = RandomTasks.gaussian(random, tasks * rows, d);
        int[] task = new int[tasks * rows];
        double[] y = new double[tasks * rows];
        for (int i = 0; i < y.length; i++) {
            task[i] = i / rows;
            for (int j = 0; j < d; j++) {
                y[i] += x.get(i, j) * centres.get(task[i] % 3, j);
            }
            y[i] += 0.3 * random.nextGaussian();
        }
        Dataset data = Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", tasks), task, y);
        Matrix a = new ConvexTrainer(
                        Losses.squared(), new Linear(), Relations.clustered(3, 1, 1, 100), 0.01, training())
                .train(data)
                .model()
                .structure()
                .orElseThrow()
                .dense();
        for (int s = 0; s < tasks; s++) {
            for (int t = 0; t < tasks; t++) {
                if (s % 3 == t % 3) {
                    for (int other = 0; other < tasks; other++) {
                        assertThat(other % 3 == s % 3 || a.get(s, t) > a.get(s, other) + 0.1)
                                .as("task %d is nearer to %d than to %d", s, t, other)
                                .isTrue();
                    }
                }
            }
        }
    }

    @Test
    void sparseStructureHasExactZeros() {
        Dataset data = RandomTasks.regression(9, 50, 4, 4, 0.2);
        Matrix a = new ConvexTrainer(Losses.squared(), new Linear(), Relations.sparse(0), LAMBDA, training())
                .train(data)
                .model()
                .structure()
                .orElseThrow()
                .dense();
        long zeros = java.util.Arrays.stream(a.data()).filter(x -> x == 0).count();
        assertThat(zeros).isGreaterThan(0);
        assertThat(LinearAlgebra.best().eigen(a).value(0)).isGreaterThan(0);
    }

    @Test
    void fewFeaturesAndManyTasksGiveTheSameAsManyFeatures() {
        Dataset few = RandomTasks.regression(10, 40, 2, 6, 0.2);
        Matrix x = ((DenseInputs) few.inputs()).values();
        Matrix wide = Matrix.zeros(40, 9);
        for (int i = 0; i < 40; i++) {
            wide.set(i, 0, x.get(i, 0));
            wide.set(i, 5, x.get(i, 1));
        }
        Dataset padded = few.withInputs(DenseInputs.of(wide));
        Training plain = training().withScaling(false, TargetScale.NONE);
        for (Relation relation : RELATIONS) {
            double a = new ConvexTrainer(Losses.squared(), new Linear(), relation, LAMBDA, plain)
                    .train(few)
                    .report()
                    .objective();
            double b = new ConvexTrainer(Losses.squared(), new Linear(), relation, LAMBDA, plain)
                    .train(padded)
                    .report()
                    .objective();
            assertThat(a).as(relation.name()).isEqualTo(b, within(3 * TOLERANCE * Math.abs(b)));
        }
    }
}
