package dev.kith.structure.extension;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * G(g, s) = rho (tr A_ext^p - tr A^p), p &gt;= 1. For p = 1 it is rho (s + ||g||^2), for p = 2 rho (2 sum e_j g_j^2 + (s +
 * ||g||^2)^2); otherwise from the eigenvalues of the extended matrix, which in the directions kept is diag(e) bordered by
 * sqrt(e_j) g_j and the corner.
 */
public final class SchattenExtension extends SpectralExtension {
    private final double p;
    private final double rho;

    public SchattenExtension(TaskMatrix structure, UnaryOperator<Matrix> products, double p, double rho) {
        super(structure, products);
        this.p = p;
        this.rho = rho;
    }

    private static double corner(double[] g, double s) {
        return s + dot(g, g);
    }

    private SymmetricEigen extended(double[] g, double s) {
        int r = e.length;
        Matrix a = Matrix.zeros(r + 1, r + 1);
        for (int j = 0; j < r; j++) {
            a.set(j, j, e[j]);
            a.set(j, r, Math.sqrt(e[j]) * g[j]);
            a.set(r, j, a.get(j, r));
        }
        a.set(r, r, corner(g, s));
        return LinearAlgebra.best().eigen(a);
    }

    @Override
    public double value(double[] g, double s) {
        if (p == 1) {
            return rho * corner(g, s);
        }
        if (p == 2) {
            double sum = corner(g, s) * corner(g, s);
            for (int j = 0; j < g.length; j++) {
                sum += 2 * e[j] * g[j] * g[j];
            }
            return rho * sum;
        }
        double sum = 0;
        for (double value : extended(g, s).values().data()) {
            sum += Math.pow(Math.max(0, value), p);
        }
        for (double value : e) {
            sum -= Math.pow(value, p);
        }
        return rho * sum;
    }

    /** The last column of p A_ext^(p - 1). */
    private double[] slopes(double[] g, double s) {
        int r = e.length;
        double[] slopes = new double[r + 1];
        if (p == 1 || p == 2) {
            for (int j = 0; j < r; j++) {
                slopes[j] = p == 1 ? 0 : 2 * Math.sqrt(e[j]) * g[j];
            }
            slopes[r] = p == 1 ? 1 : 2 * corner(g, s);
            return slopes;
        }
        SymmetricEigen eigen = extended(g, s);
        for (int l = 0; l <= r; l++) {
            double power = p
                    * Math.pow(Math.max(0, eigen.value(l)), p - 1)
                    * eigen.vectors().get(r, l);
            for (int j = 0; j <= r; j++) {
                slopes[j] += power * eigen.vectors().get(j, l);
            }
        }
        return slopes;
    }

    @Override
    public double slope(double[] g, double s) {
        return rho * slopes(g, s)[e.length];
    }

    @Override
    void writeGradient(double[] g, double s, double[] out) {
        double[] slopes = slopes(g, s);
        for (int j = 0; j < g.length; j++) {
            out[j] = 2 * rho * (Math.sqrt(e[j]) * slopes[j] + slopes[e.length] * g[j]);
        }
    }

    /** Exact for p = 1 and 2, and for other p at g = 0, where a border moves eigenvalues by divided differences. */
    @Override
    void writeCurvature(double[] g, double s, double[] out) {
        double corner = corner(g, s);
        if (p == 1) {
            Arrays.fill(out, 2 * rho);
            return;
        }
        double power = Math.pow(corner, p - 1);
        for (int j = 0; j < g.length; j++) {
            double apart = e[j] - corner;
            double ratio = Math.abs(apart) > 1e-6 * e[j]
                    ? (Math.pow(e[j], p - 1) - power) / apart
                    : (p - 1) * Math.pow(e[j], p - 2);
            out[j] = 2 * rho * p * (e[j] * ratio + power);
        }
    }

    @Override
    double bend(double[] g, double s) {
        double corner = corner(g, s);
        return p == 1 || corner == 0 ? 0 : 4 * rho * p * (p - 1) * Math.pow(corner, p - 2);
    }
}
