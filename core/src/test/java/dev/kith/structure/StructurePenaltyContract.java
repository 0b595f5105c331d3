package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What every convex penalty F on a structure matrix must satisfy: its step is a minimiser, what it says the minimum costs is
 * what it costs, and its sup is never exceeded by any structure and is attained by the best one.
 */
public abstract class StructurePenaltyContract {
    /** Tasks of the penalties checked. */
    protected static final int TASKS = 4;

    /** What they are bound to. */
    protected static final double LAMBDA = 0.7;

    private static final long SEED = 20261118;
    private static final int DRAWS = 20;

    /** Rounding of sums of a few dozen numbers of size 1 to 100, and what iterative steps leave. */
    private static final double TOLERANCE = 1e-7;

    /** Of a fixed seed. */
    protected final SplittableRandom random = new SplittableRandom(SEED);

    /** The relation. */
    protected abstract Relation relation();

    /** F(A), written down independently; A is within its domain. */
    protected abstract double cost(Matrix a);

    /** Any structure within the domain of F. */
    protected abstract Matrix feasible();

    /** A structure of the domain between two others. */
    protected Matrix mix(Matrix a, Matrix b, double share) {
        return a.scale(1 - share).plus(share, b);
    }

    /** The largest c up to 1 at which the sup is finite, of the largest eigenvalue of M. */
    protected double factor(double largest) {
        return 1;
    }

    /** A new penalty of the relation. */
    protected StructurePenalty penalty() {
        return relation().penalty(Names.numbered("t", TASKS), LAMBDA);
    }

    /** A random positive definite matrix, its scale between 0.1 and 10. */
    protected final Matrix positive() {
        Matrix x = Matrix.zeros(TASKS, TASKS + 2).map(zero -> random.nextGaussian());
        double scale = Math.pow(10, random.nextDouble(-1, 1)) / TASKS;
        return LinearAlgebra.best()
                .multiplyTransposeB(x, x)
                .scale(scale)
                .plusDiagonal(0.01 * scale)
                .symmetrized();
    }

    protected static Matrix inverse(Matrix a) {
        return LinearAlgebra.best().cholesky(a).solve(Matrix.identity(a.rows())).symmetrized();
    }

    private double objective(Matrix a, Matrix s, double kappa) {
        return LAMBDA * inverse(a.plusDiagonal(kappa)).dot(s) + cost(a);
    }

    private static double near(double value) {
        return TOLERANCE * (1 + Math.abs(value));
    }

    @Test
    void noStructureIsBetterThanTheStep() {
        for (int k = 0; k < DRAWS; k++) {
            Matrix s = positive();
            Matrix best = penalty().step(s, 0);
            double least = objective(best, s, 0);
            assertThat(best).isEqualTo(best.transpose());
            for (double share : new double[] {1e-3, 0.03, 0.3, 1}) {
                assertThat(objective(mix(best, feasible(), share), s, 0))
                        .as("seed %d, draw %d, share %s", SEED, k, share)
                        .isGreaterThanOrEqualTo(least - near(least));
            }
        }
    }

    @Test
    void theLeastCostIsThatOfTheStep() {
        for (int k = 0; k < DRAWS; k++) {
            Matrix s = positive();
            double least = objective(penalty().step(s, 0), s, 0);
            assertThat(penalty().reduced(s)).as("seed %d, draw %d", SEED, k).isCloseTo(least, within(near(least)));
        }
    }

