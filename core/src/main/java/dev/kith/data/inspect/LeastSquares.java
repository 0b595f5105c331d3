package dev.kith.data.inspect;

import java.util.Arrays;

/**
 * argmin over b, c of ||y - c - sum_j b_j x_j||^2 by Gram-Schmidt, twice, on centred columns of unit length; a column that
 * those before it explain gets no factor.
 */
final class LeastSquares {
    private static final double DEPENDENT = 1e-7;

    /** What a column must move the target by, beside the target's own deviation, to count as used. */
    private static final double USED = 1e-3;

    private final double[] factors;
    private final double[] effects;
    private final double deviation;
    private final double spread;

    private LeastSquares(double[] factors, double[] effects, double deviation, double spread) {
        this.factors = factors;
        this.effects = effects;
        this.deviation = deviation;
        this.spread = spread;
    }

    /** b_j, in the units of the column. */
    double factor(int j) {
        return factors[j];
    }

    /** Root mean square of what is left. */
    double deviation() {
        return deviation;
    }

    static LeastSquares of(double[] y, double[]... x) {
        int p = x.length;
        int n = y.length;
        double[][] q = new double[p][];
        double[][] r = new double[p][p];
        double[] lengths = new double[p];
        for (int j = 0; j < p; j++) {
            q[j] = centred(x[j]);
            lengths[j] = Math.sqrt(dot(q[j], q[j]));
            scale(q[j], lengths[j]);
            for (int pass = 0; pass < 2; pass++) {
                for (int k = 0; k < j; k++) {
                    double along = dot(q[k], q[j]);
                    r[k][j] += along;
                    subtract(q[j], along, q[k]);
                }
            }
            double left = Math.sqrt(dot(q[j], q[j]));
            r[j][j] = left > DEPENDENT ? left : 0;
            scale(q[j], r[j][j]);
        }
        double[] rest = centred(y);
        double spread = Math.sqrt(dot(rest, rest) / n);
        double[] parts = new double[p];
        for (int pass = 0; pass < 2; pass++) {
            for (int j = 0; j < p; j++) {
                double along = dot(q[j], rest);
                parts[j] += along;
                subtract(rest, along, q[j]);
            }
        }
        double[] effects = back(r, parts);
        double[] factors = new double[p];
        for (int j = 0; j < p; j++) {
            factors[j] = lengths[j] > 0 ? effects[j] / lengths[j] : 0;
            effects[j] /= Math.sqrt(n);
        }
        return new LeastSquares(factors, effects, Math.sqrt(dot(rest, rest) / n), spread);
    }

    /** Whether the target moves with column j. */
    boolean uses(int j) {
        return Math.abs(effects[j]) > USED * spread;
    }

    private static double[] back(double[][] r, double[] parts) {
        int p = parts.length;
        double[] b = new double[p];
        for (int j = p - 1; j >= 0; j--) {
            double sum = parts[j];
            for (int k = j + 1; k < p; k++) {
                sum -= r[j][k] * b[k];
            }
            b[j] = r[j][j] > 0 ? sum / r[j][j] : 0;
        }
        return b;
    }

    private static double[] centred(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(v -> v - mean).toArray();
    }

    private static void scale(double[] values, double length) {
        for (int i = 0; i < values.length; i++) {
            values[i] = length > 0 ? values[i] / length : 0;
        }
    }

    private static void subtract(double[] from, double factor, double[] values) {
        for (int i = 0; i < from.length; i++) {
            from[i] -= factor * values[i];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
