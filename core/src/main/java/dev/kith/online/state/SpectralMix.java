package dev.kith.online.state;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;

/**
 * H = tr(G^p)^(1/p - 1) G^(p-1) for a symmetric positive semidefinite G: the gradient's mixing matrix. By products for a whole p,
 * by eigenvalues otherwise.
 */
final class SpectralMix {
    private SpectralMix() {}

    static double[][] of(double[][] g, double p) {
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
        double[][] power = p == Math.rint(p) ? power(scaled, (int) p - 1) : realPower(scaled, p - 1);
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

    private static double[][] realPower(double[][] base, double exponent) {
        Matrix power = LinearAlgebra.best()
                .eigen(Matrix.of(base).symmetrized())
                .rebuild(value -> Math.pow(Math.max(0, value), exponent));
        double[][] rows = new double[base.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = power.row(i);
        }
        return rows;
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
