package dev.kith.numeric;

import org.jspecify.annotations.Nullable;

/**
 * A step along a direction that meets Wolfe's conditions: the value falls by a share of what the slope promised, and the slope there is
 * flatter. Where values no longer tell points apart, a step counts by its slope alone.
 *
 * <p>Nocedal and Wright, Numerical Optimization, 2006, algorithms 3.5 and 3.6.
 */
public final class WolfeSearch {
    private static final double ENOUGH = 1e-4;
    private static final double FLATTER = 0.9;
    private static final int MOST_TRIALS = 40;
    private static final double LONGER = 4;

    private WolfeSearch() {}

    /** A smooth function. */
    @FunctionalInterface
    public interface Smooth {
        /** Its value; writes its gradient. */
        double at(double[] x, double[] gradient);
    }

    /** A point with the function's value and gradient there. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    public record Point(double[] x, double value, double[] gradient) {
        /** Evaluates the function. */
        public static Point of(Smooth function, double[] x) {
            double[] gradient = new double[x.length];
            double value = function.at(x, gradient);
            return new Point(x, value, gradient);
        }
    }

    /**
     * The point a step away, which was evaluated last; null where no step is any good.
     *
     * @param noise differences of values up to here are rounding
     */
    public static @Nullable Point along(Smooth function, Point from, double[] direction, double noise) {
        double slope = dot(direction, from.gradient);
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double step = 1;
        for (int k = 0; k < MOST_TRIALS; k++) {
            Point there = Point.of(function, moved(from.x, step, direction));
            double tilt = dot(direction, there.gradient);
            boolean lower = there.value <= from.value + ENOUGH * step * slope
                    || (there.value <= from.value + noise && tilt <= (2 * ENOUGH - 1) * slope);
            if (!lower || !Double.isFinite(tilt)) {
                high = step;
            } else if (tilt < FLATTER * slope) {
                low = step;
            } else {
                return there;
            }
            boolean bracketed = high < Double.POSITIVE_INFINITY;
            if (bracketed && high - low <= Math.ulp(high)) {
                return null;
            }
            step = bracketed ? (low + high) / 2 : LONGER * step;
        }
        return null;
    }

    private static double[] moved(double[] x, double step, double[] direction) {
        double[] moved = x.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += step * direction[i];
        }
        return moved;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
