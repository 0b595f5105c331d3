package dev.kith.constraint;

import dev.kith.numeric.Points;

/** A point of a constraint set and how far it is from where one started. */
public final class Projection {
    private final double[] point;
    private final double distance;
    private final double gap;

    private Projection(double[] point, double distance, double gap) {
        this.point = point;
        this.distance = distance;
        this.gap = gap;
    }

    /** Takes the point {@code found} without copying; {@code gap} as in {@link #gap()}. */
    public static Projection of(double[] found, double[] from, double[] weights, double gap) {
        return new Projection(found, Math.sqrt(Points.squaredDistance(found, from, weights)), gap);
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
}
