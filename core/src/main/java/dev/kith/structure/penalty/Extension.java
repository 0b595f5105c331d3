package dev.kith.structure.penalty;

import dev.kith.linalg.Matrix;

/**
 * A convex penalty on the structure matrix as seen by a task that joins: with the trained block A fixed, the extended
 * matrix is set by coordinates g of the combination c = map g, and by the freedom s &gt; 0,
 *
 * <pre>
 *   A_ext = [ A    A c        ]      F(A_ext) + what else of the objective depends on g and s = G(g, s) + constant
 *           [ c'A  s + c'A c  ]
 * </pre>
 *
 * G is jointly convex: F is convex and grows with the corner, which is a convex function of g and s.
 */
public interface Extension {
    /** T x r: c = map g. */
    Matrix map();

    /** argmin over g of sum_i w_i (t_i - (h g)_i)^2 + G(g, s), started at {@code start}. */
    double[] best(Matrix h, double[] t, double[] w, double s, double[] start);

    /** G(g, s). */
    double value(double[] g, double s);

    /** dG/ds. */
    double slope(double[] g, double s);

    /**
     * How far g is from optimal for this s, relative to the sizes of what has to cancel.
     *
     * @param loss gradient of the loss part in g
     */
    double violation(double[] loss, double[] g, double s);

    /** A usual size of s, to start a search from. */
    double usualFreedom();
}
