package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Projection;

/**
 * z -&gt; min over c of cost(t, c) + pull (c - z)^2, task by task: a loss that may leave a point z of the set and pays for it.
 *
 * <p>It is pull z^2 less a convex function of z, whatever the cost, so that its minima over a set can be proven.
 */
final class Softened implements Minimisable {
    private static final int HALVINGS = 50;

    private final LossCost cost;
    private final double pull;
    private final double[] least = new double[2];

    Softened(LossCost cost, double pull) {
        this.cost = cost;
        this.pull = pull;
    }

    @Override
    public Projection over(ConstraintSet set) {
        return set.minimize(this, cost.start(), cost.weights());
    }

    @Override
    public double[] near(ConstraintSet set, double[] from) {
        return set.minimize(new Plain(this), from, cost.weights()).point();
    }

    /** The c of each task for this z. */
    double[] points(double[] z) {
        double[] c = new double[z.length];
        for (int t = 0; t < c.length; t++) {
            c[t] = point(t, z[t]);
        }
        return c;
    }

    /** Between the labels where the outline is least, then where the slope vanishes nearby; or beyond them, on a square. */
    private double point(int t, double z) {
        cost.outline(t).leastInto(least, -2 * pull * z, pull);
        double between = settle(t, z, least[1]);
        double end = z < cost.low(t) ? cost.low(t) : cost.high(t);
        boolean beyond = z < cost.low(t) || z > cost.high(t);
        double w = cost.weights()[t];
        double outside = (w * end + pull * z) / (w + pull);
        return beyond && total(t, z, outside) < total(t, z, between) ? outside : between;
    }

    private double settle(int t, double z, double from) {
        double width = (cost.high(t) - cost.low(t)) / 256;
        double low = Math.max(cost.low(t), from - width);
        double high = Math.min(cost.high(t), from + width);
        for (int i = 0; i < HALVINGS && high > low; i++) {
            double middle = low / 2 + high / 2;
            if (cost.slope(t, middle) + 2 * pull * (middle - z) > 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return total(t, z, low) < total(t, z, from) ? low : from;
    }

    private double total(int t, double z, double c) {
        return cost.value(t, c) + pull * (c - z) * (c - z);
    }

    @Override
    public double value(int t, double z) {
        return total(t, z, point(t, z));
    }

    @Override
    public double slope(int t, double z) {
        return 2 * pull * (z - point(t, z));
    }

    @Override
    public double[] corners(int t) {
        double low = cost.low(t);
        return low < cost.high(t) ? new double[] {low, cost.high(t)} : new double[] {low};
    }

    /** pull z^2, and what the outline leaves of it: no less than what the cost itself would. */
    @Override
    public void partsInto(double[] parts, int t, double z) {
        cost.outline(t).leastInto(least, -2 * pull * z, pull);
        double end = z < cost.low(t) ? cost.low(t) : cost.high(t);
        double w = cost.weights()[t];
        double outside = z < cost.low(t) || z > cost.high(t)
                ? total(t, z, (w * end + pull * z) / (w + pull))
                : Double.POSITIVE_INFINITY;
        parts[0] = pull * z * z;
        parts[1] = 2 * pull * z;
        parts[2] = parts[0] - Math.min(least[0] + parts[0], outside);
    }
}
