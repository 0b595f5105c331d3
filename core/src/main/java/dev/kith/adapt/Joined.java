package dev.kith.adapt;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;

/**
 * What was learned of a new task, in the units of the fit: f(x) = b + sum_t c_t f_t(x) + sum_i k(x, x_i) beta_i, f_t the
 * trained tasks without intercepts, or while it is learned what a {@link Place} has in their stead.
 *
 * @param s the freedom of the own part, the Schur complement of the trained tasks in the extended structure
 * @param residual how far from optimal, relative: 0 is exact
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Joined(double[] c, double s, double[] beta, double b, double residual) {
    /** In the trained tasks themselves: c = map g. */
    Joined mapped(Matrix map) {
        Matrix all = LinearAlgebra.best().multiply(map, Matrix.wrap(c.length, 1, c));
        return new Joined(all.data(), s, beta, b, residual);
    }
}
