package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
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

    private static Matrix ones(int rows, int cols) {
        return Matrix.zeros(rows, cols).map(zero -> 1.0);
    }

    /** 200 terms in doubles: 204 units of the sum of all sizes; one term: 5. Beyond 2^-44 of the form, twice the precision. */
    @Test
    void sumsInDoublesCountTheirTerms() {
        QuadraticForms many = new QuadraticForms(Definition.of(ones(200, 200)));
        double excess = many.direct(ones(200, 1)) / 40_000 - 1;
        assertThat(excess).isBetween(203 * 0x1p-52, 208 * 0x1p-52);
        QuadraticForms alone = new QuadraticForms(Definition.of(Matrix.identity(200)));
        assertThat(alone.direct(ones(200, 1)) / 200 - 1).isBetween(4 * 0x1p-52, 8 * 0x1p-52);
        assertThat(alone.inverse(ones(200, 1)) / 200 - 1).isBetween(4 * 0x1p-52, 12 * 0x1p-52);
        QuadraticForms more = new QuadraticForms(Definition.of(ones(300, 300)));
        assertThat(more.direct(ones(300, 1)) / 90_000 - 1).isBetween(0.0, 4 * 0x1p-52);
    }

    /** What cancels to 0 leaves (2 terms + 5)^2 2^-104 of its sizes, and the definition's own error. */
    @Test
    void whatCancelsLeavesTheErrorOfTwiceThePrecision() {
        Matrix difference = Matrix.of(new double[] {1, -1}, new double[] {-1, 1});
        Matrix h = ones(2, 1).scale(0x1p20);
        QuadraticForms exact = new QuadraticForms(Definition.of(difference));
        assertThat(exact.direct(h) / (81 * 0x1p-104 * 0x1p42)).isBetween(1.0, 1.3);
        QuadraticForms unsure = new QuadraticForms(definition(difference, Matrix.zeros(2, 2), 1e-12, 0, false));
        assertThat(unsure.direct(h)).isCloseTo(1e-12 * 0x1p41, within(1e-9 * 1e-12 * 0x1p41));
        QuadraticForms little =
                new QuadraticForms(definition(Matrix.identity(2), Matrix.zeros(2, 2), 0x1p-47, 0, false));
        assertThat(little.direct(ones(2, 1)) / 2 - 1).isBetween(0x1p-47 + 4 * 0x1p-52, 0x1p-47 + 9 * 0x1p-52);
    }

    /** Of a singular matrix the directions it has: their condition counts T 2^-52 times. */
    @Test
    void directionsThatAreMissingDoNotCount() {
        QuadraticForms forms = new QuadraticForms(Definition.of(Matrix.diagonal(1, 1e-11, 0)));
        Matrix h = Matrix.of(new double[] {1}, new double[] {0}, new double[] {7});
        assertThat(forms.inverse(h) - 1).isCloseTo(3 * 0x1p-52 * 1e11, within(1e-6 * 3 * 0x1p-52 * 1e11));
        assertThat(forms.smallest()).isEqualTo(1e-11);
        assertThat(forms.largest()).isBetween(1.0, 1 + 1e-13);
    }

    /** A guess of M^-1 H spares the inverse where it is good, and is no bound's undoing where it is not. */
    @Test
    void guessesOfTheInverseMayBeWrong() {
        TaskNetwork chain = new TaskNetwork(3, 0.5, new int[] {0, 1}, new int[] {1, 2}, new double[] {1, 3});
        QuadraticForms forms = new QuadraticForms(chain);
        Matrix h = Matrix.of(new double[] {1, 3}, new double[] {2, 0}, new double[] {-4, 1});
        double exact = chain.multiply(h).dot(h);
        double closest = exact * (1 - 1e-15);
        for (double off : new double[] {0, 1e-9, 1e-3, 7}) {
            Matrix near = chain.multiply(h).plus(off, ones(3, 2));
            assertThat(forms.inverse(h, near)).as("off by %s", off).isBetween(closest, exact * (1 + 1e-12));
        }
        assertThat(forms.inverse(h, ones(3, 5))).isBetween(closest, exact * (1 + 1e-12));
        assertThat(forms.inverse(Matrix.zeros(3, 2), ones(3, 5))).isZero();
    }

    /** Where no inverse in doubles helps, what is left is still a bound. */
    @Test
    void hopelessInversesGiveTheSimpleBound() {
        Matrix lo = Matrix.identity(3).scale(1e-18);
        QuadraticForms forms = new QuadraticForms(definition(ones(3, 3), lo, 0, 1e-18, false));
        Matrix h = Matrix.of(new double[] {1, 3}, new double[] {2, 0}, new double[] {-4, 1});
        // h_k' M^-1 h_k = ((sum)^2 / 3) / (3 + 1e-18) + (|h_k|^2 - (sum)^2 / 3) / 1e-18
        double exact = (21 - 1 / 3.0 + 10 - 16 / 3.0) / 1e-18;
        assertThat(forms.inverse(h)).isBetween(exact * (1 - 1e-15), 31 / 1e-18 * (1 + 1e-12));
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
