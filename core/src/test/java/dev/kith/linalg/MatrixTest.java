package dev.kith.linalg;

import static dev.kith.linalg.RandomMatrices.gaussian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MatrixTest {
    private static final Matrix M = Matrix.of(new double[] {1, 2, 3}, new double[] {4, 5, 6});

    @Test
    void storesRowByRow() {
        assertThat(M.rows()).isEqualTo(2);
        assertThat(M.cols()).isEqualTo(3);
        assertThat(M.get(1, 0)).isEqualTo(4);
        assertThat(M.data()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(M.row(1)).containsExactly(4, 5, 6);
        assertThat(M.column(1)).containsExactly(2, 5);
        assertThat(M.diagonal()).containsExactly(1, 5);
        assertThat(M.selectRows(1, 0, 1).column(0)).containsExactly(4, 1, 4);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,3", "3,0", "1,1", "13,207", "207,13", "100,100"})
    void transposeMovesEveryEntryAndBack(int rows, int cols) {
        Matrix a = gaussian(rows, cols, 1);
        Matrix t = a.transpose();
        assertThat(t.rows()).isEqualTo(cols);
        for (int i = 0; i < rows; i++) {
            assertThat(t.column(i)).containsExactly(a.row(i));
        }
        assertThat(t.transpose()).isEqualTo(a);
    }

    @Test
    void arithmeticIsEntryByEntryAndLeavesItsArgumentsAlone() {
        Matrix before = M.copy();
        assertThat(M.scale(2)).isEqualTo(M.plus(1, M));
        assertThat(M.map(x -> x * x).get(1, 2)).isEqualTo(36);
        assertThat(M.plusDiagonal(10).data()).containsExactly(11, 2, 3, 4, 15, 6);
        assertThat(M.dot(M)).isEqualTo(91);
        assertThat(M.frobeniusNorm()).isCloseTo(Math.sqrt(91), within(1e-15));
        assertThat(M.maxAbs()).isEqualTo(6);
        assertThat(M.trace()).isEqualTo(6);
        assertThat(M).isEqualTo(before).hasSameHashCodeAs(before);
        assertThat(Matrix.identity(2)).isEqualTo(Matrix.diagonal(1, 1));
    }

    @Test
    void symmetrizedIsTheMeanWithItsTranspose() {
        Matrix a = gaussian(13, 13, 2);
        assertThat(a.symmetrized()).isEqualTo(a.plus(1, a.transpose()).scale(0.5));
        assertThatIllegalArgumentException()
                .isThrownBy(M::symmetrized)
                .withMessage("matrix to symmetrize must be square, got 2 x 3");
    }

    @Test
    void emptyMatricesAreLegal() {
        Matrix empty = Matrix.zeros(0, 3);
        assertThat(empty.maxAbs()).isZero();
        assertThat(empty.isFinite()).isTrue();
        assertThat(empty).isNotEqualTo(Matrix.zeros(0, 4));
        assertThat(Matrix.of()).isEqualTo(Matrix.zeros(0, 0));
    }

    @Test
    void nonFiniteEntriesAreNamed() {
        Matrix a = M.copy();
        assertThat(a.requireFinite("a")).isSameAs(a);
        a.set(1, 0, Double.NaN);
        assertThat(a.isFinite()).isFalse();
        assertThat(a.maxAbs()).isNaN();
        assertThatExceptionOfType(NumericalException.class)
                .isThrownBy(() -> a.requireFinite("weights"))
                .withMessage("weights must be finite, got NaN at (1, 0)");
    }

    @Test
    void impossibleShapesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Matrix.zeros(-1, 2))
                .withMessage("rows and cols must be >= 0, got -1 x 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Matrix.zeros(100_000, 100_000))
                .withMessage("a 100000 x 100000 dense matrix does not fit one array");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Matrix.wrap(2, 2, new double[3]))
                .withMessage("data must hold rows * cols = 2 * 2 numbers, got 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Matrix.of(new double[2], new double[3]))
                .withMessage("rows must have equal lengths, row 0 has 2, row 1 has 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> M.plus(1, M.transpose()))
                .withMessage("shapes must match, got 2 x 3 and 3 x 2");
    }

    @Test
    void smallMatricesPrintTheirNumbersLargeOnesTheirShape() {
        assertThat(Matrix.identity(2)).hasToString("[1.0, 0.0]\n[0.0, 1.0]\n");
        assertThat(Matrix.identity(11)).hasToString("11 x 11 matrix");
    }

    @Test
    void aFrozenMatrixIsReadAsEverButNotWrittenTo() {
        Matrix a = Matrix.of(new double[] {1, 2}, new double[] {3, 4});
        Matrix frozen = a.frozen();
        assertThat(frozen).isEqualTo(a);
        assertThat(frozen.frozen()).isSameAs(frozen);
        LinearAlgebra algebra = LinearAlgebra.pureJava();
        assertThat(algebra.multiply(frozen, frozen)).isEqualTo(algebra.multiply(a, a));
        frozen.data()[0] = 9;
        assertThat(frozen.get(0, 0)).isEqualTo(1);
        for (Runnable write : java.util.List.<Runnable>of(
                () -> frozen.set(0, 0, 9),
                () -> frozen.add(0, 0, 9),
                () -> algebra.multiplyInto(frozen, 1, a, false, a, false, 0))) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("this matrix is part of a model: copy() it first");
        }
        Matrix copy = frozen.copy();
        copy.set(0, 0, 9);
        assertThat(copy.get(0, 0)).isEqualTo(9);
        assertThatThrownBy(() -> algebra.multiplyInto(a, 1, frozen, false, frozen, false, 0))
                .hasMessage("the product must not be written into one of its factors");
    }
}
