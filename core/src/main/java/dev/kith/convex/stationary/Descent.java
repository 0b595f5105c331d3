package dev.kith.convex.stationary;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import dev.kith.numeric.WolfeSearch;
import dev.kith.numeric.WolfeSearch.Point;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Descends a smooth function by L-BFGS: steps -H g with H the inverse of the Hessian as the last gradients suggest it, of a length that
 * meets Wolfe's conditions [1]. The value never rises.
 *
 * <p>[1] Nocedal and Wright, Numerical Optimization, 2006, algorithm 7.4.
 */
final class Descent {
    private static final int MEMORY = 20;
    private static final double ROUNDING = 1e-14;
    /** Length of the first step, relative to the point. */
    private static final double FIRST = 0.1;

    private final Eliminated function;
    private final Deque<Pair> pairs = new ArrayDeque<>();
    private Point point;

    /** A step and what it changed in the gradient. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Pair(double[] step, double[] change, double product) {}

    Descent(Eliminated function, double[] start) {
        this.function = function;
        point = Point.of(function, start.clone());
    }

    double value() {
        return point.value();
    }

    double[] point() {
        return point.x().clone();
    }

    /** Goes on until the monitor is content or no better point is found; returns the steps taken. The function is left at the point. */
    int run(Monitor monitor) {
        int steps = 0;
        while (!monitor.done(steps, new Certificate(point.value(), Double.NEGATIVE_INFINITY), function.violation())) {
            if (!step()) {
                boolean fresh = pairs.isEmpty();
                pairs.clear();
                if (fresh || !step()) {
                    point = Point.of(function, point.x());
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
        Point before = point;
        if (!(dot(direction, before.gradient()) < 0)) {
            return false;
        }
        double noise = ROUNDING * Math.max(Math.abs(before.value()), function.magnitude());
        Point found = WolfeSearch.along(function, before, direction, noise);
        if (found == null) {
            return false;
        }
        point = found;
        learn(difference(found.x(), before.x()), difference(found.gradient(), before.gradient()));
        return true;
    }

    private double[] direction() {
        double[] d = point.gradient().clone();
        scale(d, -1);
        if (pairs.isEmpty()) {
            double size = Math.sqrt(dot(d, d));
            double length = Math.sqrt(dot(point.x(), point.x()));
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
