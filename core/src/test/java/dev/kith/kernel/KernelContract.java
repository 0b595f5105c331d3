package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every kernel must satisfy; a test class of a kernel extends this and adds values computed by hand. */
public abstract class KernelContract {
    private static final long SEED = 20261116;
    private static final int[] SIZES = {0, 1, 2, 13, 40};

    /** Of entries and eigenvalues, relative to the largest entry. */
    private static final double ROUNDING = 1e-12;

    protected final Random random = new Random(SEED);

    protected abstract Kernel kernel();

    /** Random inputs the kernel understands. */
    protected abstract Inputs inputs(int rows);

    /** Inputs it does not. */
    protected abstract Inputs wrongInputs();

    private Matrix gram(Inputs x) {
        return kernel().gram(x);
    }

    /** Random inputs, all of them twice. */
    private Inputs doubled(int rows) {
        Inputs x = inputs(rows);
        return x.select(IntStream.range(0, 2 * x.rows()).map(i -> i / 2).toArray());
    }

    static void assertClose(Matrix actual, Matrix expected) {
        assertThat(actual.rows()).isEqualTo(expected.rows());
        assertThat(actual.cols()).isEqualTo(expected.cols());
        assertThat(actual.data())
                .as("seed %d", SEED)
                .containsExactly(expected.data(), within(ROUNDING * Math.max(1, expected.maxAbs())));
    }

    @Test
    void gramIsSymmetricToTheBit() {
        for (int n : SIZES) {
            Matrix k = gram(doubled(n));
            assertThat(k).isEqualTo(k.transpose());
        }
    }

    @Test
    void gramIsPositiveSemidefiniteWithDuplicates() {
        for (int n : SIZES) {
            Matrix k = gram(doubled(n));
            SymmetricEigen eigen = LinearAlgebra.best().eigen(k);
            if (n > 0) {
                assertThat(eigen.value(0)).as("n = %d, seed %d", n, SEED).isGreaterThan(-1e-10 * k.maxAbs());
            }
        }
    }

    @Test
    void crossAgreesWithGram() {
        for (int n : SIZES) {
            Inputs x = doubled(n);
            assertClose(kernel().cross(x, x), gram(x));
        }
    }

    @Test
    void diagonalAgreesWithGram() {
        for (int n : SIZES) {
            Inputs x = inputs(n);
            assertThat(kernel().diagonal(x)).containsExactly(gram(x).diagonal(), within(ROUNDING * gram(x).maxAbs()));
        }
    }

    @Test
    void crossIsTheTransposeOfTheOtherWayRound() {
        Inputs x = inputs(7);
        Inputs z = inputs(4);
        assertClose(kernel().cross(x, z), kernel().cross(z, x).transpose());
    }

    @Test
    void againstIsCrossCallAfterCall() {
        Inputs z = inputs(5);
        Function<Inputs, Matrix> against = kernel().against(z);
        for (int n : SIZES) {
            Inputs x = inputs(n);
            assertClose(against.apply(x), kernel().cross(x, z));
        }
    }

    @Test
    void blocksOfRowsGiveTheRowsOfTheWhole() {
        Inputs x = inputs(9);
        Inputs z = inputs(6);
        Matrix whole = kernel().cross(x, z);
        for (int i = 0; i < x.rows(); i++) {
            assertClose(kernel().cross(x.select(i), z), whole.selectRows(i));
        }
    }

    @Test
    void specReadsBack() {
        if (kernel().scalable()) {
            assertThat(Kernels.parse(kernel().spec())).isEqualTo(kernel());
        }
    }

    @Test
    void wrongInputsAreRefused() {
        Inputs wrong = wrongInputs();
        assertThatThrownBy(() -> kernel().gram(wrong)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> kernel().cross(inputs(2), wrong)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> kernel().cross(wrong, inputs(2))).isInstanceOf(DataException.class);
    }

    @Test
    void valuesForProofsAreThoseOfTheKernel() {
        Inputs x = inputs(6);
        Inputs z = inputs(4);
        Matrix expected = kernel().cross(x, z);
        for (PreciseRows rows : java.util.List.of(kernel().precisely(x, z), kernel().plainly(x, z))) {
            double[] hi = new double[4];
            double[] lo = new double[4];
            for (int i = 0; i < 6; i++) {
                rows.row(i, hi, lo);
                for (int j = 0; j < 4; j++) {
                    double scale = Math.max(1, Math.abs(expected.get(i, j)));
                    assertThat(hi[j] + lo[j])
                            .isCloseTo(expected.get(i, j), org.assertj.core.data.Offset.offset(1e-12 * scale));
                    assertThat(Math.abs(lo[j])).isLessThanOrEqualTo(Math.ulp(hi[j]));
                }
            }
            assertThat(rows.error()).isBetween(0.0, 1e-12 * Math.max(1, expected.maxAbs()));
        }
    }
}
