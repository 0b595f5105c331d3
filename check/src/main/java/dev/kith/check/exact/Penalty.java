package dev.kith.check.exact;

/**
 * R(u), what a method charges for the unknowns u, and quadratics above it: with a smoothing delta,
 *
 * <pre>  R_delta(v) &lt;= R_delta(u) + (v'Mv - u'Mu)/2  for all v,   M = {@link #above},   gradient of R_delta at u = M u.  </pre>
 *
 * Penalties that learn a structure A minimise it out in {@link #settle}. May remember A; serves one search.
 */
public interface Penalty {
    /** R(u), to 30 digits. */
    Dd exact(DdMatrix u);

    /** Brings what is minimised out (a structure, weights of kernels) to u. */
    void settle(DdMatrix u, double delta);

    /** R_delta(u), at least R(u); may be taken with what {@link #settle} found elsewhere, then larger still. */
    Dd smooth(DdMatrix u, double delta);

    /** Adds M of the settled point to m; unknowns beyond the penalty's (intercepts) are left alone. */
    void above(DdMatrix m);

    /** The unknowns u as weights W, dim x tasks: entry (j, t) is unknown t dim + j. */
    static DdMatrix weights(DdMatrix u, int dim, int tasks) {
        DdMatrix w = new DdMatrix(dim, tasks);
        for (int t = 0; t < tasks; t++) {
            for (int j = 0; j < dim; j++) {
                w.set(j, t, u.get(t * dim + j, 0));
            }
        }
        return w;
    }

    /** m += 2 lambda (P kron I), P a matrix over tasks. */
    static void addTaskSide(DdMatrix m, DdMatrix p, Dd lambda, int dim) {
        Dd twice = lambda.times(2);
        for (int t = 0; t < p.rows; t++) {
            for (int s = 0; s < p.cols; s++) {
                Dd value = twice.times(p.get(t, s));
                for (int j = 0; j < dim; j++) {
                    m.add(t * dim + j, s * dim + j, value);
                }
            }
        }
    }
}
