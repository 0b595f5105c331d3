package dev.kith.adapt;

/**
 * What was learned of a new task, in the units of the fit: f(x) = b + sum_t c_t f_t(x) + sum_i k(x, x_i) beta_i, f_t the
 * trained tasks without intercepts.
 *
 * @param s the freedom of the own part, the Schur complement of the trained tasks in the extended structure
 * @param residual how far from optimal, relative: 0 is exact
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Joined(double[] c, double s, double[] beta, double b, double residual) {}
