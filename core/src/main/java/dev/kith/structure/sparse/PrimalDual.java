package dev.kith.structure.sparse;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The published primal-dual splitting [1] for the sparse structure step,
 *
 * <pre>
 *   min over positive definite A of  tr(A^-1 R) + mu tr A + (1 - mu) sum |A_ts|,   R = W'W + eps I
 *
 *   A+ = soft(A - (mu I + M D M) / sigma, (1 - mu) / sigma)            M = R^(-1/2), sigma = ||M||^2
 *   P  = D + M (2 A+ - A) M / sigma
 *   D+ = P - prox(sigma P) / sigma
 * </pre>
 *
 * where prox replaces every eigenvalue z by the positive root g of g^3 - z g^2 = sigma. As printed, the last line lacks its
 * factor 1/sigma, without which the iteration diverges. Serves one fit: A and D go on from where the last step ended.
 *
 * <p>[1] Ciliberto, Rosasco, Villa, Learning multiple visual tasks while discovering their structure, 2015, algorithm 2.
 */
final class PrimalDual {
    private final double mu;
    private @Nullable Matrix primal;
    private Matrix dual;

    PrimalDual(int tasks, double mu) {
        this.mu = mu;
        dual = Matrix.zeros(tasks, tasks);
    }

    /** Iterates, the first time from {@code start}, until {@code done} says so of an A, which need not be positive definite. */
    void solve(Matrix r, Matrix start, Predicate<Matrix> done) {
        LinearAlgebra algebra = LinearAlgebra.best();
        SymmetricEigen eigen = algebra.eigen(r);
        Matrix m = eigen.rebuild(x -> 1 / Math.sqrt(x));
        double sigma = 1 / eigen.value(0);
        Matrix a = primal == null ? start : primal;
        while (!done.test(a)) {
            Matrix slope = algebra.multiply(algebra.multiply(m, dual), m).plusDiagonal(mu);
            Matrix next = a.plus(-1 / sigma, slope)
                    .symmetrized()
                    .map(x -> Math.abs(x) <= (1 - mu) / sigma ? 0 : x - Math.copySign((1 - mu) / sigma, x));
            Matrix ahead = algebra.multiply(algebra.multiply(m, next.scale(2).plus(-1, a)), m);
            Matrix p = dual.plus(1 / sigma, ahead).symmetrized();
            dual = algebra.eigen(p).rebuild(z -> z - root(sigma * z, sigma) / sigma);
            a = next;
        }
        primal = a;
    }

    /** The positive root of g^3 - z g^2 = sigma, by Newton's method from above, where the left side is convex. */
    static double root(double z, double sigma) {
        double g = Math.max(0, z) + Math.cbrt(sigma);
        for (int k = 0; k < 100; k++) {
            double next = g - (g * g * (g - z) - sigma) / (g * (3 * g - 2 * z));
            if (!(next < g)) {
                return g;
            }
            g = next;
        }
        return g;
    }
}
