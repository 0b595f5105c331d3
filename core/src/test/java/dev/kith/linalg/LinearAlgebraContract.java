package dev.kith.linalg;

import static dev.kith.linalg.RandomMatrices.gaussian;
import static dev.kith.linalg.RandomMatrices.naiveProduct;
import static dev.kith.linalg.RandomMatrices.semidefinite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link LinearAlgebra} promises; inherited by one test an implementation. */
public abstract class LinearAlgebraContract {
    /** Backward stable algorithms err by a modest multiple of n eps times the norm; this is far above and far below 1. */
    private static final double TOLERANCE = 1e-13;

    /** The implementation under test. */
    protected abstract LinearAlgebra algebra();

    // ---- products

    @ParameterizedTest
    @CsvSource({
        "0,0,0",
        "0,5,3",
        "5,0,3",
        "5,3,0",
        "1,1,1",
        "1,13,207",
        "13,1,207",
        "207,13,1",
        "13,13,13",
        "5,6,7",
        "2,3,4098",
        "207,207,207",
        "64,65,66",
        "130,257,33"
    })
    void productsFollowTheDefinitionWhateverIsTransposed(int m, int n, int k) {
        Matrix a = gaussian(m, k, 1);
        Matrix b = gaussian(k, n, 2);
        Matrix c = gaussian(m, n, 3);
        Matrix ab = naiveProduct(a, b);
        Matrix expected = ab.scale(0.7).plus(-1.3, c);
        for (boolean transposeA : new boolean[] {false, true}) {
            for (boolean transposeB : new boolean[] {false, true}) {
                Matrix opA = transposeA ? a.transpose() : a;
                Matrix opB = transposeB ? b.transpose() : b;
                Matrix result = c.copy();
                algebra().multiplyInto(result, 0.7, opA, transposeA, opB, transposeB, -1.3);
                assertClose(result, expected, k + 1);
            }
        }
        assertClose(algebra().multiply(a, b), ab, k);
        assertClose(algebra().multiplyTransposeA(a.transpose(), b), ab, k);
        assertClose(algebra().multiplyTransposeB(a, b.transpose()), ab, k);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,5", "5,0", "1,1", "13,207", "207,13", "64,65", "207,207", "130,257"})
    void squaresAreProductsWithTheTranspose(int n, int k) {
        Matrix a = gaussian(n, k, 1);
        Matrix c = gaussian(n, n, 3).symmetrized();
        Matrix expected = c.plus(-0.7, naiveProduct(a, a.transpose()));
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                c.set(i, j, Double.NaN); // only the lower triangle is read
            }
        }
        algebra().addSquareInto(c, -0.7, a);
        assertClose(c, expected, k + 1);
        assertThat(c.transpose()).isEqualTo(c);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 13, 207})
    void betaZeroForgetsTheOldContentEvenNaN(int n) {
        Matrix a = gaussian(n, n, 1);
        for (Matrix factor : new Matrix[] {a, Matrix.zeros(n, 0)}) {
            Matrix c = Matrix.zeros(n, n).map(x -> Double.NaN);
            algebra().multiplyInto(c, 1, factor, false, factor, true, 0);
            assertThat(c.isFinite()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 207})
    void productsCarryNaNThrough(int n) {
        Matrix a = gaussian(n, n, 1);
        a.set(1, 2, Double.NaN);
        Matrix c = algebra().multiply(a, Matrix.zeros(n, n));
        assertThat(c.row(1)).containsOnly(Double.NaN);
        assertThat(c.row(0)).containsOnly(0);
    }

    @Test
    void wrongShapesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().multiplyTransposeA(Matrix.zeros(2, 3), Matrix.zeros(3, 4)))
                .withMessage("shapes must fit a product, got 3 x 4 = 2 x 3' * 3 x 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra()
                        .multiplyInto(Matrix.zeros(4, 2), 1, Matrix.zeros(2, 3), false, Matrix.zeros(4, 3), true, 0))
                .withMessage("shapes must fit a product, got 4 x 2 = 2 x 3 * 4 x 3'");
        Matrix a = Matrix.identity(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().multiplyInto(a, 1, a, false, a, false, 0))
                .withMessage("the product must not be written into one of its factors");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().addSquareInto(Matrix.zeros(3, 3), 1, Matrix.zeros(2, 3)))
                .withMessage("shapes must fit a square, got 3 x 3 = 2 x 3 * 2 x 3'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().addSquareInto(a, 1, a))
                .withMessage("the square must not be written into its factor");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().eigen(Matrix.zeros(2, 3)))
                .withMessage("matrix to decompose must be square, got 2 x 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().cholesky(Matrix.zeros(3, 2)))
                .withMessage("matrix to factor must be square, got 3 x 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().cholesky(a).solve(1, 2, 3))
                .withMessage("right-hand side must have 2 rows, got 3");
    }

    // ---- symmetric eigenvalues

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 13, 64, 65, 207})
    void eigenRebuildsTheMatrix(int n) {
        assertEigen(gaussian(n, n, 5).symmetrized());
        assertEigen(semidefinite(n, n + 3, 6));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 13, 207})
    void eigenOfSpecialMatrices(int n) {
        assertEigen(Matrix.zeros(n, n));
        assertEigen(Matrix.identity(n));
        assertEigen(Matrix.zeros(n, n).map(x -> 1));
        assertEigen(
                Matrix.identity(n).scale(-3).plus(1.0 / n, Matrix.zeros(n, n).map(x -> 1)));
        double[] descending = new double[n];
        Arrays.setAll(descending, i -> n - i);
        assertEigen(Matrix.diagonal(descending));
        SymmetricEigen low = assertEigen(semidefinite(n, Math.min(n, 2), 7));
        assertThat(low.value(0)).isCloseTo(0, within(n <= 2 ? 10 : TOLERANCE * n * n));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-200, 1e-100, 1e100, 1e150})
    void eigenOfTinyAndHugeMatrices(double scale) {
        assertEigen(semidefinite(20, 30, 8).scale(scale));
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 207})
    void eigenOfAnIllConditionedMatrix(int n) {
        Matrix q = algebra().eigen(semidefinite(n, n, 9)).vectors();
        double[] values = new double[n];
        Arrays.setAll(values, i -> Math.pow(10, -14.0 * (n - 1 - i) / (n - 1)));
        Matrix a = naiveProduct(naiveProduct(q, Matrix.diagonal(values)), q.transpose());
        SymmetricEigen eigen = assertEigen(a);
        for (int i = 0; i < n; i++) {
            assertThat(eigen.value(i)).isCloseTo(values[i], within(TOLERANCE * n));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 13, 65, 207})
    void eigenvaluesAloneAreThoseOfTheDecomposition(int n) {
        for (Matrix a : new Matrix[] {
            gaussian(n, n, 5).symmetrized(), semidefinite(n, 2, 6).scale(1e150)
        }) {
            double[] expected = algebra().eigen(a).values().data();
            assertThat(algebra().eigenvalues(a))
                    .usingComparatorWithPrecision(TOLERANCE * (n + 10) * a.maxAbs())
                    .containsExactly(expected);
        }
        assertThatExceptionOfType(NumericalException.class)
                .isThrownBy(() -> algebra().eigenvalues(Matrix.diagonal(1, Double.NaN)))
                .withMessageContaining("matrix to decompose");
    }

    private SymmetricEigen assertEigen(Matrix a) {
        int n = a.rows();
        SymmetricEigen eigen = algebra().eigen(a);
        Matrix q = eigen.vectors();
        assertClose(naiveProduct(q.transpose(), q), Matrix.identity(n), n + 10);
        assertClose(naiveProduct(naiveProduct(q, Matrix.diagonal(eigen.values().data())), q.transpose()), a, n + 10);
        assertThat(eigen.values().data()).isSorted();
        assertThat(eigen.size()).isEqualTo(n);
        return eigen;
    }

    // ---- Cholesky

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 13, 64, 65, 207})
    void choleskyReproducesAndSolves(int n) {
        Matrix a = semidefinite(n, n, 10).plusDiagonal(n);
        Cholesky cholesky = algebra().cholesky(a);
        Matrix l = cholesky.factor();
        assertClose(naiveProduct(l, l.transpose()), a, n + 1);
        for (int i = 0; i < n; i++) {
            assertThat(l.get(i, i)).isPositive();
            assertThat(Arrays.copyOfRange(l.row(i), i + 1, n)).isEqualTo(new double[n - 1 - i]);
        }
        for (int columns : new int[] {0, 1, 5, 207}) {
            Matrix x = gaussian(n, columns, 11);
            assertClose(cholesky.solve(naiveProduct(a, x)), x, 10 * n + 1);
        }
        double[] x = gaussian(n, 1, 12).data();
        assertThat(cholesky.solve(naiveProduct(a, Matrix.wrap(n, 1, x)).data()))
                .usingComparatorWithPrecision(TOLERANCE * (10 * n + 1))
                .containsExactly(x);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 13, 64, 65, 130, 207})
    void theInverseOfAFactorIsSymmetricAndInvertsTheMatrix(int n) {
        Matrix a = semidefinite(n, n, 10).plusDiagonal(n);
        Cholesky cholesky = algebra().cholesky(a);
        Matrix factor = cholesky.factor().copy();
        Matrix inverse = cholesky.inverse();
        assertClose(naiveProduct(a, inverse), Matrix.identity(n), n + 10);
        assertThat(inverse.transpose()).isEqualTo(inverse);
        assertThat(cholesky.factor()).as("untouched").isEqualTo(factor);
    }

    @Test
    void logDetIsTheSumOfLogEigenvalues() {
        Matrix a = semidefinite(30, 40, 13);
        double expected =
                Arrays.stream(algebra().eigen(a).values().data()).map(Math::log).sum();
        assertThat(algebra().cholesky(a).logDet()).isCloseTo(expected, within(1e-10));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "13,13", "13,4", "207,207", "207,50", "300,49", "100,0"})
    void pivotedCholeskyReproducesASemidefiniteMatrixAtItsRank(int n, int rank) {
        Matrix a = semidefinite(n, rank, 15);
        Matrix l = a.copy();
        int[] order = new int[n];
        int found = algebra().pivotedCholeskyInto(l, order, 1e-10, n);
        assertThat(found).isEqualTo(rank);
        assertThat(order.clone())
                .containsExactlyInAnyOrder(IntStream.range(0, n).toArray());
        Matrix factor = Matrix.zeros(n, found);
        for (int i = 0; i < n; i++) {
            for (int c = 0; c <= i && c < found; c++) {
                factor.set(order[i], c, l.get(i, c));
            }
        }
        assertClose(naiveProduct(factor, factor.transpose()), a, 10 * n + 1);
        for (int c = 1; c < found; c++) {
            assertThat(l.get(c, c)).as("largest pivot first").isLessThanOrEqualTo(l.get(c - 1, c - 1) * (1 + 1e-8));
        }
    }

    @Test
    void pivotedCholeskyStopsAtTheFloorAndAtTheRankAskedFor() {
        Matrix diagonal = Matrix.zeros(5, 5);
        double[] values = {3, 9, 1, 27, 0.5};
        for (int i = 0; i < 5; i++) {
            diagonal.set(i, i, values[i]);
        }
        int[] order = new int[5];
        assertThat(algebra().pivotedCholeskyInto(diagonal.copy(), order, 1, 5)).isEqualTo(3);
        assertThat(Arrays.copyOf(order, 3)).containsExactly(3, 1, 0);
        assertThat(algebra().pivotedCholeskyInto(diagonal.copy(), order, 0, 2)).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> algebra().pivotedCholeskyInto(diagonal.copy(), new int[4], Double.NaN, 5))
                .withMessage(
                        "matrix to factor must be square with an order as long and a finite floor >= 0, got 5 x 5, 4"
                                + " and NaN");
        diagonal.set(4, 1, Double.NaN);
        assertThatExceptionOfType(NumericalException.class)
                .isThrownBy(() -> algebra().pivotedCholeskyInto(diagonal, order, 0, 5));
    }

    @Test
    void choleskyOfAnIllConditionedMatrixStillReproducesIt() {
        int n = 12;
        Matrix hilbert = Matrix.zeros(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                hilbert.set(i, j, 1.0 / (i + j + 1));
            }
        }
        Matrix l = algebra().cholesky(hilbert.plusDiagonal(1e-14)).factor();
        assertClose(naiveProduct(l, l.transpose()), hilbert, n);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 13, 207})
    void indefiniteAndSingularMatricesAreRefused(int n) {
        Matrix a = Matrix.identity(n);
        a.set(n - 1, n - 1, -1e-3);
        String rule = "matrix to factor must be positive definite, but its first %d rows and columns (of %d) are not;"
                + " adding to the diagonal helps";
        assertThatExceptionOfType(NumericalException.class)
                .isThrownBy(() -> algebra().cholesky(a))
                .withMessage(rule, n, n);
        assertThatExceptionOfType(NumericalException.class)
                .isThrownBy(() -> algebra().cholesky(Matrix.zeros(n, n)))
                .withMessage(rule, 1, n);
        if (n > 1) {
            assertThatExceptionOfType(NumericalException.class)
                    .isThrownBy(() -> algebra().cholesky(semidefinite(n, Math.max(1, n / 10), 14)));
        }
    }

    // ---- singular values

    @ParameterizedTest
    @CsvSource({"0,0", "0,4", "4,0", "1,1", "1,13", "13,1", "13,207", "207,13", "207,207"})
    void svdRebuildsTheMatrix(int rows, int cols) {
        assertSvd(gaussian(rows, cols, 15));
    }

    @ParameterizedTest
    @CsvSource({"13,20", "20,13", "207,30"})
    void svdOfARankDeficientMatrix(int rows, int cols) {
        ThinSvd svd = assertSvd(naiveProduct(gaussian(rows, 2, 16), gaussian(2, cols, 17)));
        assertThat(svd.value(2)).isCloseTo(0, within(TOLERANCE * rows * cols));
        assertSvd(Matrix.zeros(rows, cols));
        assertSvd(Matrix.zeros(rows, cols).map(x -> 1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-300, 1e-200, 1e-150, 1e150, 1e200, 1e300})
    void svdOfTinyAndHugeMatrices(double scale) {
        for (Matrix a : new Matrix[] {gaussian(20, 13, 24), gaussian(13, 20, 25), gaussian(30, 30, 26)}) {
            ThinSvd svd = assertSvd(a.scale(scale));
            double[] unscaled = algebra().svd(a).s().data();
            for (int j = 0; j < unscaled.length; j++) {
                assertThat(svd.value(j) / scale).isCloseTo(unscaled[j], within(TOLERANCE * unscaled[0]));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"13,13", "40,13", "13,40", "207,207"})
    void svdOfSpecialMatrices(int rows, int cols) {
        int k = Math.min(rows, cols);
        Matrix rotation = algebra().eigen(semidefinite(k, k, 27)).vectors();
        assertThat(Arrays.stream(assertSvd(rotation).s().data())).allMatch(s -> Math.abs(s - 1) < TOLERANCE * k);
        Matrix graded = gaussian(rows, cols, 28);
        for (int i = 0; i < rows * cols; i++) {
            graded.data()[i] *= Math.pow(10, -14.0 * (i % cols) / cols);
        }
        assertSvd(graded);
        Matrix oneEntry = Matrix.zeros(rows, cols);
        oneEntry.set(rows - 1, 2, -7);
        assertThat(assertSvd(oneEntry).value(0)).isCloseTo(7, within(TOLERANCE));
        Matrix lessRank = gaussian(rows, cols, 29);
        for (int i = 0; i < rows; i++) {
            lessRank.set(i, 1, 0);
            lessRank.set(i, 3, lessRank.get(i, 0));
        }
        Arrays.fill(lessRank.data(), 4 * cols, 5 * cols, 0);
        assertSvd(lessRank);
    }

    private ThinSvd assertSvd(Matrix a) {
        int k = Math.min(a.rows(), a.cols());
        ThinSvd svd = algebra().svd(a);
        int n = a.rows() + a.cols() + 10;
        assertClose(naiveProduct(svd.u().transpose(), svd.u()), Matrix.identity(k), n);
        assertClose(naiveProduct(svd.v().transpose(), svd.v()), Matrix.identity(k), n);
        Matrix us = naiveProduct(svd.u(), Matrix.diagonal(svd.s().data()));
        assertClose(naiveProduct(us, svd.v().transpose()), a, n);
        // Subtracted from 0, not negated: LAPACK may give a zero either sign.
        double[] ascending = svd.s().map(s -> 0 - s).data();
        assertThat(ascending).isSorted();
        assertThat(Arrays.stream(svd.s().data())).allMatch(s -> s >= 0);
        return svd;
    }

    // ---- what is refused, and what is left alone

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void nonFiniteEntriesAreRefusedByName(double bad) {
        for (int n : new int[] {5, 207}) {
            Matrix a = Matrix.identity(n);
            a.set(3, 1, bad);
            String at = " must be finite, got " + bad + " at (3, 1)";
            assertThatExceptionOfType(NumericalException.class)
                    .isThrownBy(() -> algebra().eigen(a))
                    .withMessage("matrix to decompose" + at);
            assertThatExceptionOfType(NumericalException.class)
                    .isThrownBy(() -> algebra().cholesky(a))
                    .withMessage("matrix to factor" + at);
            assertThatExceptionOfType(NumericalException.class)
                    .isThrownBy(() -> algebra().svd(a))
                    .withMessage("matrix to decompose" + at);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 13, 207})
    void onlyTheLowerTriangleIsRead(int n) {
        Matrix a = semidefinite(n, n, 18).plusDiagonal(1);
        Matrix lower = a.copy();
        for (int i = 0; i < n; i++) {
            Arrays.fill(lower.data(), i * n + i + 1, (i + 1) * n, Double.NaN);
        }
        assertThat(algebra().eigen(lower)).isEqualTo(algebra().eigen(a));
        assertThat(algebra().cholesky(lower).factor())
                .isEqualTo(algebra().cholesky(a).factor());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 13, 207})
    void argumentsAreNeverModified(int n) {
        Matrix a = semidefinite(n, n, 19).plusDiagonal(1);
        Matrix original = a.copy();
        Matrix b = gaussian(n, 3, 20);
        Matrix originalB = b.copy();
        algebra().multiply(a, b);
        algebra().multiplyTransposeA(a, b);
        algebra().multiplyTransposeB(a, a.copy());
        algebra().eigen(a);
        algebra().svd(a);
        Cholesky cholesky = algebra().cholesky(a);
        Matrix factor = cholesky.factor().copy();
        cholesky.solve(b);
        cholesky.solve(b.column(0));
        assertThat(a).isEqualTo(original);
        assertThat(b).isEqualTo(originalB);
        assertThat(cholesky.factor()).isEqualTo(factor);
    }

    @Test
    void threadsChangeNothingButRounding() {
        Matrix a = semidefinite(207, 207, 21).plusDiagonal(1);
        Matrix product = algebra().multiply(a, a);
        Matrix factor = algebra().cholesky(a).factor();
        LinearAlgebra.withThreads(2, () -> {
            assertClose(algebra().multiply(a, a), product, 207);
            assertClose(algebra().cholesky(a).factor(), factor, 207);
            assertEigen(a);
            return a;
        });
    }

    @Test
    void equalCallsGiveEqualBits() {
        Matrix a = semidefinite(207, 150, 22).plusDiagonal(1);
        assertThat(algebra().multiply(a, a)).isEqualTo(algebra().multiply(a, a));
        assertThat(algebra().eigen(a)).isEqualTo(algebra().eigen(a));
        assertThat(algebra().svd(a)).isEqualTo(algebra().svd(a));
    }

    @Test
    void severalThreadsMayCallAtOnce() {
        Matrix a = semidefinite(150, 150, 23).plusDiagonal(1);
        SymmetricEigen alone = algebra().eigen(a);
        Matrix product = algebra().multiply(a, a);
        assertThat(IntStream.range(0, 16)
                        .parallel()
                        .allMatch(i -> algebra().eigen(a).equals(alone)
                                && algebra().multiply(a, a).equals(product)))
                .isTrue();
    }

    @Test
    void theNameStaysTheSameWithUse() {
        String name = algebra().name();
        algebra().multiply(Matrix.identity(300), Matrix.identity(300));
        assertThat(algebra().name()).isEqualTo(name).isNotBlank();
    }

    private static void assertClose(Matrix actual, Matrix expected, double sizes) {
        double tolerance = TOLERANCE * sizes * (expected.maxAbs() + (expected.maxAbs() == 0 ? 1 : 0));
        assertThat(actual.rows()).isEqualTo(expected.rows());
        assertThat(actual.cols()).isEqualTo(expected.cols());
        assertThat(actual.plus(-1, expected).maxAbs()).isLessThanOrEqualTo(tolerance);
    }
}
