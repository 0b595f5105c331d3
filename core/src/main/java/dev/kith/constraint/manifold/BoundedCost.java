package dev.kith.constraint.manifold;

/** A cost on part of the unit sphere that can be bounded from below around any point. */
public interface BoundedCost {
    double value(double[] q);

    /** Writes the value at m, and a bound that holds on the ball of {@code radius} around it; with radius 0 the slope is the gradient. */
    void expandInto(Expansion out, double[] m, double radius);

    /** The size of its terms: what rounding is relative to. */
    double size();
}
