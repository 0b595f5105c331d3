package dev.kith.linalg;

import static dev.kith.linalg.RandomMatrices.gaussian;
import static dev.kith.linalg.RandomMatrices.naiveProduct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every operation on sparse rows against the same on their dense copy. */
final class SparseRowsTest {
    /** Sums of at most 207 products of numbers near 1, in another order. */
    private static final double TOLERANCE = 1e-12;

    @ParameterizedTest
    @CsvSource({"0,0", "0,5", "5,0", "1,1", "13,13", "13,207", "207,13", "207,207"})
    void agreesWithDense(int rows, int cols) {
        SparseRows sparse = random(rows, cols, 1);
        Matrix dense = sparse.toDense();
        assertThat(sparse.nonZeros())
                .isEqualTo((int) Arrays.stream(dense.data()).filter(x -> x != 0).count());

        Matrix w = gaussian(cols, 3, 2);
        assertClose(sparse.times(w), naiveProduct(dense, w));
        SparseRows other = random(17, cols, 3);
        assertClose(
                sparse.timesTranspose(other),
                naiveProduct(dense, other.toDense().transpose()));
        assertThat(sparse.transpose().toDense()).isEqualTo(dense.transpose());
        assertThat(sparse.transpose().transpose()).isEqualTo(sparse).hasSameHashCodeAs(sparse);
        assertThat(sparse.scaleColumns(j -> j + 0.5).toDense()).isEqualTo(scaled(dense));
        assertThat(sparse.widen(cols + 4).transpose().toDense())
                .isEqualTo(sparse.widen(cols + 4).toDense().transpose());
    }

    @ParameterizedTest
    @CsvSource({"1,1", "13,13", "13,207", "207,13", "5,0"})
    void rowOperationsAgreeWithDense(int rows, int cols) {
        SparseRows sparse = random(rows, cols, 4);
        Matrix dense = sparse.toDense();
        double[] w = gaussian(cols, 1, 5).data();
        for (int i = 0; i < rows; i++) {
            double[] row = dense.row(i);
            assertThat(sparse.dot(i, w)).isCloseTo(dot(row, w), within(TOLERANCE));
            assertThat(sparse.dot(i, sparse, rows - 1 - i))
                    .isCloseTo(dot(row, dense.row(rows - 1 - i)), within(TOLERANCE));
            assertThat(sparse.squaredNorm(i)).isCloseTo(dot(row, row), within(TOLERANCE));
            double[] sum = w.clone();
            sparse.addInto(sum, -0.3, i);
            for (int j = 0; j < cols; j++) {
                assertThat(sum[j]).isEqualTo(w[j] + -0.3 * row[j]);
            }
        }
        int[] which = {rows - 1, 0, 0};
        assertThat(sparse.selectRows(which).toDense()).isEqualTo(dense.selectRows(which));
        assertThat(sparse.selectRows().rows()).isZero();
    }

    @Test
    void malformedRowsAreRefused() {
        assertRefused(3, new int[] {}, new int[0], "starts must begin at 0 and end within the entries");
        assertRefused(3, new int[] {0, 2}, new int[] {1}, "starts must begin at 0 and end within the entries");
        assertRefused(3, new int[] {1, 1}, new int[] {1}, "starts must begin at 0 and end within the entries");
        assertRefused(3, new int[] {0, 2, 1}, new int[] {0, 1, 2}, "starts must ascend, got 1 after 2");
        assertRefused(3, new int[] {0, 9, 1}, new int[] {0, 1, 2}, "starts must ascend, got 1 after 9");
        assertRefused(3, new int[] {0, 1}, new int[] {3}, "row 0: indices must ascend and be < 3, got 3 after -1");
        assertRefused(3, new int[] {0, 1}, new int[] {-1}, "row 0: indices must ascend and be < 3, got -1 after -1");
        assertRefused(3, new int[] {0, 0, 2}, new int[] {1, 1}, "row 1: indices must ascend and be < 3, got 1 after 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SparseRows(3, new int[] {0}, new int[1], new double[2]))
                .withMessage("indices and values must have equal lengths, got 1 and 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> random(2, 3, 1).times(Matrix.zeros(2, 2)))
                .withMessage("dense factor must have 3 rows, got 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> random(2, 3, 1).timesTranspose(random(2, 4, 1)))
                .withMessage("both must have the same columns, got 3 and 4");
    }

    private static void assertRefused(int cols, int[] starts, int[] indices, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SparseRows(cols, starts, indices, new double[indices.length]))
                .withMessage(message);
    }

    /** About one entry in five, with empty rows among them. */
    private static SparseRows random(int rows, int cols, long seed) {
        Random random = new Random(seed);
        int[] starts = new int[rows + 1];
        int[] indices = new int[rows * cols];
        double[] values = new double[rows * cols];
        int size = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols && i % 7 != 3; j++) {
                if (random.nextInt(5) == 0) {
                    indices[size] = j;
                    values[size++] = random.nextGaussian();
                }
            }
            starts[i + 1] = size;
        }
        return new SparseRows(cols, starts, indices, values);
    }

    private static Matrix scaled(Matrix dense) {
        Matrix m = dense.copy();
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < m.cols(); j++) {
                m.set(i, j, m.get(i, j) * (j + 0.5));
            }
        }
        return m;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }

    private static void assertClose(Matrix actual, Matrix expected) {
        assertThat(actual.plus(-1, expected).maxAbs()).isLessThanOrEqualTo(TOLERANCE);
    }

    @Test
    void arraysOfFrozenRowsAreCopies() {
        SparseRows rows = new SparseRows(3, new int[] {0, 2, 3}, new int[] {0, 2, 1}, new double[] {1, 2, 3});
        SparseRows untouched = rows.selectRows(0, 1);
        SparseRows frozen = rows.frozen();
        for (SparseRows each : java.util.List.of(frozen, frozen.widen(3), frozen.scaleColumns(j -> 1))) {
            assertThat(each).isEqualTo(untouched);
            Arrays.fill(each.indices(), 1);
            Arrays.fill(each.values(), 9);
            assertThat(frozen).isEqualTo(untouched);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rows.widen(2))
                .withMessage("columns must be at least 3, got 2");
        assertThat(frozen.index(1)).isEqualTo(2);
        assertThat(frozen.value(1)).isEqualTo(2);
    }
}
