package dev.kith.structure.matrix;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.SparsePattern;
import java.util.Arrays;

/**
 * (Laplacian + excess I) = (I - L) D (I - L)' with L strictly lower, in an order of elimination with few entries. Entries of
 * L, D and of the inverse are right to rounding of each, whatever the condition.
 */
final class SparseFactor {
    /* No entry is a difference: what is left of a row after elimination is again off-diagonal entries <= 0 and a sum > 0, so
     * sums of rows are carried along instead of the diagonal [1]. By columns, each from those to its left that reach it.
     * [1] Alfa, Xue, Ye, Accurate computation of the smallest eigenvalue of a diagonally dominant M-matrix, 2002. */

    private final SparsePattern pattern;
    private final double[] l;
    private final double[] d;

    /**
     * The factor.
     *
     * @param weights of the edges, in the order of {@code neighbours}
     * @param excess what every row of the matrix sums to, &gt; 0
     */
    SparseFactor(SparsePattern pattern, int[][] neighbours, double[][] weights, double excess) {
        this.pattern = pattern;
        l = new double[pattern.row().length];
        d = new double[pattern.size()];
        new Columns().fill(neighbours, weights, excess);
    }

    /** The work of making the factor, column by column. */
    private final class Columns {
        private final double[] sum = new double[d.length];
        private final double[] work = new double[d.length];
        /** The next entry of each column, and the columns that reach a row next, in lists. */
        private final int[] at = Arrays.copyOf(pattern.start(), d.length);

        private final int[] reaching = new int[d.length];
        private final int[] another = new int[d.length];

        void fill(int[][] neighbours, double[][] weights, double excess) {
            Arrays.fill(reaching, -1);
            for (int k = 0; k < d.length; k++) {
                int node = pattern.order()[k];
                for (int e = 0; e < neighbours[node].length; e++) {
                    int j = pattern.place()[neighbours[node][e]];
                    if (j > k) {
                        work[j] += weights[node][e];
                    }
                }
                sum[k] = excess;
                gather(k);
                finish(k);
                link(k);
            }
        }

        /** Adds what columns to the left leave in column k. */
        private void gather(int k) {
            int i = reaching[k];
            while (i >= 0) {
                int following = another[i];
                double factor = l[at[i]];
                sum[k] += factor * sum[i];
                for (int q = at[i] + 1; q < pattern.start()[i + 1]; q++) {
                    work[pattern.row()[q]] += l[q] * factor * d[i];
                }
                at[i]++;
                link(i);
                i = following;
            }
        }

        private void finish(int k) {
            d[k] = sum[k];
            for (int q = pattern.start()[k]; q < pattern.start()[k + 1]; q++) {
                l[q] = work[pattern.row()[q]];
                work[pattern.row()[q]] = 0;
                d[k] += l[q];
            }
            for (int q = pattern.start()[k]; q < pattern.start()[k + 1]; q++) {
                l[q] /= d[k];
            }
        }

        private void link(int i) {
            if (at[i] < pattern.start()[i + 1]) {
                int row = pattern.row()[at[i]];
                another[i] = reaching[row];
                reaching[row] = i;
            }
        }
    }

    /** The inverse times x. */
    Matrix solve(Matrix x) {
        int k = x.cols();
        double[] given = x.data();
        double[] y = new double[d.length * k];
        for (int i = 0; i < d.length; i++) {
            System.arraycopy(given, pattern.order()[i] * k, y, i * k, k);
        }
        for (int i = 0; i < d.length; i++) {
            for (int q = pattern.start()[i]; q < pattern.start()[i + 1]; q++) {
                add(y, pattern.row()[q] * k, l[q], i * k, k);
            }
        }
        Matrix solved = Matrix.zeros(x.rows(), k);
        for (int i = d.length - 1; i >= 0; i--) {
            for (int j = i * k; j < (i + 1) * k; j++) {
                y[j] /= d[i];
            }
            for (int q = pattern.start()[i]; q < pattern.start()[i + 1]; q++) {
                add(y, i * k, l[q], pattern.row()[q] * k, k);
            }
            System.arraycopy(y, i * k, solved.data(), pattern.order()[i] * k, k);
        }
        return solved;
    }

    private static void add(double[] y, int to, double factor, int from, int count) {
        for (int j = 0; j < count; j++) {
            y[to + j] += factor * y[from + j];
        }
    }

    /** Entries of the inverse where L has some: the diagonal, and at least those between neighbours. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Selected(SparsePattern pattern, double[] diagonal, double[] below) {
        /** Between two neighbours. */
        double entry(int a, int b) {
            int column = Math.min(pattern.place()[a], pattern.place()[b]);
            int row = Math.max(pattern.place()[a], pattern.place()[b]);
            int at = Arrays.binarySearch(pattern.row(), pattern.start()[column], pattern.start()[column + 1], row);
            return below[at];
        }
    }

    /** The entries of the inverse that L tells of. */
    Selected inverse() {
        double[] z = new double[l.length];
        double[] own = new double[d.length];
        double[] column = new double[d.length];
        double[] sums = new double[d.length];
        double[] all = new double[d.length];
        for (int j = d.length - 1; j >= 0; j--) {
            int from = pattern.start()[j];
            int to = pattern.start()[j + 1];
            for (int q = from; q < to; q++) {
                column[pattern.row()[q]] = l[q];
            }
            for (int q = from; q < to; q++) {
                int i = pattern.row()[q];
                sums[i] += l[q] * own[i];
                for (int p = pattern.start()[i]; p < pattern.start()[i + 1]; p++) {
                    // entries between neighbours of j: both are below it, so L has them
                    int k = pattern.row()[p];
                    if (column[k] != 0) {
                        sums[i] += column[k] * z[p];
                        sums[k] += l[q] * z[p];
                    }
                }
            }
            own[j] = 1 / d[j];
            for (int q = from; q < to; q++) {
                int i = pattern.row()[q];
                z[q] = sums[i];
                own[j] += l[q] * sums[i];
                sums[i] = 0;
                column[i] = 0;
            }
            all[pattern.order()[j]] = own[j];
        }
        return new Selected(pattern, all, z);
    }
}
