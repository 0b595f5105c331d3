package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every kernel on vectors must satisfy beside {@link KernelContract}. */
public abstract class VectorKernelContract extends KernelContract {
    private static final int FEATURES = 5;

    @Override
    protected DenseInputs inputs(int rows) {
        return DenseInputs.of(
                Matrix.zeros(rows, FEATURES).map(x -> random.nextInt(3) == 0 ? 0 : random.nextGaussian()));
    }

    @Override
    protected Inputs wrongInputs() {
        return new StringInputs(List.of("abc", "abd"), "s");
    }

    static SparseInputs sparse(DenseInputs dense) {
        Matrix values = dense.values();
        int[] starts = new int[values.rows() + 1];
        int[] indices = new int[values.data().length];
        double[] nonZeros = new double[values.data().length];
        int size = 0;
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < values.cols(); j++) {
                if (values.get(i, j) != 0) {
                    indices[size] = j;
                    nonZeros[size++] = values.get(i, j);
                }
            }
            starts[i + 1] = size;
        }
        SparseRows rows =
                new SparseRows(values.cols(), starts, Arrays.copyOf(indices, size), Arrays.copyOf(nonZeros, size));
        return new SparseInputs(rows, dense.features());
    }

    @Test
    void sparseInputsGiveWhatDenseOnesGive() {
        DenseInputs x = inputs(9);
        DenseInputs z = inputs(6);
        assertClose(kernel().cross(sparse(x), sparse(z)), kernel().cross(x, z));
        assertClose(kernel().gram(sparse(x)), kernel().gram(x));
        assertThat(kernel().diagonal(sparse(x))).isEqualTo(kernel().diagonal(x));
    }

    /** Sizes of several blocks of rows; sparse products are the same bits whatever the threads. */
    @Test
    void threadsDoNotShow() {
        SparseInputs x = sparse(inputs(1_000));
        SparseInputs z = sparse(inputs(300));
        assertThat(LinearAlgebra.withThreads(4, () -> kernel().cross(x, z)).data())
                .isEqualTo(kernel().cross(x, z).data());
        assertThat(LinearAlgebra.withThreads(4, () -> kernel().gram(x)).data())
                .isEqualTo(kernel().gram(x).data());
        assertThat(kernel().cross(x, z).get(999, 299))
                .isEqualTo(kernel().cross(x.select(999), z.select(299)).get(0, 0));
    }

    /** Coordinates around 10^7 have 2e-9 of rounding of their own; squares of them would leave distances no digit below 0.1. */
    @Test
    void distancesFarFromTheOriginKeepTheirDigits() {
        if (kernel() instanceof VectorKernel vectors && vectors.shiftInvariant()) {
            DenseInputs x = inputs(9);
            DenseInputs z = inputs(6);
            DenseInputs farX = DenseInputs.of(x.values().map(v -> v + 1e7));
            DenseInputs farZ = DenseInputs.of(z.values().map(v -> v + 1e7));
            Matrix near = kernel().cross(x, z);
            assertThat(kernel().cross(farX, farZ).data()).containsExactly(near.data(), within(1e-7));
            assertThat(kernel().gram(farX).data())
                    .containsExactly(kernel().gram(x).data(), within(1e-7));
        }
    }

    @Test
    void messagesSayWhatToUse() {
        assertThatThrownBy(() -> kernel().cross(inputs(2), sparse(inputs(2))))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "kernel '" + kernel().spec() + "' needs numeric features of one kind (dense or sparse) on both"
                                + " sides; for strings use spectrum:k or weighted-degree:k");
        assertThatThrownBy(() -> kernel().cross(inputs(2), DenseInputs.of(Matrix.zeros(2, FEATURES + 1))))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "kernel '" + kernel().spec() + "' needs equal numbers of features on both sides, got 5 and 6");
    }

    /** k of two vectors, by way of {@link Kernel#cross}. */
    double value(double[] x, double[] z) {
        return kernel().cross(DenseInputs.of(Matrix.of(x)), DenseInputs.of(Matrix.of(z)))
                .get(0, 0);
    }
}
