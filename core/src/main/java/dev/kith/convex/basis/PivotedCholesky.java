package dev.kith.convex.basis;

import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * Low-rank factor of a positive semidefinite matrix, K ~ L L' with L n x rank, by Cholesky with diagonal pivoting: stops
 * when what is left of the trace is below {@code tolerance} times the trace. Rows {@code pivots} of L are a lower
 * triangle.
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record PivotedCholesky(Matrix factor, int[] pivots) {
    static PivotedCholesky of(Matrix k, double tolerance) {
        return of(k, tolerance, k.rows());
    }

    /** Stops at a rank of {@code most} too. */
    static PivotedCholesky of(Matrix k, double tolerance, int most) {
        int n = k.rows();
        double[] left = k.diagonal();
        double limit = tolerance * Math.max(k.trace(), Double.MIN_NORMAL);
        // Columns of L are built one after another, so they are stored as rows until the rank is known.
        double[][] columns = new double[n][];
        int[] pivots = new int[n];
        int rank = 0;
        while (rank < most && Arrays.stream(left).sum() > limit) {
            int pivot = 0;
            for (int i = 1; i < n; i++) {
                pivot = left[i] > left[pivot] ? i : pivot;
            }
            if (!(left[pivot] > 0)) {
                break;
            }
            double[] column = k.row(pivot);
            for (int c = 0; c < rank; c++) {
                double factor = columns[c][pivot];
                double[] earlier = columns[c];
                for (int i = 0; i < n; i++) {
                    column[i] -= factor * earlier[i];
                }
            }
            double root = Math.sqrt(left[pivot]);
            for (int i = 0; i < n; i++) {
                column[i] /= root;
                left[i] = Math.max(0, left[i] - column[i] * column[i]);
            }
            for (int c = 0; c < rank; c++) {
                column[pivots[c]] = 0;
            }
            column[pivot] = root;
            left[pivot] = 0;
            pivots[rank] = pivot;
            columns[rank++] = column;
        }
        Matrix factor = Matrix.zeros(n, rank);
        for (int c = 0; c < rank; c++) {
            for (int i = 0; i < n; i++) {
                factor.set(i, c, columns[c][i]);
            }
        }
        return new PivotedCholesky(factor, Arrays.copyOf(pivots, rank));
    }

    /** The n x T coefficients B, zero off the pivots, with L' B = W for W given transposed (T x rank). */
    Matrix coefficients(Matrix wt) {
        int rank = pivots.length;
        int tasks = wt.rows();
        Matrix b = Matrix.zeros(factor.rows(), tasks);
        double[] x = new double[rank];
        for (int t = 0; t < tasks; t++) {
            for (int c = rank - 1; c >= 0; c--) {
                double sum = wt.get(t, c);
                for (int below = c + 1; below < rank; below++) {
                    sum -= factor.get(pivots[below], c) * x[below];
                }
                x[c] = sum / factor.get(pivots[c], c);
                b.set(pivots[c], t, x[c]);
            }
        }
        return b;
    }
}
