package dev.kith.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sparse factor is the dense one, from matrices with no fill to full ones. */
class SparseCholeskyTest {
    private static final double CLOSE = 1e-10;

    @ParameterizedTest
    @CsvSource({"0,0", "1,0", "2,1", "13,0.1", "40,0", "40,0.03", "40,0.1", "40,0.4", "40,1", "207,0.01", "207,0.05"})
    void isTheDenseFactor(int n, double share) {
        for (int seed = 0; seed < 4; seed++) {
            Matrix a = matrix(n, share, new Random(seed));
            SparseLayout layout = layout(a);
            SparseCholesky sparse = new SparseCholesky(layout, values(a, layout));
            Cholesky dense = LinearAlgebra.pureJava().cholesky(a);
            assertThat(sparse.logDet()).isCloseTo(dense.logDet(), within(CLOSE * (1 + n)));
            Matrix b = Matrix.zeros(n, 3);
            Random random = new Random(seed);
            b = b.map(zero -> random.nextGaussian());
            assertThat(sparse.solve(b).plus(-1, dense.solve(b)).maxAbs()).isLessThan(CLOSE);
            Matrix inverse = dense.inverse();
            double[] selected = sparse.inverse();
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (a.get(i, j) != 0) {
                        assertThat(selected[layout.slot(i, j)]).isCloseTo(inverse.get(i, j), within(CLOSE));
                    }
                }
            }
        }
    }

    /** A chain has no fill and no square; beside a few rows that reach everywhere, what is left is one. */
    @Test
    void squareIsWhatIsFull() {
        Matrix chain = matrix(100, 0, new Random(1));
        for (int i = 1; i < 100; i++) {
            chain.set(i, i - 1, 0.1);
            chain.set(i - 1, i, 0.1);
        }
        assertThat(layout(chain).square()).isZero();
        assertThat(layout(matrix(100, 1, new Random(1))).square()).isEqualTo(100);
    }

    @Test
    void whatIsNotDefiniteIsRefused() {
        Matrix a = Matrix.identity(3).scale(-1);
        assertThatThrownBy(() -> new SparseCholesky(layout(a), values(a, layout(a))))
                .isInstanceOf(NumericalException.class)
                .hasMessage("a sparse matrix must be positive definite, got pivot -1.0; columns may differ too much in"
                        + " size: scale them");
    }

    @Test
    void tooManyEntriesAreSaidBeforeMemoryIsTaken() {
        Matrix a = matrix(40, 1, new Random(1));
        assertThat(SparseLayout.of(neighbours(a), 40 * 39 / 2 - 1)).isNull();
        assertThat(SparseLayout.of(neighbours(a), 40 * 39 / 2)).isNotNull();
    }

    /** Positive definite by its diagonal. */
    private static Matrix matrix(int n, double share, Random random) {
        Matrix a = Matrix.zeros(n, n);
        for (int i = 0; i < n; i++) {
            a.set(i, i, n + 1);
            for (int j = 0; j < i; j++) {
                if (random.nextDouble() < share) {
                    double value = random.nextGaussian() / 3;
                    a.set(i, j, value);
                    a.set(j, i, value);
                }
            }
        }
        return a;
    }

    private static int[][] neighbours(Matrix a) {
        return IntStream.range(0, a.rows())
                .mapToObj(i -> IntStream.range(0, a.rows())
                        .filter(j -> j != i && a.get(i, j) != 0)
                        .toArray())
                .toArray(int[][]::new);
    }

    private static SparseLayout layout(Matrix a) {
        return Objects.requireNonNull(SparseLayout.of(neighbours(a), Long.MAX_VALUE));
    }

    private static double[] values(Matrix a, SparseLayout layout) {
        double[] values = new double[layout.length()];
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j <= i; j++) {
                if (a.get(i, j) != 0) {
                    values[layout.slot(i, j)] = a.get(i, j);
                }
            }
        }
        return values;
    }
}
