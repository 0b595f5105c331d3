package dev.kith.loss;

/**
 * A convex loss of all predictions of a row together, of which one class is right. Its slopes are p - e_own for p in the
 * simplex (no entry below 0, sum 1): what is given to all classes, less 1 for the right one. All that solvers and proofs ask
 * of it is said in terms of p; p is in the domain of the conjugate wherever it lies in the simplex.
 */
public interface JointLoss {
    /**
     * loss(own, z) &gt;= 0.
     *
     * @param own the place of the right class
     * @param z the value of the fitted function of each class
     */
    double value(int own, double[] z);

    /** sup over z of (p - e_own)'z - loss(own, z), right to a few units in the last place of 1 + its size, for each entry of p. */
    double conjugate(int own, double[] p);

    /** out = argmin over z of loss(own, z) + ||z - v||^2 / (2 tau), tau &gt; 0; what is in {@code out} is a guess of it. */
    void proxInto(double[] out, int own, double[] v, double tau);

    /**
     * From values of the fitted functions to predictions, in place: each class's own decision value, above 0 where the class is
     * the better choice than all others together or the next best one, as {@link Loss#probability} reads it.
     */
    void decide(double[] z);
}
