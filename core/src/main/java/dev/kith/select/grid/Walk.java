package dev.kith.select.grid;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Walks downhill over a few coordinates, in given directions: along each of them, and across a pair where more of one is worth
 * less of the other. There the valley runs aslant, and a search along the axes alone stands still anywhere on its floor.
 *
 * <p>A direction that helps is followed as long as it does; when none does, steps are halved. After every round the way it
 * went as a whole is tried once more, for valleys that run neither along nor across.
 */
public final class Walk {
    /** What is gained by less than this is not worth another fit. */
    private static final double WORTHWHILE = 1e-4;

    private final double[] lower;
    private final double[] upper;
    private final List<double[]> directions;
    private final ToDoubleFunction<double[]> cost;
    private double[] at;
    private double value;

    /**
     * @param lower the least of every coordinate
     * @param upper the largest
     * @param directions those worth trying, each with its opposite
     * @param cost what a point costs, quick for one that was asked for before; not a number where that cannot be said
     * @param start a point within the bounds
     */
    public Walk(
            double[] lower,
            double[] upper,
            List<double[]> directions,
            ToDoubleFunction<double[]> cost,
            double[] start) {
        this.lower = lower.clone();
        this.upper = upper.clone();
        this.directions = List.copyOf(directions);
        this.cost = cost;
        at = start.clone();
        value = look(start);
    }

    /** Where the walk stands. */
    public double[] at() {
        return at.clone();
    }

    /** Walks until no step of {@code step} times 2^-halvings helps. */
    public void descend(double step, int halvings) {
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
        for (double[] direction : directions) {
            helped |= follow(times(length, direction)) || follow(times(-length, direction));
        }
        return helped;
    }

    private static double[] times(double factor, double[] direction) {
        return Arrays.stream(direction).map(part -> factor * part).toArray();
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
}
