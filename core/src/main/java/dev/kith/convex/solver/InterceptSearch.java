package dev.kith.convex.solver;

import dev.kith.ascent.Kinks;
import dev.kith.convex.basis.Problem;
import dev.kith.loss.Loss;

/**
 * The unpenalised intercept of every task: the root of the increasing function sum_o w_o slope_o(z_o + b) of b.
 *
 * @param losses one a task
 * @param terms whose slopes are meant: those of the losses, or of what takes their place
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record InterceptSearch(Problem problem, Loss[] losses, Pointwise terms) {
    /**
     * Intercepts of classes stay within this bound. A task with one class only has its best intercept at infinity; there
     * the loss at the bound is below 1e-17 already.
     */
    private static final double LARGEST_INTERCEPT = 40;
    /** Intercepts change little from one look to the next. */
    private static final double FIRST_REACH = 1e-3;
    /** Slopes this small, relative to the task's weight, are rounding errors of zero. */
    private static final double FLAT = 1e-13;

    private static final double ZERO = 1e-15;
    /** Newton's method is trusted while every step leaves no more than this of the slope. */
    private static final double FAST = 0.2;

    private static final int MOST_FAST = 8;

    /** For terms with a slope everywhere: Newton's method from {@code near} on while it goes well; else from a bracket. */
    double smooth(int t, double[] z, double near) {
        double largest = largest(t, z);
        double at = near;
        double slope = slopeSum(t, z, at);
        double bend = bendSum(t, z, at);
        for (int k = 0; k < MOST_FAST && Math.abs(slope) > ZERO * problem.taskWeight[t]; k++) {
            double next = at - slope / bend;
            double after = Math.abs(next) < largest ? slopeSum(t, z, next) : Double.NaN;
            if (!(Math.abs(after) <= FAST * Math.abs(slope))) {
                return Math.abs(slope) <= FLAT * problem.taskWeight[t] ? at : bracketed(t, z, at);
            }
            bend = (after - slope) / (next - at);
            at = next;
            slope = after;
        }
        return Math.abs(slope) <= FLAT * problem.taskWeight[t] ? at : bracketed(t, z, at);
    }

    private double bendSum(int t, double[] z, double intercept) {
        double sum = 0;
        for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
            sum += problem.w[o] * terms.bend(o, z[o] + intercept);
        }
        return sum;
    }

    /**
     * A bracket around a point, then false position in the Illinois manner (a side that stays counts half), every third step
     * a bisection, which kinks may need.
     */
    private double bracketed(int t, double[] z, double at) {
        double largest = largest(t, z);
        double slopeAt = slopeSum(t, z, at);
        double low = at;
        double high = at;
        double lowSlope = slopeAt;
        double highSlope = slopeAt;
        for (double reach = FIRST_REACH; highSlope < 0 && high < largest; reach *= 8) {
            low = high;
            lowSlope = highSlope;
            high = Math.min(largest, high + reach);
            highSlope = slopeSum(t, z, high);
        }
        for (double reach = FIRST_REACH; lowSlope > 0 && low > -largest; reach *= 8) {
            high = low;
            highSlope = lowSlope;
            low = Math.max(-largest, low - reach);
            lowSlope = slopeSum(t, z, low);
        }
        if (!(lowSlope < 0 && highSlope > 0)) {
            return lowSlope >= 0 ? low : high;
        }
        int side = 0;
        for (int k = 1; k < 200 && high - low > 1e-15 * Math.max(1, Math.abs(low)); k++) {
            double next = k % 3 == 0 ? (low + high) / 2 : low - lowSlope * (high - low) / (highSlope - lowSlope);
            double slopeThere = next > low && next < high ? slopeSum(t, z, next) : 0;
            if (Math.abs(slopeThere) <= ZERO * problem.taskWeight[t]) {
                return next;
            }
            if (slopeThere < 0) {
                low = next;
                lowSlope = slopeThere;
                highSlope *= side < 0 ? 0.5 : 1;
                side = -1;
            } else {
                high = next;
                highSlope = slopeThere;
                lowSlope *= side > 0 ? 0.5 : 1;
                side = 1;
            }
        }
        return (low + high) / 2;
    }

    /**
     * A loss with kinks may have an interval of best intercepts: its middle, so that the answer does not depend on the
     * way there; or its end where it has only one.
     */
    double middle(int t, double[] z) {
        double slack = FLAT * problem.taskWeight[t];
        double largest = largest(t, z);
        double from;
        double to;
        if (losses[t].wedge()) {
            Kinks kinks = kinks(t, z);
            from = Math.max(-largest, Math.min(largest, kinks.passes(-slack)));
            to = Math.max(-largest, Math.min(largest, kinks.passes(slack)));
        } else {
            from = crossing(t, z, -slack, largest);
            to = crossing(t, z, slack, largest);
        }
        if (from <= -largest || to >= largest) {
            return from <= -largest && to >= largest ? 0 : from <= -largest ? to : from;
        }
        return (from + to) / 2;
    }

    private Kinks kinks(int t, double[] z) {
        Kinks kinks = new Kinks(problem.start[t + 1] - problem.start[t]);
        for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
            double y = problem.y[o];
            double w = problem.w[o];
            kinks.add(y - z[o], w * losses[t].lowestDual(y), w * losses[t].highestDual(y));
        }
        return kinks;
    }

    /** Numbers have their best intercept where predictions meet labels, or logarithms of them. */
    private double largest(int t, double[] z) {
        double largest = LARGEST_INTERCEPT;
        if (!losses[t].scalable() && !losses[t].classification()) {
            double farthest = 0;
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                farthest = Math.max(farthest, Math.abs(z[o]));
            }
            return LARGEST_INTERCEPT + farthest;
        }
        for (int o = problem.start[t]; o < problem.start[t + 1] && !losses[t].classification(); o++) {
            largest = Math.max(largest, 2 * Math.abs(problem.y[o]) + 2 * Math.abs(z[o]));
        }
        return largest;
    }

    /** Where the increasing function sum w slope(z + b) passes this level, within the bounds of intercepts. */
    private double crossing(int t, double[] z, double level, double largest) {
        double low = -largest;
        double high = largest;
        if (slopeSum(t, z, low) > level || slopeSum(t, z, high) <= level) {
            return slopeSum(t, z, low) > level ? low : high;
        }
        while (high - low > 1e-15 * Math.max(1, Math.abs(low))) {
            double middle = (low + high) / 2;
            if (middle == low || middle == high) {
                break;
            }
            boolean beyond = slopeSum(t, z, middle) > level;
            low = beyond ? low : middle;
            high = beyond ? middle : high;
        }
        return (low + high) / 2;
    }

    private double slopeSum(int t, double[] z, double intercept) {
        double sum = 0;
        for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
            sum += problem.w[o] * terms.slope(o, z[o] + intercept);
        }
        return sum;
    }
}
