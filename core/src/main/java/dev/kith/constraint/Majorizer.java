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

    private final ConstraintSet set;
    private final ConstraintSet.Separable cost;

    Majorizer(ConstraintSet set, ConstraintSet.Separable cost) {
        this.set = set;
        this.cost = cost;
    }

    Projection minimize(double[] start, double[] weights) {
        double[] c = set.project(start, weights).point();
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
        return Projection.of(c, start, weights, Double.NaN);
    }

    private double total(double[] c) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            sum += cost.value(t, c[t]);
        }
        return sum;
    }
}
