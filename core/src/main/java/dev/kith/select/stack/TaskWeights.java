package dev.kith.select.stack;

import java.util.Arrays;

/**
 * The weights of one task when the common ones are given: argmin L(w) + tau/2 ||w - w_0||^2 over w &gt;= 0 with the sum 1, for tau &gt; 0. Newton
 * steps, each a {@link SimplexQuadratic}; for squares there is one.
 */
final class TaskWeights {
    /** Of the value. */
    private static final double TOLERANCE = 1e-13;

    private static final int MOST_STEPS = 60;
    private static final int MOST_HALVINGS = 40;

    /** A step must lower the value by this share of what its slope promises, or halve the gap: that still falls where the value is all rounding. */
    private static final double PROMISED = 1e-4;

    private final TaskLoss loss;
    private final double tau;
    private final double[] common;

    TaskWeights(TaskLoss loss, double tau, double[] common) {
        this.loss = loss;
        this.tau = tau;
        this.common = common;
    }

    double value(double[] w) {
        double distance = 0;
        for (int k = 0; k < w.length; k++) {
            distance += (w[k] - common[k]) * (w[k] - common[k]);
        }
        return loss.value(w) + tau * distance / 2;
    }

    private double[] slope(double[] w) {
        double[] slope = new double[w.length];
        for (int k = 0; k < w.length; k++) {
            slope[k] = tau * (w[k] - common[k]);
        }
        loss.addSlopeInto(slope, w);
        return slope;
    }

    private double[][] curvature(double[] w) {
        double[][] curvature = new double[w.length][w.length];
        for (int k = 0; k < w.length; k++) {
            curvature[k][k] = tau;
        }
        loss.addCurvatureInto(curvature, w);
        return curvature;
    }

    /** g'w - min_k g_k: how far the value can be above the smallest. */
    static double gap(double[] slope, double[] w) {
        double least = Arrays.stream(slope).min().orElse(0);
        double gap = 0;
        for (int k = 0; k < w.length; k++) {
            gap += w[k] * (slope[k] - least);
        }
        return gap;
    }

    double gap(double[] w) {
        return gap(slope(w), w);
    }

    double[] minimum(double[] start) {
        double[] w = start;
        for (int step = 0; step < MOST_STEPS; step++) {
            double[] slope = slope(w);
            if (gap(slope, w) <= TOLERANCE * Math.abs(value(w))) {
                return w;
            }
            double[] next = next(w, slope);
            if (Arrays.equals(next, w)) {
                return w;
            }
            w = next;
        }
        return w;
    }

    private double[] next(double[] w, double[] slope) {
        double[][] curvature = curvature(w);
        double[] b = new double[w.length];
        for (int k = 0; k < w.length; k++) {
            b[k] = -slope[k];
            for (int j = 0; j < w.length; j++) {
                b[k] += curvature[k][j] * w[j];
            }
        }
        double[] to = SimplexQuadratic.minimum(curvature, b, w);
        double promised = 0;
        for (int k = 0; k < w.length; k++) {
            promised += slope[k] * (to[k] - w[k]);
        }
        double here = value(w);
        double length = 1;
        for (int halving = 0; halving < MOST_HALVINGS; halving++, length /= 2) {
            double[] tried = between(w, to, length);
            if (value(tried) < here + PROMISED * length * promised || gap(tried) < gap(slope, w) / 2) {
                return tried;
            }
        }
        return w;
    }

    static double[] between(double[] from, double[] to, double length) {
        double[] at = new double[from.length];
        Arrays.setAll(at, k -> length == 1 ? to[k] : from[k] + length * (to[k] - from[k]));
        return at;
    }

    /**
     * Adds tau (I - dw/dw_0), what the minimum bends by along the common weights. With H the curvature among weights above 0, h = H^-1 1,
     * the weights follow by tau (H^-1 - hh'/1'h).
     */
    void addCommonCurvatureInto(double[][] sum, double[] w) {
        int[] set = SimplexQuadratic.support(w);
        Triangle factor = new Triangle(curvature(w), set);
        double[] ones = new double[set.length];
        Arrays.fill(ones, 1);
        double[] h = factor.solve(ones);
        double all = Arrays.stream(h).sum();
        for (int k = 0; k < w.length; k++) {
            sum[k][k] += tau;
        }
        for (int j = 0; j < set.length; j++) {
            double[] unit = new double[set.length];
            unit[j] = 1;
            double[] column = factor.solve(unit);
            for (int i = 0; i < set.length; i++) {
                sum[set[i]][set[j]] -= tau * tau * (column[i] - h[i] * h[j] / all);
            }
        }
    }
}
