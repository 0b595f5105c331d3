package dev.kith.convex.basis;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;

/**
 * The functions that kernel values at the inputs span, f = sum_i k(., x_i) B_i: no more dimensions than inputs, however many
 * features these have. For a linear kernel the weights are X'B.
 *
 * @param x the inputs; dense features of a linear kernel centred, where there are intercepts
 * @param centre what was taken from those features; empty where nothing was
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record RowSpace(Inputs x, Kernel kernel, double[] centre) {
    /* Products of dense features far from 0 would keep no digits of what tells inputs apart, so these are centred first.
     * Sparse features are not far from 0, and would not be sparse any more. */

    public static RowSpace of(Inputs x, Kernel kernel, boolean intercept) {
        if (!(intercept && kernel instanceof Linear && x instanceof DenseInputs dense)) {
            return new RowSpace(x, kernel, new double[0]);
        }
        Matrix values = dense.values().copy();
        double[] centre = new double[values.cols()];
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < centre.length; j++) {
                centre[j] += values.get(i, j) / values.rows();
            }
        }
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < centre.length; j++) {
                values.add(i, j, -centre[j]);
            }
        }
        return new RowSpace(new DenseInputs(values, dense.features()), kernel, centre);
    }

    public Matrix gram() {
        return kernel.gram(x);
    }

    /** What a model keeps of coefficients B (inputs x T): these, or the weights they stand for. */
    public Basis.Decoded decoded(Matrix b) {
        double[] offset = new double[b.cols()];
        if (!(kernel instanceof Linear)) {
            return new Basis.Decoded(b, offset);
        }
        Matrix weights = x instanceof SparseInputs sparse
                ? transposeTimes(sparse.values(), b)
                : LinearAlgebra.best().multiplyTransposeA(((DenseInputs) x).values(), b);
        for (int j = 0; j < centre.length; j++) {
            for (int t = 0; t < offset.length; t++) {
                offset[t] += centre[j] * weights.get(j, t);
            }
        }
        return new Basis.Decoded(weights, offset);
    }

    private static Matrix transposeTimes(SparseRows rows, Matrix b) {
        int tasks = b.cols();
        Matrix weights = Matrix.zeros(rows.cols(), tasks);
        for (int i = 0; i < rows.rows(); i++) {
            for (int k = rows.start(i); k < rows.end(i); k++) {
                int at = rows.index(k) * tasks;
                for (int t = 0; t < tasks; t++) {
                    weights.data()[at + t] += rows.value(k) * b.data()[i * tasks + t];
                }
            }
        }
        return weights;
    }
}
