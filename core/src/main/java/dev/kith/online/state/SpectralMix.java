package dev.kith.online.state;

/** H = tr(G^p)^(1/p - 1) G^(p-1) for a symmetric positive semidefinite G and a whole p: the gradient's mixing matrix. */
public final class SpectralMix {
    private SpectralMix() {}

    public static double[][] of(double[][] g, int p) {
        int n = g.length;
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += g[i][i];
        }
        if (p == 1 || !(trace > 0)) {
            return identity(n);
        }
        double[][] scaled = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                scaled[i][j] = g[i][j] / trace;
            }
        }
        double[][] power = power(scaled, p - 1);
        // tr(G^p) is the sum of products of matching entries of G and G^(p-1), both symmetric.
        double top = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                top += scaled[i][j] * power[i][j];
            }
        }
        double factor = Math.pow(top, 1.0 / p - 1);
        for (double[] row : power) {
            for (int j = 0; j < n; j++) {
                row[j] *= factor;
            }
        }
        return power;
    }

    private static double[][] identity(int n) {
        double[][] identity = new double[n][n];
        for (int i = 0; i < n; i++) {
            identity[i][i] = 1;
        }
        return identity;
    }

    private static double[][] power(double[][] base, int exponent) {
        if (exponent == 1) {
            return copy(base);
        }
        double[][] half = power(base, exponent / 2);
        double[][] square = multiply(half, half);
        return exponent % 2 == 0 ? square : multiply(square, base);
    }

    private static double[][] copy(double[][] m) {
        double[][] copy = new double[m.length][];
        for (int i = 0; i < m.length; i++) {
            copy[i] = m[i].clone();
        }
        return copy;
    }

    private static double[][] multiply(double[][] a, double[][] b) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                double factor = a[i][k];
                for (int j = 0; j < n; j++) {
                    c[i][j] += factor * b[k][j];
                }
            }
        }
        return c;
    }
}
