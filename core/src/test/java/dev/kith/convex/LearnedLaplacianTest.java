package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.sparse.LaplacianPenalty;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearnedLaplacianTest {
    private static final double LAMBDA = 0.05;
    private static final Relation GRAPH = Relations.learnedGraph(2, 0.02);

    /** Tasks 1 to 4 are alike, 5 to 8 are alike, the two groups are not. */
    private static Dataset clusters(long seed, boolean classes) {
        SplittableRandom random = new SplittableRandom(seed);
        int d = 6;
        Matrix x = RandomTasks.gaussian(random, 40, d);
        Matrix centres = RandomTasks.gaussian(random, d, 2);
        Matrix w = RandomTasks.gaussian(random, d, 8).scale(0.15);
        for (int j = 0; j < d; j++) {
            for (int t = 0; t < 8; t++) {
                w.add(j, t, centres.get(j, t / 4));
            }
        }
        Matrix y = LinearAlgebra.best().multiply(x, w).plus(0.3, RandomTasks.gaussian(random, 40, 8));
        Dataset numbers = Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", 8), classes ? y.map(Math::signum) : y);
        return classes ? numbers.asClasses() : numbers;
    }

    private static Fit<Model> fit(Loss loss, Kernel kernel, Dataset data) {
        Training training = Training.defaults().withStopping(1e-8, 3000);
        return new ConvexTrainer(loss, kernel, GRAPH, LAMBDA, training).train(data);
    }

    private static Loss loss(String name) {
        return dev.kith.loss.Losses.parse(name);
    }

    @ParameterizedTest
    @CsvSource({"squared,linear", "squared,gaussian", "logistic,linear", "hinge,linear"})
    void theObjectiveNeverRisesAndTheEndIsStationary(String loss, String kernel) {
        Dataset data = clusters(3, loss(loss).classification());
        Fit<Model> fit = fit(loss(loss), kernel.equals("linear") ? new Linear() : new Gaussian(3), data);
        List<FitReport.Progress> history = fit.report().history();
        assertThat(history).hasSizeGreaterThan(2);
        // Losses with kinks are solved by splitting, to fewer digits than others.
        double slack = loss(loss).equals(Losses.hinge()) ? 1e-6 : 1e-9;
        for (int k = 1; k < history.size(); k++) {
            assertThat(history.get(k).objective())
                    .isLessThanOrEqualTo(history.get(k - 1).objective()
                            + slack * Math.abs(history.get(0).objective()));
        }
        assertThat(fit.report().gap()).isNaN();
        if (!loss(loss).equals(Losses.hinge())) {
            assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        }
        assertThat(fit.model().info().gap()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void plantedClustersAreFound(long seed) {
        Matrix a = fit(Losses.squared(), new Linear(), clusters(seed, false))
                .model()
                .structure()
                .orElseThrow()
                .dense();
        Matrix precision = LinearAlgebra.best().cholesky(a).solve(Matrix.identity(8));
        for (int t = 0; t < 8; t++) {
            double within = 0;
            for (int s = 0; s < 8; s++) {
                if (t / 4 != s / 4) {
                    assertThat(precision.get(t, s)).as(t + " " + s).isEqualTo(0, within(1e-9));
                } else if (s != t) {
                    within = Math.max(within, -precision.get(t, s));
                }
            }
            assertThat(within).as("task " + t).isPositive();
        }
    }

    @Test
    void theGraphStepKeepsItsOptimalityConditions() {
        SplittableRandom random = new SplittableRandom(7);
        for (int tasks : new int[] {1, 2, 5, 30}) {
            Matrix w = RandomTasks.gaussian(random, tasks, 4).scale(0.7);
            Matrix s = LinearAlgebra.best().multiplyTransposeB(w, w).symmetrized();
            LaplacianPenalty penalty =
                    (LaplacianPenalty) Relations.learnedGraph(0.3, 0.05).penalty(Names.numbered("t", tasks), 0.2);
            Matrix a = penalty.step(s, 0);
            assertThat(penalty.violation(s)).isLessThan(1e-9);
            Matrix product = LinearAlgebra.best().multiply(a, precision(penalty.weights(), 0.3));
            assertThat(product.plus(-1, Matrix.identity(tasks)).maxAbs()).isLessThan(1e-10);
            double least = objective(penalty.weights(), s, 0.3, 0.05, 0.2);
            assertThat(penalty.cost(s)).isEqualTo(least, within(1e-9 * Math.abs(least)));
            for (int k = 0; k < 50; k++) {
                Matrix other = moved(penalty.weights(), random);
                assertThat(objective(other, s, 0.3, 0.05, 0.2)).isGreaterThanOrEqualTo(least - 1e-10);
            }
            assertThat(tasks < 30 || zeros(penalty.weights()) > 100).isTrue();
        }
    }

    private static int zeros(Matrix weights) {
        int zeros = 0;
        for (double w : weights.data()) {
            zeros += w == 0 ? 1 : 0;
        }
        return zeros;
    }

    private static Matrix moved(Matrix weights, SplittableRandom random) {
        Matrix other = weights.copy();
        for (int t = 0; t < weights.rows(); t++) {
            for (int s = 0; s < t; s++) {
                double next = Math.max(0, weights.get(t, s) + 0.02 * random.nextGaussian());
                other.set(t, s, next);
                other.set(s, t, next);
            }
        }
        return other;
    }

    private static Matrix precision(Matrix weights, double gamma) {
        Matrix precision = weights.scale(-1);
        for (int t = 0; t < weights.rows(); t++) {
            double degree = gamma;
            for (int s = 0; s < weights.rows(); s++) {
                degree += weights.get(t, s);
            }
            precision.set(t, t, degree);
        }
        return precision;
    }

    /** lambda tr(P (S + eps I)) - lambda log det P, P = L + gamma I, as written. */
    private static double objective(Matrix weights, Matrix s, double gamma, double eps, double lambda) {
        Matrix p = precision(weights, gamma);
        return lambda
                * (p.dot(s.plusDiagonal(eps)) - LinearAlgebra.best().cholesky(p).logDet());
    }

    @Test
    void withoutTiesEveryTaskIsAlone() {
        Dataset data = clusters(4, false);
        Relation none = Relations.learnedGraph(2, 10);
        Model model = new ConvexTrainer(Losses.squared(), new Linear(), none, LAMBDA)
                .train(data)
                .model();
        Model alone = new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), 2 * LAMBDA)
                .train(data)
                .model();
        Matrix difference = model.predict(data.inputs()).plus(-1, alone.predict(data.inputs()));
        assertThat(difference.maxAbs()).isLessThan(1e-8);
        assertThat(model.structure().orElseThrow().entry(0, 1)).isZero();
    }

    @Test
    void parametersAreChecked() {
        assertThatThrownBy(() -> Relations.learnedGraph(0, 0.1))
                .hasMessage("gamma must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> Relations.learnedGraph(1, Double.NaN))
                .hasMessage("eps must be a finite number > 0, got NaN");
    }
}
