package dev.kith.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Walks downhill over a few coordinates: along each of them, and across each pair. Where more of one is worth less of
 * another, the valley runs aslant, and a search along the axes alone stands still anywhere on its floor.
 *
 * <p>A direction that helps is followed as long as it does; when none does, steps are halved. After every round the way it
 * went as a whole is tried once more, for valleys that run neither along nor across.
 */
final class Walk {
    /** What is gained by less than this is not worth another fit. */
    private static final double WORTHWHILE = 1e-4;

    private final double[] lower;
    private final double[] upper;
    private final ToDoubleFunction<double[]> cost;
    private double[] at;
    private double value;

    /**
     * @param lower the least of every coordinate
     * @param upper the largest
     * @param cost what a point costs, quick for one that was asked for before; not a number where that cannot be said
     * @param start a point within the bounds
     */
    Walk(double[] lower, double[] upper, ToDoubleFunction<double[]> cost, double[] start) {
        this.lower = lower.clone();
        this.upper = upper.clone();
        this.cost = cost;
        at = start.clone();
        value = look(start);
    }

    /** Where the walk stands. */
    double[] at() {
        return at.clone();
    }

    /** Walks until no step of {@code step} times 2^-halvings helps. */
    void descend(double step, int halvings) {
        double length = step;
        for (int round = 0; round <= halvings; round++) {
            double[] from = at;
            while (around(length)) {
                // The way of the whole round, once more and as long as it helps.
                double[] way = new double[at.length];
                for (int i = 0; i < way.length; i++) {
                    way[i] = at[i] - from[i];
                }
                follow(way);
                from = at;
            }
            length /= 2;
        }
    }

    /** Tries every direction; whether any helped. */
    private boolean around(double length) {
        boolean helped = false;
        for (double[] direction : directions()) {
            helped |= follow(Arrays.stream(direction).map(part -> part * length).toArray());
        }
        return helped;
    }

    private boolean follow(double[] way) {
        boolean helped = false;
        while (step(way)) {
            helped = true;
        }
        return helped;
    }

    private boolean step(double[] way) {
        double[] next = new double[at.length];
        for (int i = 0; i < next.length; i++) {
            next[i] = Math.max(lower[i], Math.min(upper[i], at[i] + way[i]));
        }
        double found = look(next);
        if (!(found < value - WORTHWHILE * Math.abs(value))) {
            return false;
        }
        at = next;
        value = found;
        return true;
    }

    private double look(double[] point) {
        double found = cost.applyAsDouble(point);
        return Double.isNaN(found) ? Double.POSITIVE_INFINITY : found;
    }

    /** Along each axis but the first, across each pair, and along the first, which has been looked along before. */
    private List<double[]> directions() {
        int axes = at.length;
        List<double[]> all = new ArrayList<>();
        for (int i = 1; i < axes; i++) {
            addBoth(all, axes, i, i, 0);
        }
        for (int i = 0; i < axes; i++) {
            for (int j = i + 1; j < axes; j++) {
                addBoth(all, axes, i, j, -1);
                addBoth(all, axes, i, j, 1);
            }
        }
        addBoth(all, axes, 0, 0, 0);
        return all;
    }

    private static void addBoth(List<double[]> all, int axes, int i, int j, double second) {
        for (double sign : new double[] {1, -1}) {
            double[] direction = new double[axes];
            direction[j] = sign * second;
            direction[i] = sign;
            all.add(direction);
        }
    }
}
