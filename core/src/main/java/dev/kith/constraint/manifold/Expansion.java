package dev.kith.constraint.manifold;

/**
 * What is known of a cost F around a point m: F(m), and on the ball of some radius F(exp_m v) &gt;= constant + slope'v +
 * bend |v|^2. Buffers of one search.
 */
public final class Expansion {
    public double value;
    public double constant;
    public double bend;
    /** Orthogonal to m. */
    public final double[] slope;

    public Expansion(int size) {
        slope = new double[size];
    }

    void clear() {
        value = 0;
        constant = 0;
        bend = 0;
        java.util.Arrays.fill(slope, 0);
    }

    /** The least of the bound over all v of length at most {@code radius}. */
    double leastWithin(double radius) {
        double steep = Shape.norm(slope);
        double at = bend > 0 ? Math.min(radius, steep / (2 * bend)) : radius;
        return constant - steep * at + bend * at * at;
    }
}
