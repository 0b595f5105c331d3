package dev.kith.linalg;

/** Solves with a lower triangular factor in plain Java. */
record TriangularCholesky(Matrix factor) implements Cholesky {
    @Override
    public Matrix solve(Matrix b) {
        int n = factor.rows();
        int m = b.cols();
        double[] l = factor.data();
        double[] x = b.copy().data();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                subtractRow(x, i * m, j * m, m, l[i * n + j]);
            }
            divideRow(x, i * m, m, l[i * n + i]);
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) {
                subtractRow(x, i * m, j * m, m, l[j * n + i]);
            }
            divideRow(x, i * m, m, l[i * n + i]);
        }
        return Matrix.wrap(n, m, x);
    }

    @Override
    public double[] solve(double... b) {
        return solve(Matrix.wrap(b.length, 1, b)).data();
    }

    private static void subtractRow(double[] x, int to, int from, int length, double factor) {
        for (int k = 0; k < length; k++) {
            x[to + k] -= factor * x[from + k];
        }
    }

    private static void divideRow(double[] x, int start, int length, double divisor) {
        for (int k = 0; k < length; k++) {
            x[start + k] /= divisor;
        }
    }
}
