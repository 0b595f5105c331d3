package dev.kith.mixed;

import java.util.Arrays;

/**
 * Minimises a smooth function by BFGS: x - step H g with H the inverse of the Hessian as the gradients seen so far suggest it, and a step that
 * meets Wolfe's conditions [1]. Where values no longer tell points apart, a step counts by its slope alone.
 *
 * <p>[1] Nocedal and Wright, Numerical Optimization, 2006, algorithms 3.5, 3.6 and 6.1.
 */
final class QuasiNewton {
    private static final double ENOUGH = 1e-4;
    private static final double FLATTER = 0.9;
    private static final double ROUNDING = 1e-13;
    private static final int MOST_TRIALS = 40;
    private static final double LONGER = 4;

    /** A smooth function. */
    interface Smooth {
        /** Its value; writes its gradient. */
        double at(double[] x, double[] gradient);
    }

    /** Looks at each point reached. */
    interface Watch {
        /** Whether the point after so many steps, which was evaluated last, will do. */
        boolean done(int steps);
    }

    private final Smooth function;
    private final double[] scale;
    private final double[][] inverse;
    private double[] x;
    private double[] gradient;
    private double value;
    /** Whether the inverse is still that of the scale. */
    private boolean fresh;

    /** @param scale about the inverse of the Hessian's diagonal */
    QuasiNewton(Smooth function, double[] start, double[] scale) {
        this.function = function;
        this.scale = scale.clone();
        this.inverse = new double[start.length][start.length];
        this.x = start.clone();
        this.gradient = new double[start.length];
        this.value = function.at(x, gradient);
    }

    /** Goes on until a point will do, or no better one is found. */
    void run(Watch watch) {
        forget();
        for (int steps = 0; !watch.done(steps); steps++) {
            if (!step() && (fresh || !again())) {
                return;
            }
        }
    }

    private boolean again() {
        forget();
        return step();
    }

    /** Moves to a better point; false where none is found. */
    private boolean step() {
        double[] direction = direction();
        double[] before = x;
        double[] slope = gradient;
        if (!(dot(direction, gradient) < 0) || !search(direction)) {
            return false;
        }
        learn(difference(x, before), difference(gradient, slope));
        fresh = false;
        return true;
    }

    private void forget() {
        for (int i = 0; i < x.length; i++) {
            Arrays.fill(inverse[i], 0);
            inverse[i][i] = scale[i];
        }
        fresh = true;
    }

    private double[] direction() {
        double[] d = new double[x.length];
        for (int i = 0; i < d.length; i++) {
            d[i] = -dot(inverse[i], gradient);
        }
        return d;
    }

    /** Moves along the direction; false where no step is any good. */
    private boolean search(double[] direction) {
        double start = value;
        double slope = dot(direction, gradient);
        double noise = ROUNDING * Math.abs(start);
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double step = 1;
        double[] trial = new double[x.length];
        double[] there = new double[x.length];
        for (int k = 0; k < MOST_TRIALS; k++) {
            for (int i = 0; i < trial.length; i++) {
                trial[i] = x[i] + step * direction[i];
            }
            double found = function.at(trial, there);
            double tilt = dot(direction, there);
            boolean lower = found <= start + ENOUGH * step * slope
                    || (found <= start + noise && tilt <= (2 * ENOUGH - 1) * slope);
            if (!lower || !Double.isFinite(tilt)) {
                high = step;
            } else if (tilt < FLATTER * slope) {
                low = step;
            } else {
                x = trial;
                gradient = there;
                value = found;
                return true;
            }
            boolean bracketed = high < Double.POSITIVE_INFINITY;
            step = bracketed ? (low + high) / 2 : LONGER * step;
            if (bracketed && high - low <= Math.ulp(high)) {
                return false;
            }
        }
        return false;
    }

    /** The BFGS update, unless the curvature seen is not positive. */
    private void learn(double[] s, double[] y) {
        double sy = dot(s, y);
        if (!(sy > Math.ulp(1.0) * Math.sqrt(dot(s, s) * dot(y, y)))) {
            return;
        }
        int n = s.length;
        double[] hy = new double[n];
        for (int i = 0; i < n; i++) {
            hy[i] = dot(inverse[i], y);
        }
        double factor = (1 + dot(y, hy) / sy) / sy;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                inverse[i][j] += factor * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / sy;
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] difference(double[] a, double[] b) {
        double[] d = new double[a.length];
        Arrays.setAll(d, i -> a[i] - b[i]);
        return d;
    }
}
