package dev.kith.ascent;

import dev.kith.linalg.TwofoldSum;

/**
 * Unpenalised intercepts, one per task, in dual coordinate ascent.
 *
 * <p>An intercept puts the constraint "s sums to zero over the task" on the dual, which single coordinates cannot keep. A
 * penalised constant feature would be another problem; so the constraint is met by the method of multipliers: during a
 * visit the task's prediction carries b + sigma (sum of s), after it the multiplier moves to that value, and what is left
 * of the sum is taken off s exactly ({@link #balance}). Every iterate is therefore feasible, and the certificate is one
 * of the problem with free intercepts. The primal side uses the best intercepts for the scores at hand ({@link #best}).
 */
public final class Intercepts {
    private static final int MOST_STEPS = 200;

    /** Slopes this small, relative to the task's costs, are rounding errors of zero. */
    private static final double FLAT = 1e-13;

    private Intercepts() {}

    /**
     * Moves s of task t to sum zero, staying within every row's bounds and touching as few resting rows as possible;
     * {@code excess} is the sum to remove.
     */
    public static void balance(Duals duals, int t, double excess) {
        int from = duals.taskStart[t];
        int to = duals.taskStart[t + 1];
        if (duals.loss.quadratic()) {
            double total = total(duals, from, to);
            for (int i = from; i < to; i++) {
                duals.s[i] -= excess * duals.c[i] / total;
            }
            return;
        }
        double sign = Math.signum(excess);
        double left = shrink(duals, from, to, sign, Math.abs(excess), false);
        if (left > 0) {
            shrink(duals, from, to, sign, left, true);
        }
    }

    /** How far from zero a row may be on that side. */
    private static double most(Duals duals, int i, double sign) {
        double y = duals.y[i];
        return duals.c[i] * (sign > 0 ? -duals.loss.lowestDual(y) : duals.loss.highestDual(y));
    }

    /** Scales rows of one sign towards zero, those inside their bounds or those at them; returns what is left. */
    private static double shrink(Duals duals, int from, int to, double sign, double excess, boolean atBound) {
        double room = 0;
        for (int i = from; i < to; i++) {
            double size = sign * duals.s[i];
            room += size > 0 && size >= most(duals, i, sign) == atBound ? size : 0;
        }
        if (!(room > 0)) {
            return excess;
        }
        double keep = Math.max(0, 1 - excess / room);
        for (int i = from; i < to; i++) {
            double size = sign * duals.s[i];
            if (size > 0 && size >= most(duals, i, sign) == atBound) {
                duals.s[i] *= keep;
            }
        }
        return Math.max(0, excess - room);
    }

    /**
     * argmin over b of sum_i c_i loss(y_i, scores_i + b) over the rows of task t, looked for from {@code near} on. A task
     * of a single class has none, or too many: then it is the hinge's nearest to 0, or where the logistic loss is next to
     * nothing.
     */
    public static double best(Duals duals, int t, double[] scores, double near) {
        int from = duals.taskStart[t];
        int to = duals.taskStart[t + 1];
        if (from == to) {
            return near;
        }
        double start = duals.loss.classification() && oneClass(duals, from, to) ? 0 : near;
        if (duals.loss.wedge()) {
            return kink(duals, from, to, scores, start);
        }
        if (duals.loss.quadratic()) {
            return mean(duals, from, to, scores);
        }
        return duals.loss.smooth() ? smooth(duals, from, to, scores, start) : middle(duals, from, to, scores, start);
    }

    /** Squared loss: the mean residual, in twice the precision, so that labels all alike leave none. */
    private static double mean(Duals duals, int from, int to, double[] scores) {
        TwofoldSum residuals = new TwofoldSum();
        TwofoldSum costs = new TwofoldSum();
        for (int i = from; i < to; i++) {
            residuals.addProduct(duals.c[i], duals.y[i]);
            residuals.addProduct(-duals.c[i], scores[i]);
            costs.add(duals.c[i]);
        }
        return residuals.value().dividedBy(costs.value()).hi();
    }

    private static boolean oneClass(Duals duals, int from, int to) {
        int i = from;
        while (i < to && duals.y[i] == duals.y[from]) {
            i++;
        }
        return i == to;
    }

    /** Piecewise linear losses: their kinks, where prediction meets label, are the candidates. */
    private static double kink(Duals duals, int from, int to, double[] scores, double near) {
        Kinks kinks = new Kinks(to - from);
        for (int i = from; i < to; i++) {
            double y = duals.y[i];
            double c = duals.c[i];
            kinks.add(y - scores[i], c * duals.loss.lowestDual(y), c * duals.loss.highestDual(y));
        }
        double slack = FLAT * total(duals, from, to);
        double first = kinks.passes(-slack);
        double last = kinks.passes(slack);
        if (Double.isInfinite(first) || Double.isInfinite(last)) {
            // a single class: any b from here on
            return Double.isFinite(first) ? Math.max(near, first) : Double.isFinite(last) ? Math.min(near, last) : near;
        }
        // Everything between is as good; the middle depends least on rounding and on the order of rows.
        return first + (last - first) / 2;
    }

    /** Losses with kinks elsewhere: the middle of where slopes are rounding errors of zero, or its only end. */
    private static double middle(Duals duals, int from, int to, double[] scores, double near) {
        double total = total(duals, from, to);
        double low = Rising.passes(b -> slope(duals, from, to, scores, b), -FLAT * total, near);
        double high = Rising.passes(b -> slope(duals, from, to, scores, b), FLAT * total, near);
        if (Double.isInfinite(low) || Double.isInfinite(high)) {
            return Double.isFinite(low) ? low : Double.isFinite(high) ? high : near;
        }
        return low + (high - low) / 2;
    }

    private static double slope(Duals duals, int from, int to, double[] scores, double b) {
        double slope = 0;
        for (int i = from; i < to; i++) {
            slope += duals.c[i] * duals.loss.slope(duals.y[i], scores[i] + b);
        }
        return slope;
    }

    private static double total(Duals duals, int from, int to) {
        double total = 0;
        for (int i = from; i < to; i++) {
            total += duals.c[i];
        }
        return total;
    }

    /** Smooth losses: Newton's method with an upper bound of the curvature, sped up by secants, kept in a bracket. */
    private static double smooth(Duals duals, int from, int to, double[] scores, double near) {
        double total = total(duals, from, to);
        double curvature = duals.loss.curvature() * total;
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.POSITIVE_INFINITY;
        double b = near;
        double step = 0;
        double last = 0;
        double reach = 1;
        for (int k = 0; k < MOST_STEPS; k++) {
            double slope = slope(duals, from, to, scores, b);
            if (Math.abs(slope) <= FLAT * total) {
                return b;
            }
            if (slope > 0) {
                high = b;
            } else {
                low = b;
            }
            // Classes have a slope to follow; numbers far from their labels may have none that changes.
            reach = duals.loss.classification() ? 1 : 4 * reach;
            double secant = step == 0 ? curvature : (slope - last) / step;
            double next = b - slope / (secant > 0 ? Math.min(secant, curvature) : curvature / reach);
            if (!(next > low && next < high)) {
                next = Double.isInfinite(low - high) ? b - slope / curvature : (low + high) / 2;
            }
            step = next - b;
            last = slope;
            b = next;
        }
        return b;
    }
}
