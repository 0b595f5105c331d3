package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Definition;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is unsure about a structure makes its bounds wider, by as much as it could matter. */
class DefinitionErrorsTest {
    private static final double LAMBDA = 0.4;
    private static final Matrix H = Matrix.of(new double[] {1, -2}, new double[] {0.5, 3}, new double[] {2, 1});

    private static double form(Matrix m, Matrix h) {
        return LinearAlgebra.best().multiply(m, h).dot(h);
    }

    private static Matrix inverse(Matrix m) {
        return LinearAlgebra.best().cholesky(m).solve(Matrix.identity(m.rows()));
    }

    private static Definition definition(Matrix hi, Matrix lo, double error, double least, boolean inverse) {
        return new Definition(hi, lo, error, least, inverse);
    }

    /** M may be off by error in any direction: the forms at M + error I and at (M - error I)^-1 are reached. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-11, 1e-6, 0.01, 0.1})
    void anErrorOfTheDefinitionIsCounted(double error) {
        Matrix m = Matrix.diagonal(2, 2, 2);
        Matrix none = Matrix.zeros(3, 3);
        double direct = form(m.plusDiagonal(error), H);
        double inverse = form(inverse(m.plusDiagonal(-error)), H);
        for (boolean ofInverse : new boolean[] {false, true}) {
            Bounds bounds = new FixedBounds(definition(m, none, error, 0, ofInverse), LAMBDA);
            double penalty = LAMBDA * (ofInverse ? direct : inverse);
            double sup = (ofInverse ? inverse : direct) / LAMBDA;
            double close = 1e-12 + error * error;
            assertThat(bounds.above(H, 0)).isBetween(penalty * (1 - 1e-15), penalty * (1 + close));
            assertThat(bounds.dualAbove(H, 0).sup()).isBetween(sup * (1 - 1e-15), sup * (1 + close));
            // An error of H counts with the largest eigenvalue, which may be larger by the error as well.
            double up = 0.09 * (2 + error);
            double down = 0.09 / (2 - error);
            assertThat(bounds.above(Matrix.zeros(3, 2), 0.3))
                    .isCloseTo(LAMBDA * (ofInverse ? up : down), within(1e-12));
            assertThat(bounds.dualAbove(Matrix.zeros(3, 2), 0.3).sup())
                    .isCloseTo((ofInverse ? down : up) / LAMBDA, within(1e-12));
        }
    }

    /** Larger low parts than doubles have, so that they are seen. */
    @Test
    void theLowPartCounts() {
        Matrix hi = Matrix.of(new double[] {4, 1, 0}, new double[] {1, 3, 0}, new double[] {0, 0, 5});
        Matrix lo = Matrix.of(new double[] {0, 0, 1e-3}, new double[] {0, 1e-3, 0}, new double[] {1e-3, 0, 0});
        Matrix m = hi.plus(1, lo);
        Bounds bounds = new FixedBounds(definition(hi, lo, 0, 0, false), LAMBDA);
        double penalty = LAMBDA * form(inverse(m), H);
        double sup = form(m, H) / LAMBDA;
        assertThat(bounds.above(H, 0)).isBetween(penalty * (1 - 1e-15), penalty * (1 + 1e-12));
        assertThat(bounds.dualAbove(H, 0).sup()).isBetween(sup * (1 - 1e-15), sup * (1 + 1e-12));
    }

    /** A definition whose eigenvalues are known from below needs no proof of that; a wrong inverse costs only time. */
    @Test
    void aKnownLeastEigenvalueServesWhereDoublesSeeNone() {
        Matrix flat = Matrix.zeros(3, 3).map(zero -> 1.0);
        Matrix lo = Matrix.identity(3).scale(1e-18);
        Bounds bounds = new FixedBounds(definition(flat, lo, 0, 1e-18, false), LAMBDA);
        Matrix apart = Matrix.of(new double[] {1}, new double[] {-1}, new double[] {0});
        assertThat(bounds.above(apart, 0)).isBetween(LAMBDA * 2e18, LAMBDA * 2e18 * (1 + 1e-9));
        assertThat(bounds.above(Matrix.zeros(3, 1), 1e-9)).isCloseTo(LAMBDA, within(1e-12));
    }

    /** A sum of 300 numbers in doubles may be off by 300 units. */
    @Test
    void sumsOfManyTermsAreAsUnsureAsTheyMayBe() {
        int n = 300;
        Matrix ones = Matrix.zeros(n, n).map(zero -> 1.0);
        Matrix h = Matrix.zeros(n, 1).map(zero -> 1.0);
        double value = (double) n * n / LAMBDA;
        double found = new FixedBounds(ones, LAMBDA).dualAbove(h, 0).sup();
        assertThat(found / value - 1).isBetween(0.0, 2e-13);
        Matrix alone = Matrix.identity(n);
        double few = new FixedBounds(alone, LAMBDA).dualAbove(h, 0).sup();
        assertThat(few / (n / LAMBDA) - 1).as("one term each").isBetween(0.0, 0x1p-45 + 40 * 0x1p-52);
    }

    /** A penalty that says no more than it must: S = W'W and N grow by 2 |W| error + error^2 in every direction. */
    @Test
    void anyPenaltyIsBoundedThroughItsTaskSide() {
        StructurePenalty inner = Relations.schatten(2).penalty(Names.numbered("t", 3), LAMBDA);
        Bounds bounds = Bounds.of(plain(inner), LAMBDA, TaskMatrix.identity(3));
        Random random = new Random(2);
        Matrix gram = LinearAlgebra.best().multiplyTransposeB(H, H);
        double length = H.frobeniusNorm();
        for (double error : new double[] {0, 0.3, 2}) {
            Matrix grown = gram.plusDiagonal(2 * length * error + error * error);
            double value = inner.reduced(grown);
            assertThat(bounds.above(H, error)).isBetween(value, value * (1 + 1e-8));
            StructurePenalty.Sup sup = inner.sup(grown.scale(1 / LAMBDA));
            assertThat(bounds.dualAbove(H, error).sup()).isBetween(sup.value(), sup.value() * (1 + 1e-8));
            assertThat(bounds.dualAbove(H, error).c()).isCloseTo(Math.sqrt(sup.c()), within(1e-12));
            Matrix move = H.map(x -> random.nextGaussian());
            Matrix near = H.plus(0.99 * error / move.frobeniusNorm(), move);
            assertThat(bounds.above(H, error))
                    .isGreaterThanOrEqualTo(
                            inner.reduced(LinearAlgebra.best().multiplyTransposeB(near, near)) * (1 - 1e-12));
        }
    }

    private static StructurePenalty plain(StructurePenalty inner) {
        return new StructurePenalty() {
            @Override
            public Matrix step(Matrix s, double kappa) {
                return inner.step(s, kappa);
            }

            @Override
            public double reduced(Matrix s) {
                return inner.reduced(s);
            }

            @Override
            public Sup sup(Matrix m) {
                return inner.sup(m);
            }

            @Override
            public boolean proximable() {
                return false;
            }
        };
    }
}
