package dev.kith.checks;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * One task of two classes by the book, as an oracle: min over w, b of (1/n) sum loss(y, x'w + b) + lambda ||w||^2 on
 * features of mean 0 and deviation 1, through its dual
 *
 * <pre>
 *   max over a of -sum l*(a) - a'Ga / (4 lambda),   sum_o y_o a_o = 0,   w = sum_o y_o a_o x_o / (2 lambda)
 *   hinge: l* = -a on [0, 1/n];  logistic: l* = entropy of n a, on (0, 1/n)
 * </pre>
 *
 * by exact steps on the pair of observations that violates optimality most, in plain loops that share no code with the
 * trainers. Weights are not supported.
 */
final class Margin {
    private static final int STEPS = 200_000;
    private static final double OPTIMAL = 1e-10;

    private final boolean logistic;
    private final double lambda;

    Margin(boolean logistic, double lambda) {
        this.logistic = logistic;
        this.lambda = lambda;
    }

    /** Predictions at {@code at}, one column. */
    Matrix predict(Dataset data, Inputs at) {
        int n = data.size();
        int d = CheckData.FEATURES;
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int o = 0; o < n; o++) {
            x[o] = CheckData.values(data.inputs()).row(data.row(o));
            y[o] = data.label(o);
        }
        double[][] z = new double[at.rows()][];
        Arrays.setAll(z, i -> CheckData.values(at).row(i));
        Ridge.standardize(x, z);
        double[] w = new double[d];
        double b = solve(x, y, w);
        Matrix predictions = Matrix.zeros(z.length, 1);
        for (int i = 0; i < z.length; i++) {
            predictions.set(i, 0, KnownCase.dot(z[i], w) + b);
        }
        return predictions;
    }

    /** Fills w; returns b. */
    private double solve(double[][] x, double[] y, double[] w) {
        int n = y.length;
        double[] a = start(y);
        for (int o = 0; o < n; o++) {
            move(w, x[o], y[o] * a[o]);
        }
        for (int k = 0; k < STEPS; k++) {
            // Each observation says what b would suit it: at least so much where a may grow, at most where it may fall.
            int up = -1;
            int down = -1;
            double highest = Double.NEGATIVE_INFINITY;
            double lowest = Double.POSITIVE_INFINITY;
            for (int o = 0; o < n; o++) {
                double wanted = y[o] * slope(a[o], n) - KnownCase.dot(x[o], w);
                if (free(y[o], a[o], n) && wanted > highest) {
                    highest = wanted;
                    up = o;
                }
                if (free(-y[o], a[o], n) && wanted < lowest) {
                    lowest = wanted;
                    down = o;
                }
            }
            if (highest - lowest <= OPTIMAL) {
                return (highest + lowest) / 2;
            }
            double step = pairStep(x, y, a, w, up, down);
            a[up] += y[up] * step;
            a[down] -= y[down] * step;
            move(w, x[up], step);
            move(w, x[down], -step);
        }
        throw new IllegalStateException("the oracle did not converge");
    }

    /** Feasible, and inside the range for the logistic loss. */
    private static double[] start(double[] y) {
        double positive = Arrays.stream(y).filter(v -> v > 0).count();
        double[] a = new double[y.length];
        Arrays.setAll(
                a,
                o -> 0.5 / y.length * Math.min(1, y[o] > 0 ? y.length / positive - 1 : 1 / (y.length / positive - 1)));
        return a;
    }

    private void move(double[] w, double[] x, double by) {
        for (int j = 0; j < w.length; j++) {
            w[j] += by * x[j] / (2 * lambda);
        }
    }

    /** Minus the slope of l* in a. */
    private double slope(double a, int n) {
        return logistic ? Math.log((1 - n * a) / (n * a)) : 1;
    }

    /** Whether a can move so that y a grows. */
    private boolean free(double y, double a, int n) {
        return logistic || (y > 0 ? a < 1.0 / n : a > 0);
    }

    /** The best step along the pair, by bisection on the slope of the concave dual. */
    private double pairStep(double[][] x, double[] y, double[] a, double[] w, int up, int down) {
        int n = y.length;
        double low = 0;
        double high = Math.min(y[up] > 0 ? 1.0 / n - a[up] : a[up], y[down] > 0 ? a[down] : 1.0 / n - a[down]);
        double distance = 0;
        for (int j = 0; j < w.length; j++) {
            distance += (x[up][j] - x[down][j]) * (x[up][j] - x[down][j]) / (2 * lambda);
        }
        double apart = KnownCase.dot(x[up], w) - KnownCase.dot(x[down], w);
        for (int k = 0; k < 100; k++) {
            double step = (low + high) / 2;
            double rise = y[up] * slope(a[up] + y[up] * step, n)
                    - y[down] * slope(a[down] - y[down] * step, n)
                    - apart
                    - step * distance;
            low = rise > 0 ? step : low;
            high = rise > 0 ? high : step;
        }
        return logistic ? low : high;
    }
}
