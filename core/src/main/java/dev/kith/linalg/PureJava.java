package dev.kith.linalg;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Routines in pure Java, on the thread that calls them. */
final class PureJava implements Routines {
    @Override
    public String name() {
        return "java";
    }

    @Override
    public void multiply(
            int threads,
            Matrix c,
            double alpha,
            Matrix a,
            boolean transposeA,
            Matrix b,
            boolean transposeB,
            double beta) {
        LinearAlgebra.scale(c.data(), beta);
        int inner = transposeA ? a.rows() : a.cols();
        new JavaProduct(c.rows(), c.cols(), inner, c.data(), a.data(), transposeA, b.data(), transposeB).addInto(alpha);
    }

    @Override
    public boolean eigen(int threads, int n, double[] a, double[] values) {
        double scale = 0;
        for (double value : a) {
            scale = Math.max(scale, Math.abs(value));
        }
        Tridiagonal t = new Tridiagonal(mirrored(n, a, scale > 0 ? scale : 1));
        ImplicitQr qr = new ImplicitQr(t.diagonal, t.offDiagonal, t.orthogonalFactor());
        if (!qr.run()) {
            return false;
        }
        int[] order = ascending(t.diagonal);
        for (int j = 0; j < n; j++) {
            values[j] = t.diagonal[order[j]] * scale;
            qr.copyColumnInto(a, j * n, order[j]);
        }
        return true;
    }

    @Override
    public boolean eigenvalues(int threads, int n, double[] a, double[] values) {
        double scale = 0;
        for (double value : a) {
            scale = Math.max(scale, Math.abs(value));
        }
        Tridiagonal t = new Tridiagonal(mirrored(n, a, scale > 0 ? scale : 1));
        if (!new ImplicitQr(t.diagonal, t.offDiagonal, new double[0][0]).run()) {
            return false;
        }
        for (int j = 0; j < n; j++) {
            values[j] = t.diagonal[j] * scale;
        }
        Arrays.sort(values);
        return true;
    }

    /** The rows of the symmetric matrix with the lower triangle a / divisor. */
    private static double[][] mirrored(int n, double[] a, double divisor) {
        double[][] rows = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                rows[i][j] = a[i * n + j] / divisor;
                rows[j][i] = rows[i][j];
            }
        }
        return rows;
    }

    @Override
    public int cholesky(int threads, int n, double[] a) {
        return JavaCholesky.factor(n, a);
    }

    @Override
    public void solveCholesky(int threads, int n, double[] l, int cols, double[] b) {
        JavaCholesky.solve(n, l, cols, b);
    }

    @Override
    public boolean svd(int threads, Matrix a, Matrix u, double[] s, Matrix v) {
        boolean tall = a.rows() >= a.cols();
        JacobiSvd svd = new JacobiSvd(tall ? a : a.transpose(), this);
        if (!svd.run()) {
            return false;
        }
        svd.copyInto(tall ? u : v, s, tall ? v : u);
        return true;
    }

    private static int[] ascending(double[] values) {
        return IntStream.range(0, values.length)
                .boxed()
                .sorted((i, j) -> Double.compare(values[i], values[j]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
