package dev.kith.structure.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The step of a learned graph: min over edge weights of lambda sum w (d + 2 eps) - rho log det(L + gamma I). */
class LaplacianPenaltyTest {
    private static final int TASKS = 5;
    private static final double LAMBDA = 0.7;
    private static final double GAMMA = 0.8;
    private static final double EPS = 0.05;
    private static final double RHO = 1.2;
    private static final long SEED = 7;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static LaplacianPenalty penalty() {
        return (LaplacianPenalty)
                Relations.learnedGraph(GAMMA, EPS, OptionalDouble.of(RHO)).penalty(Names.numbered("t", TASKS), LAMBDA);
    }

    /** Squared weights of five tasks, two of them close to each other. */
    private Matrix gram() {
        Matrix w = Matrix.zeros(TASKS, 3).map(zero -> random.nextGaussian());
        for (int j = 0; j < 3; j++) {
            w.set(1, j, w.get(0, j) + 0.05);
        }
        return LinearAlgebra.best().multiplyTransposeB(w, w).symmetrized();
    }

    private static Matrix precision(Matrix weights) {
        Matrix precision = weights.scale(-1);
        for (int t = 0; t < TASKS; t++) {
            double degree = GAMMA;
            for (double w : weights.row(t)) {
                degree += w;
            }
            precision.set(t, t, degree);
        }
        return precision;
    }

    private static double cost(Matrix weights, Matrix s) {
        Matrix precision = precision(weights);
        return LAMBDA * (precision.dot(s) + EPS * precision.trace())
                - RHO * LinearAlgebra.best().cholesky(precision).logDet();
    }

    @Test
    void noGraphIsBetterThanTheStep() {
        for (int k = 0; k < 10; k++) {
            Matrix s = gram();
            LaplacianPenalty penalty = penalty();
            Matrix a = penalty.step(s, 0);
            Matrix best = penalty.weights();
            double least = cost(best, s);
            assertThat(penalty.cost(s)).as("seed %d, draw %d", SEED, k).isCloseTo(least, within(1e-9));
            assertThat(penalty.violation(s)).isBetween(0.0, 1e-9);
            assertThat(LinearAlgebra.best()
                            .multiply(a, precision(best))
                            .plus(-1, Matrix.identity(TASKS))
                            .maxAbs())
                    .isLessThan(1e-9);
            assertThat(penalty.structure()).isSameAs(a);
            for (double share : new double[] {1e-3, 0.1, 1}) {
                assertThat(cost(best.scale(1 - share).plus(share, weights()), s))
                        .isGreaterThanOrEqualTo(least - 1e-10);
            }
        }
    }

    private Matrix weights() {
        Matrix weights = Matrix.zeros(TASKS, TASKS).map(zero -> random.nextDouble() < 0.5 ? 0 : random.nextDouble());
        Matrix symmetric = weights.symmetrized();
        for (int t = 0; t < TASKS; t++) {
            symmetric.set(t, t, 0);
        }
        return symmetric;
    }

    @Test
    void closeTasksAreTiedAndFarOnesAreNot() {
        LaplacianPenalty penalty = penalty();
        Matrix far = Matrix.diagonal(100, 100, 0.01, 0.01, 100);
        penalty.step(far, 0);
        assertThat(penalty.weights().get(2, 3))
                .isPositive()
                .isEqualTo(penalty.weights().get(3, 2));
        assertThat(penalty.weights().get(0, 1)).isZero();
        // One edge alone: rho r = price, r = 1 / (w + gamma / 2)
        assertThat(penalty.weights().get(2, 3)).isCloseTo(RHO / (LAMBDA * (0.02 + 2 * EPS)) - GAMMA / 2, within(1e-6));
    }

    @Test
    void theCostBeforeAnyStepIsThatOfNoEdges() {
        Matrix s = gram();
        assertThat(penalty().cost(s)).isCloseTo(cost(Matrix.zeros(TASKS, TASKS), s), within(1e-10));
        assertThat(penalty().structure()).isEqualTo(Matrix.identity(TASKS).scale(1 / GAMMA));
        assertThat(penalty().violation(s)).isGreaterThan(0.1);
        assertThat(penalty().reduced(s)).isLessThan(penalty().cost(s));
        LaplacianPenalty stepped = penalty();
        stepped.step(s, 0);
        assertThat(penalty().reduced(s)).isEqualTo(stepped.cost(s));
    }

    @Test
    void sweepsNeverRaiseTheCostAndStopWhereItIsLeast() {
        Matrix s = gram();
        LaplacianPenalty penalty = penalty();
        double last = penalty.cost(s);
        for (int sweep = 0; sweep < 5; sweep++) {
            penalty.descend(s, 1);
            assertThat(penalty.cost(s)).isLessThanOrEqualTo(last + 1e-12);
            last = penalty.cost(s);
        }
        Matrix done = penalty.step(s, 0);
        assertThat(penalty.descend(s, 10)).isSameAs(done);
    }

    @Test
    void thereIsNoBoundAndNoProximalStep() {
        assertThat(penalty().sup(gram()).value()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(penalty().proximable()).isFalse();
        assertThat(penalty().fixed()).isFalse();
        assertThatThrownBy(() -> penalty().step(gram(), 0.1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a learned graph has no proximal step, kappa must be 0");
    }

    @Test
    void parametersMustBePositiveAndRhoFollowsLambda() {
        assertThatThrownBy(() -> Relations.learnedGraph(0, 1)).hasMessage("gamma must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> Relations.learnedGraph(1, -1)).hasMessage("eps must be a finite number > 0, got -1.0");
        assertThatThrownBy(() -> Relations.learnedGraph(1, 1, OptionalDouble.of(0)))
                .hasMessage("rho must be a finite number > 0, got 0.0");
        Matrix s = gram();
        assertThat(Relations.learnedGraph(GAMMA, EPS)
                        .penalty(Names.numbered("t", TASKS), LAMBDA)
                        .reduced(s))
                .isEqualTo(Relations.learnedGraph(GAMMA, EPS, OptionalDouble.of(LAMBDA))
                        .penalty(Names.numbered("t", TASKS), LAMBDA)
                        .reduced(s));
    }
}
