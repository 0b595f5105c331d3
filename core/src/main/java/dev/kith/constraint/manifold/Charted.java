package dev.kith.constraint.manifold;

/** A set that is part of a unit sphere, written in other coordinates; its geodesic distances are angles there, up to a factor. */
public interface Charted {
    Shape shape();

    /** Coordinates of a unit vector. */
    int chartSize();

    /** The unit vector of a point of the set. */
    double[] toSphere(double[] point);

    /** The point of a unit vector: on the set to rounding. */
    double[] fromSphere(double[] q);

    /** What angles are multiplied by to become distances. */
    double unit();
}
