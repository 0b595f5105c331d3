package dev.kith.constraint;

import dev.kith.numeric.Points;

/** A point of a constraint set and how far it is from where one started. */
public final class Projection {
    private static final double ROUNDING = 1e-9;

    private final double[] point;
    private final double distance;
    private final double gap;
    private final boolean proven;

    private Projection(double[] point, double squaredDistance, double gap, double allowed) {
        this.point = point;
        this.distance = Math.sqrt(squaredDistance);
        this.gap = gap;
        this.proven = gap <= allowed;
    }

    /** Takes the point {@code found} without copying; {@code gap} as in {@link #gap()}, proven where it is rounding. */
    public static Projection of(double[] found, double[] from, double[] weights, double gap) {
        double squares = Points.squaredDistance(found, from, weights);
        return new Projection(found, squares, gap, ROUNDING * (1 + squares));
    }

    /** The same, proven where the gap is at most {@code allowed}. */
    public static Projection of(double[] found, double[] from, double[] weights, double gap, double allowed) {
        return new Projection(found, Points.squaredDistance(found, from, weights), gap, allowed);
    }

    /** Coordinate t of the point. */
    public double at(int t) {
        return point[t];
    }

    /** A copy of the point. */
    public double[] point() {
        return point.clone();
    }

    /** sqrt(sum_t w_t (c_t - p_t)^2) under the weights of the query. */
    public double distance() {
        return distance;
    }

    /**
     * How much lower the minimised sum could at most be: 0 for an exact answer, positive where a heuristic comes with a
     * bound, NaN where only local optimality is known (curved equations).
     */
    public double gap() {
        return gap;
    }

    /** Whether nothing on the set is better, but for rounding or the tolerance of a search: 1e-6 of the range of its cost. */
    public boolean proven() {
        return proven;
    }
}
