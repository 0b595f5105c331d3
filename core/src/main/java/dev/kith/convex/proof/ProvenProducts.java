package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;

/** A symmetric matrix M as {@link QuadraticForms} sees it: its products with a bound of their error, and an inverse without. */
interface ProvenProducts {
    /** base - M z = hi + lo, off by no more than {@code error} (root of the sum of squares). */
    record Rest(Matrix hi, Matrix lo, double error) {}

    /**
     * What is left of {@code base} without M z.
     *
     * @param twice whether sums run in twice the precision
     */
    Rest rest(Matrix base, Matrix z, boolean twice);

    /** M^-1 h, or what doubles make of it: nothing is promised. Of a singular matrix the pseudo-inverse. */
    Matrix nearInverse(Matrix h);

    /** Whether M may have eigenvalues of 0. */
    boolean singular();

    /** No larger than any eigenvalue of M that is not 0. */
    double smallest();

    /** No smaller than any eigenvalue of M. */
    double largest();
}
