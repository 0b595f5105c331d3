package dev.kith.loss;

/**
 * A convex loss of a label y and a prediction z.
 *
 * <p>All methods are pure functions of finite arguments. Losses for classification expect y in {-1, +1}.
 */
public interface Loss {
    /** The name users write: {@code squared}, {@code hinge}, {@code logistic}, {@code absolute}. */
    String name();

    /** loss(y, z) &gt;= 0. */
    double value(double y, double z);

    /** d loss / dz, or a subgradient where there is none. */
    double slope(double y, double z);

    /** sup over z of u z - loss(y, z); infinite outside its domain. */
    double conjugate(double y, double u);

    /** An upper bound of the second derivative in z; infinite when there is none (hinge, absolute). */
    double curvature();

    /** Whether labels are the classes -1 and +1. */
    boolean classification();

    /** The proximal step: argmin over z of loss(y, z) + (z - v)^2 / (2 tau), tau &gt; 0. */
    double prox(double y, double v, double tau);

    /** The point nearest to u at which the conjugate is finite. */
    double nearestDual(double y, double u);
}
