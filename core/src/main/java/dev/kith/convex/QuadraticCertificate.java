package dev.kith.convex;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.StructurePenalty;

/**
 * The duality gap for the squared loss. With residuals r = y - z and Theta = 2 c w r,
 *
 * <pre>  dual = 2 c sum w y r - c^2 sum w r^2 - sup_A { c^2 tr(A N)/(4 lambda) - F(A) },   N = Theta'K Theta at c = 1  </pre>
 *
 * where Phi'Theta = 2 (h_t - G_t w_t) and both sums follow from h and G, so that no observation is touched. c &lt;= 1
 * makes Theta feasible where the sup is finite only for small N.
 */
final class QuadraticCertificate {
    private QuadraticCertificate() {}

    static Certificate at(Quadratic v, StructurePenalty penalty, double lambda, Matrix wt) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix slope = Matrix.zeros(v.tasks, v.dim);
        v.applyInto(slope, wt);
        double quadratic = slope.dot(wt);
        double linear = v.h.dot(wt);
        double loss = Math.max(0, v.constant + quadratic - 2 * linear);
        double primal =
                loss + penalty.reduced(algebra.multiplyTransposeB(wt, wt).symmetrized());
        Matrix theta = v.h.plus(-1, slope);
        Matrix m = algebra.multiplyTransposeB(theta, theta).symmetrized().scale(1 / lambda);
        double c2 = penalty.feasible(m);
        double c = Math.sqrt(c2);
        double dual = 2 * c * (v.constant - linear) - c2 * loss - penalty.conjugate(m.scale(c2));
        return new Certificate(primal, dual);
    }
}
