package dev.kith.constraint;

import dev.kith.numeric.Points;

/**
 * min over c in C of F(c) = sum_t cost(t, c_t), by projections only.
 *
 * <p>Around c the cost is replaced by slope_t (z_t - c_t) + (k h_t / 2)(z_t - c_t)^2, whose minimiser over C is the
 * projection of c_t - slope_t / (k h_t) under weights h; k grows until F really falls and shrinks after a success, so F
 * never rises and no curvature has to be known.
 */
final class Majorizer {
    private static final int MAX_STEPS = 1000;
    private static final double MAX_STIFFNESS = 1e14;
    private static final double SETTLED = 1e-11;
    /** Widths of the rounding of kinks, as shares of the cost's range: each minimum starts the next search. */
    private static final double[] ROUNDINGS = {0.1, 0.01, 1e-3, 1e-4, 1e-6};

    private final ConstraintSet set;
    private final ConstraintSet.Separable exact;
    private ConstraintSet.Separable cost;

    Majorizer(ConstraintSet set, ConstraintSet.Separable cost) {
        this.set = set;
        this.exact = cost;
        this.cost = cost;
    }

    /** A point none nearby is better than, reached from the projection of {@code start}. */
    double[] minimize(double[] start, double[] weights) {
        double[] c = set.project(start, weights).point();
        for (double share : ROUNDINGS) {
            cost = exact.rounded(share);
            c = descend(c, weights);
            if (cost == exact) {
                break;
            }
        }
        return c;
    }

    private double[] descend(double[] from, double[] weights) {
        double[] c = from;
        double[] target = new double[c.length];
        double value = total(c);
        double stiffness = 1;
        for (int step = 0; step < MAX_STEPS && stiffness < MAX_STIFFNESS; step++) {
            for (int t = 0; t < c.length; t++) {
                target[t] = c[t] - cost.slope(t, c[t]) / (stiffness * weights[t]);
            }
            double[] next = set.project(target, weights).point();
            double moved = Points.squaredDistance(next, c, weights);
            double nextValue = total(next);
            if (nextValue <= value - 1e-4 * stiffness * moved && moved > 0) {
                boolean settled = Math.sqrt(moved) <= SETTLED * (1 + Points.maxAbs(c));
                c = next;
                value = nextValue;
                stiffness /= 2;
                if (settled) {
                    break;
                }
            } else {
                stiffness *= 4;
            }
        }
        return c;
    }

    private double total(double[] c) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            sum += cost.value(t, c[t]);
        }
        return sum;
    }
}
