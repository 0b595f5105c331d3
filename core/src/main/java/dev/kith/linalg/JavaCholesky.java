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
        double[][] upper = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                upper[j][i] = a[i * n + j];
            }
        }
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
            x[i] = (x[i] - dot(l, i * n, x, i)) / l[i * n + i];
        }
        for (int i = n - 1; i >= 0; i--) {
            double value = x[i] / l[i * n + i];
            x[i] = value;
            int row = i * n;
            for (int j = 0; j < i; j++) {
                x[j] -= l[row + j] * value;
            }
        }
    }

    /** Four sums that do not wait for each other. */
    private static double dot(double[] l, int row, double[] x, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int j = 0;
        for (; j + 3 < count; j += 4) {
            s0 += l[row + j] * x[j];
            s1 += l[row + j + 1] * x[j + 1];
            s2 += l[row + j + 2] * x[j + 2];
            s3 += l[row + j + 3] * x[j + 3];
        }
        for (; j < count; j++) {
            s0 += l[row + j] * x[j];
        }
        return (s0 + s1) + (s2 + s3);
    }

    private static void divide(double[] row, int start, int end, double divisor) {
        for (int j = start; j < end; j++) {
            row[j] /= divisor;
        }
    }
}