    @Test
    void noStructureIsBetterThanTheProximalStepWhereThereIsOne() {
        if (!penalty().proximable()) {
            assertThatThrownBy(() -> penalty().step(positive(), 0.1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("has no proximal step, kappa must be 0");
            return;
        }
        for (int k = 0; k < DRAWS; k++) {
            Matrix s = positive();
            double kappa = Math.pow(10, random.nextDouble(-2, 1));
            Matrix best = penalty().step(s, kappa);
            double least = objective(best, s, kappa);
            for (double share : new double[] {1e-3, 0.03, 0.3, 1}) {
                assertThat(objective(mix(best, feasible(), share), s, kappa))
                        .as("seed %d, draw %d, kappa %s, share %s", SEED, k, kappa, share)
                        .isGreaterThanOrEqualTo(least - near(least));
            }
        }
    }

    @Test
    void noStructureExceedsTheSup() {
        for (int k = 0; k < DRAWS; k++) {
            Matrix m = positive().scale(k % 2 == 0 ? 1 : 0.01);
            StructurePenalty.Sup sup = penalty().sup(m);
            assertThat(sup.c()).isBetween(0.0, 1.0);
            assertThat(sup.value()).isFinite();
            for (int j = 0; j < 10; j++) {
                Matrix a = feasible().scale(1);
                assertThat(sup.c() * a.dot(m) - cost(a))
                        .as("seed %d, draw %d", SEED, k)
                        .isLessThanOrEqualTo(sup.value() + near(sup.value()));
            }
        }
    }

    /** At the best A the slope of lambda tr(A^-1 S) is that of F, with opposite sign: for M = that slope A attains the sup. */
    @Test
    void theBestStructureAttainsTheSup() {
        for (int k = 0; k < DRAWS; k++) {
            Matrix s = positive();
            StructurePenalty penalty = penalty();
            Matrix best = penalty.step(s, 0);
            LinearAlgebra algebra = LinearAlgebra.best();
            Matrix inverse = inverse(best);
            Matrix m = algebra.multiply(algebra.multiply(inverse, s), inverse)
                    .scale(LAMBDA)
                    .symmetrized();
            StructurePenalty.Sup sup = penalty.sup(m);
            double attained = best.dot(m) - cost(best);
            assertThat(sup.c()).as("seed %d, draw %d", SEED, k).isCloseTo(1, within(1e-3));
            assertThat(sup.value())
                    .as("seed %d, draw %d", SEED, k)
                    .isCloseTo(attained, within(1e4 * near(attained) * (1 - sup.c()) + 10 * near(attained)));
        }
    }

    @Test
    protected void theDualPointIsScaledNoFurtherThanNeedBe() {
        for (int k = 0; k < DRAWS; k++) {
            Matrix m = positive().scale(k % 2 == 0 ? 10 : 0.1);
            double largest = LinearAlgebra.best().eigen(m).value(TASKS - 1);
            StructurePenalty.Sup sup = penalty().sup(m);
            assertThat(sup.c()).as("seed %d, draw %d", SEED, k).isCloseTo(factor(largest), within(1e-9));
        }
    }

    /** Tasks without any signal, or fewer signals than tasks: all numbers stay finite and nearby problems cost nearly the same. */
    @Test
    void singularProblemsAreTheLimitOfOthers() {
        Matrix one = Matrix.of(
                new double[] {1, 1, 0, 0}, new double[] {1, 1, 0, 0}, new double[] {0, 0, 0, 0}, new double[] {
                    0, 0, 0, 0
                });
        for (Matrix s : new Matrix[] {Matrix.zeros(TASKS, TASKS), one, one.plus(1, Matrix.diagonal(0, 0, 2, 0))}) {
            Matrix a = penalty().step(s, 0);
            assertThat(a.isFinite()).isTrue();
            assertThat(cost(a)).as("a structure of the domain").isFinite();
            assertThat(penalty().reduced(s)).isCloseTo(penalty().reduced(s.plusDiagonal(1e-12)), within(1e-4));
            assertThat(penalty().sup(s.scale(0.01)).value()).isFinite();
        }
    }

    @Test
    void theOrderOfTasksDoesNotMatter() {
        int[] order = {2, 0, 3, 1};
        Matrix s = positive();
        Matrix shuffled = s.selectRows(order).transpose().selectRows(order);
        Matrix expected = penalty().step(s, 0).selectRows(order).transpose().selectRows(order);
        assertThat(penalty().step(shuffled, 0).plus(-1, expected).maxAbs()).isLessThan(1e-4 * expected.maxAbs());
    }

    @Test
    void aLearnedStructureIsNotFixed() {
        assertThat(penalty().fixed()).isFalse();
        Matrix a = penalty().step(positive(), 0);
        assertThat(penalty().shown(a).isFinite()).isTrue();
    }

    @Test
    void lambdaMustBePositive() {
        assertThatThrownBy(() -> relation().penalty(Names.numbered("t", TASKS), Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lambda must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> relation().penalty(Names.numbered("t", TASKS), 0))
                .hasMessage("lambda must be a finite number > 0, got 0.0");
    }
}
