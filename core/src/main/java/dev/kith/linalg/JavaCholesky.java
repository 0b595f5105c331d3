package dev.kith.linalg;

/**
 * Cholesky factor and solves in pure Java, all as sums of rows: row i of l' is row i of the matrix minus multiples of the
 * rows before it.
 */
final class JavaCholesky {
    /** Rows whose multiples are subtracted from all later ones before moving on; with the row in work they stay in cache. */
    private static final int BLOCK = 48;

    private JavaCholesky() {}

    /** See {@link Routines#cholesky}. */
    static int factor(int n, double[] a) {
        double[][] upper = RowSums.split(Matrix.wrap(n, n, a).transpose().data(), n, n, 0, n);
        double[] factors = new double[BLOCK];
        for (int first = 0; first < n; first += BLOCK) {
            int last = Math.min(n, first + BLOCK);
            for (int i = first; i < n; i++) {
                double[] row = upper[i];
                int count = Math.min(i, last) - first;
                for (int p = 0; p < count; p++) {
                    factors[p] = -upper[first + p][i];
                }
                RowSums.addInto(row, i, n, factors, upper, first, count);
                if (i < last && !(row[i] > 0)) {
                    return i;
                }
                if (i < last) {
                    divide(row, i, n, Math.sqrt(row[i]));
                }
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = upper[j][i];
            }
        }
        return -1;
    }

    /** See {@link Routines#solveCholesky}. */
    static void solve(int n, double[] l, int cols, double[] b) {
        if (cols == 1) {
            solveOne(n, l, b);
            return;
        }
        int even = RowSums.evenWidth(cols);
        for (int from = 0; from < cols; from += even) {
            int width = Math.min(even, cols - from);
            double[][] x = RowSums.split(b, n, cols, from, from + width);
            solveRows(n, l, x, width);
            for (int i = 0; i < n; i++) {
                System.arraycopy(x[i], 0, b, i * cols + from, width);
            }
        }
    }

    private static void solveRows(int n, double[] l, double[][] x, int width) {
        double[] factors = new double[n];
        for (int i = 0; i < n; i++) {
            for (int p = 0; p < i; p++) {
                factors[p] = -l[i * n + p];
            }
            RowSums.addInto(x[i], 0, width, factors, x, 0, i);
            divide(x[i], 0, width, l[i * n + i]);
        }
        for (int i = n - 1; i >= 0; i--) {
            int count = n - 1 - i;
            for (int p = 0; p < count; p++) {
                factors[p] = -l[(i + 1 + p) * n + i];
            }
            RowSums.addInto(x[i], 0, width, factors, x, i + 1, count);
            divide(x[i], 0, width, l[i * n + i]);
        }
    }

    private static void solveOne(int n, double[] l, double[] x) {
        for (int i = 0; i < n; i++) {
            double rest = x[i];
            for (int j = 0; j < i; j++) {
                rest -= l[i * n + j] * x[j];
            }
            x[i] = rest / l[i * n + i];
        }
        for (int i = n - 1; i >= 0; i--) {
            x[i] /= l[i * n + i];
            for (int j = 0; j < i; j++) {
                x[j] -= l[i * n + j] * x[i];
            }
        }
    }

    private static void divide(double[] row, int start, int end, double divisor) {
        for (int j = start; j < end; j++) {
            row[j] /= divisor;
        }
    }
}
