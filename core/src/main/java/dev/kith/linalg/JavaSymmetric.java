package dev.kith.linalg;

/** The lower triangles of symmetric results in pure Java, as sums of rows. */
final class JavaSymmetric {
    /** Rows whose multiples are added to all others before moving on, so that they stay in the cache. */
    private static final int BLOCK = 64;

    private JavaSymmetric() {}

    /** See {@link Routines#invertCholesky}: with x = l^-1 the inverse is x'x. */
    static void invert(int n, double[] l) {
        double[][] x = triangleInverse(n, l);
        double[][] inverse = new double[n][];
        for (int i = 0; i < n; i++) {
            inverse[i] = new double[i + 1];
        }
        double[] factors = new double[BLOCK];
        for (int first = 0; first < n; first += BLOCK) {
            int last = Math.min(n, first + BLOCK);
            for (int i = 0; i < last; i++) {
                int from = Math.max(first, i);
                for (int p = from; p < last; p++) {
                    factors[p - from] = x[p][i];
                }
                RowSums.addInto(inverse[i], 0, i + 1, factors, x, from, last - from);
            }
        }
        for (int i = 0; i < n; i++) {
            System.arraycopy(inverse[i], 0, l, i * n, i + 1);
        }
    }

    /** The rows of l^-1, n long; row i is e_i minus multiples of the rows before it. */
    private static double[][] triangleInverse(int n, double[] l) {
        double[][] x = new double[n][n];
        double[] factors = new double[BLOCK];
        for (int i = 0; i < n; i++) {
            x[i][i] = 1;
            for (int first = 0; first < i; first += BLOCK) {
                int last = Math.min(i, first + BLOCK);
                for (int p = first; p < last; p++) {
                    factors[p - first] = -l[i * n + p];
                }
                RowSums.addInto(x[i], 0, last, factors, x, first, last - first);
            }
            for (int j = 0; j <= i; j++) {
                x[i][j] /= l[i * n + i];
            }
        }
        return x;
    }

    /** See {@link Routines#addSquare}. */
    static void addSquare(int n, double[] c, double alpha, int cols, double[] a) {
        double[] transposed = new double[a.length];
        RowSums.transposeInto(transposed, a, n, cols);
        double[][] rows = RowSums.split(transposed, cols, n, 0, n);
        double[][] sums = new double[n][];
        double[] factors = new double[BLOCK];
        for (int first = 0; first < cols; first += BLOCK) {
            int count = Math.min(BLOCK, cols - first);
            for (int i = 0; i < n; i++) {
                sums[i] = first == 0 ? new double[i + 1] : sums[i];
                for (int p = 0; p < count; p++) {
                    factors[p] = alpha * rows[first + p][i];
                }
                RowSums.addInto(sums[i], 0, i + 1, factors, rows, first, count);
            }
        }
        for (int i = 0; i < n; i++) {
            RowSums.add(sums[i], 0, i + 1, java.util.Arrays.copyOfRange(c, i * n, i * n + i + 1), 1);
            System.arraycopy(sums[i], 0, c, i * n, i + 1);
        }
    }
}
