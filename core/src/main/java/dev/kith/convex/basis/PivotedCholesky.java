package dev.kith.convex.basis;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * Low-rank factor of a positive semidefinite matrix, K ~ L L' with L n x rank, by Cholesky with diagonal pivoting: stops
 * when what is left of the trace is below {@code tolerance} times the trace. Rows {@code pivots} of L are a lower
 * triangle.
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record PivotedCholesky(Matrix factor, int[] pivots) {
    /** Overwrites {@code k}. */
    static PivotedCholesky of(Matrix k, double tolerance) {
        return of(k, tolerance, k.rows());
    }

    /** Stops at a rank of {@code most} too; overwrites {@code k}. */
    static PivotedCholesky of(Matrix k, double tolerance, int most) {
        int n = k.rows();
        double[] diagonal = k.diagonal();
        double limit = tolerance * Math.max(k.trace(), Double.MIN_NORMAL);
        int[] order = new int[n];
        int rank = LinearAlgebra.best().pivotedCholeskyInto(k, order, limit / Math.max(1, n), most);
        rank = needed(k, order, diagonal, rank, limit);
        Matrix factor = Matrix.zeros(n, rank);
        for (int i = 0; i < n; i++) {
            System.arraycopy(k.data(), i * n, factor.data(), order[i] * rank, Math.min(i + 1, rank));
        }
        return new PivotedCholesky(factor, Arrays.copyOf(order, rank));
    }

    /** The smallest rank that leaves no more than {@code limit} of the diagonal: single pivots may still be above their share. */
    private static int needed(Matrix l, int[] order, double[] diagonal, int rank, double limit) {
        double[] left = new double[rank];
        for (int i = 0; i < order.length; i++) {
            double rest = diagonal[order[i]];
            for (int c = 0; c < Math.min(i, rank); c++) {
                rest -= l.get(i, c) * l.get(i, c);
                left[c] += Math.max(0, rest);
            }
        }
        int needed = rank;
        while (needed > 1 && left[needed - 2] <= limit) {
            needed--;
        }
        return needed;
    }

    /** The n x T coefficients B, zero off the pivots, with L' B = W for W given transposed (T x rank). */
    Matrix coefficients(Matrix wt) {
        int rank = pivots.length;
        int tasks = wt.rows();
        Matrix x = wt.copy();
        Matrix b = Matrix.zeros(factor.rows(), tasks);
        for (int c = rank - 1; c >= 0; c--) {
            double[] row = factor.row(pivots[c]);
            for (int t = 0; t < tasks; t++) {
                double value = x.get(t, c) / row[c];
                b.set(pivots[c], t, value);
                subtract(x.data(), t * rank, row, c, value);
            }
        }
        return b;
    }

    private static void subtract(double[] from, int offset, double[] row, int count, double factor) {
        for (int j = 0; j < count; j++) {
            from[offset + j] -= factor * row[j];
        }
    }
}
