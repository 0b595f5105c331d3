package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Projection;

/** sum_t a_t (c_t - p_t)^2: minimised by a projection, softened into sums of the same kind. */
@SuppressWarnings("ArrayRecordComponent") // serves one input, never compared
record Squares(double[] start, double[] weights) implements Cost {
    @Override
    public double value(int t, double c) {
        return weights[t] * (c - start[t]) * (c - start[t]);
    }

    @Override
    public double slope(int t, double c) {
        return 2 * weights[t] * (c - start[t]);
    }

    @Override
    public double[] corners(int t) {
        return new double[] {start[t]};
    }

    @Override
    public void partsInto(double[] parts, int t, double c) {
        parts[0] = value(t, c);
        parts[1] = slope(t, c);
        parts[2] = 0;
    }

    /** The projection where it proves itself, or else what a search finds. */
    @Override
    public Projection over(ConstraintSet set) {
        Projection nearest = set.project(start, weights);
        return nearest.proven() ? nearest : better(nearest, set.minimize(this, start, weights));
    }

    @Override
    public double[] near(ConstraintSet set, double[] from) {
        return set.project(start, weights).point();
    }

    private static Projection better(Projection one, Projection other) {
        return other.proven() || other.distance() < one.distance() ? other : one;
    }

    @Override
    public Squares softened(double pull) {
        double[] h = new double[weights.length];
        for (int t = 0; t < h.length; t++) {
            h[t] = weights[t] * pull / (weights[t] + pull);
        }
        return new Squares(start, h);
    }

    @Override
    public double[] behind(double[] z, double pull) {
        double[] c = new double[z.length];
        for (int t = 0; t < c.length; t++) {
            c[t] = (weights[t] * start[t] + pull * z[t]) / (weights[t] + pull);
        }
        return c;
    }
}
