package dev.kith.convex.stationary;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Descends a smooth function by L-BFGS: steps -H g with H the inverse of the Hessian as the last gradients suggest it, of a length that
 * meets Wolfe's conditions [1]. The value never rises. Where values no longer tell points apart, a step counts by its slope alone.
 *
 * <p>[1] Nocedal and Wright, Numerical Optimization, 2006, algorithms 3.5 and 7.4.
 */
final class Descent {
    private static final int MEMORY = 20;
    private static final double ENOUGH = 1e-4;
    private static final double FLATTER = 0.9;
    private static final double ROUNDING = 1e-14;
    private static final int MOST_TRIALS = 40;
    private static final double LONGER = 4;
    /** Length of the first step, relative to the point. */
    private static final double FIRST = 0.1;

    private final Eliminated function;
    private final Deque<Pair> pairs = new ArrayDeque<>();
    private double[] x;
    private double[] gradient;
    private double value;

    /** A step and what it changed in the gradient. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Pair(double[] step, double[] change, double product) {}

    Descent(Eliminated function, double[] start) {
        this.function = function;
        x = start.clone();
        gradient = new double[x.length];
        value = function.at(x, gradient);
    }

    double value() {
        return value;
    }

    double[] point() {
        return x.clone();
    }

    /** Goes on until the monitor is content or no better point is found; returns the steps taken. The function is left at the point. */
    int run(Monitor monitor) {
        int steps = 0;
        while (!monitor.done(steps, new Certificate(value, Double.NEGATIVE_INFINITY), function.violation())) {
            if (!step()) {
                boolean fresh = pairs.isEmpty();
                pairs.clear();
                if (fresh || !step()) {
                    value = function.at(x, gradient);
                    monitor.stopped();
                    return steps;
                }
            }
            steps++;
        }
        return steps;
    }

    /** Moves to a better point; false where none is found. */
    boolean step() {
        double[] direction = direction();
        double[] before = x;
        double[] slope = gradient;
        if (!(dot(direction, gradient) < 0) || !search(direction)) {
            return false;
        }
        learn(difference(x, before), difference(gradient, slope));
        return true;
    }

    private double[] direction() {
        double[] d = new double[x.length];
        for (int i = 0; i < d.length; i++) {
            d[i] = -gradient[i];
        }
        if (pairs.isEmpty()) {
            double size = Math.sqrt(dot(gradient, gradient));
            double length = Math.sqrt(dot(x, x));
            scale(d, size > 0 && length > 0 ? FIRST * length / size : 1);
            return d;
        }
        double[] share = new double[pairs.size()];
        int k = 0;
        for (Iterator<Pair> latest = pairs.descendingIterator(); latest.hasNext(); k++) {
            Pair pair = latest.next();
            share[k] = dot(pair.step, d) / pair.product;
            add(d, -share[k], pair.change);
        }
        Pair last = pairs.getLast();
        scale(d, last.product / dot(last.change, last.change));
        for (Pair pair : pairs) {
            k--;
            add(d, share[k] - dot(pair.change, d) / pair.product, pair.step);
        }
        return d;
    }

    /** Moves along the direction; false where no step is any good. */
    private boolean search(double[] direction) {
        double start = value;
        double slope = dot(direction, gradient);
        double noise = ROUNDING * Math.max(Math.abs(start), function.magnitude());
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double step = 1;
        for (int k = 0; k < MOST_TRIALS; k++) {
            double[] trial = x.clone();
            add(trial, step, direction);
            double[] there = new double[x.length];
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
            step = high < Double.POSITIVE_INFINITY ? (low + high) / 2 : LONGER * step;
        }
        return false;
    }

    /** Keeps a pair unless the curvature it saw is not positive. */
    private void learn(double[] step, double[] change) {
        double product = dot(step, change);
        if (!(product > Math.ulp(1.0) * Math.sqrt(dot(step, step) * dot(change, change)))) {
            return;
        }
        if (pairs.size() == MEMORY) {
            pairs.removeFirst();
        }
        pairs.addLast(new Pair(step, change, product));
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void add(double[] to, double factor, double[] what) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * what[i];
        }
    }

    private static void scale(double[] what, double factor) {
        for (int i = 0; i < what.length; i++) {
            what[i] *= factor;
        }
    }

    private static double[] difference(double[] a, double[] b) {
        double[] d = a.clone();
        add(d, -1, b);
        return d;
    }
}
