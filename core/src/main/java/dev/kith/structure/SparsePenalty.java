package dev.kith.structure;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.SymmetricEigen;
import java.util.Optional;

/**
 * F(A) = lambda (eps tr A^-1 + mu tr A + (1 - mu) sum |A_ts|). Serves one fit: remembers the last A, which starts the
 * next step and points the dual to its multipliers.
 */
public final class SparsePenalty implements StructurePenalty {
    /* Why not the published primal-dual splitting for the step: its steps are 1/||R^-1||, R = S + eps I, so a small eps
     * makes them tiny. The Hessian of tr(A^-1 R) at the solution is about A^-1, whose condition is the square root of
     * R's. */
    private static final int STEP_ITERATIONS = 2000;
    private static final int SUP_ITERATIONS = 200;
    private static final double STEP_TOLERANCE = 1e-10;

    private final double lambda;
    private final double mu;
    private final double eps;
    private Matrix last;
    private int steps;

    SparsePenalty(int tasks, double lambda, double mu, double eps) {
        this.lambda = Checks.requirePositive("lambda", lambda);
        this.mu = mu;
        this.eps = eps;
        last = Matrix.identity(tasks).scale(Math.sqrt(eps));
    }

    /** Weight of sum |A_ts| in the objective. */
    public double weight() {
        return lambda * (1 - mu);
    }

    /** Proximal steps all structure steps have taken together. */
    public int steps() {
        return steps;
    }

    /** lambda (tr(A^-1 (S + eps I)) + mu tr A) with its gradient; empty where A is not positive definite. */
    public Optional<SparseDescent.Value> smoothPart(Matrix a, Matrix s) {
        return smoothPart(a, s.plusDiagonal(eps), Matrix.identity(a.rows()).scale(mu));
    }

    /** lambda (tr(A^-1 R) + tr(A C)) with its gradient. */
    private Optional<SparseDescent.Value> smoothPart(Matrix a, Matrix r, Matrix c) {
        Cholesky cholesky;
        try {
            cholesky = LinearAlgebra.best().cholesky(a);
        } catch (NumericalException notPositive) {
            return Optional.empty();
        }
        Matrix half = cholesky.solve(r);
        Matrix both = cholesky.solve(half.transpose()).symmetrized();
        return Optional.of(new SparseDescent.Value(
                a, lambda * (half.trace() + a.dot(c)), c.plus(-1, both).scale(lambda)));
    }

    @Override
    public Matrix step(Matrix s, double kappa) {
        if (kappa != 0) {
            throw new IllegalArgumentException("the sparse penalty has no proximal step, kappa must be 0");
        }
        return minimise(s).a();
    }

    @Override
    public double reduced(Matrix s) {
        return minimise(s).objective(weight());
    }

    private SparseDescent.Value minimise(Matrix s) {
        SymmetricEigen r = LinearAlgebra.best().eigen(s.plusDiagonal(eps));
        Matrix root = r.rebuild(x -> Math.sqrt(Math.max(0, x)));
        int limit = steps + STEP_ITERATIONS;
        SparseDescent descent = new SparseDescent(a -> smoothPart(a, s), weight());
        // Without sparsity the minimiser is R^1/2, a good place to start for any mu when nothing better is known.
        Matrix start = steps == 0 ? root : last;
        SparseDescent.Value minimum = descent.solve(start, now -> {
            boolean done =
                    steps % 5 == 0 && now.objective(weight()) - stepDual(now, root) <= STEP_TOLERANCE * now.smooth();
            return done || ++steps > limit;
        });
        last = minimum.a();
        return minimum;
    }

    /** lambda 2 tr (R^1/2 Q R^1/2)^1/2 with Q = mu I + (1 - mu) Gamma read off the gradient; -infinity where Q &lt; 0. */
    private double stepDual(SparseDescent.Value now, Matrix root) {
        double bound = 1 - mu;
        Matrix q = now.gradient()
                .map(g -> Math.max(-bound, Math.min(bound, -g / lambda)))
                .plusDiagonal(mu);
        LinearAlgebra algebra = LinearAlgebra.best();
        SymmetricEigen eigen =
                algebra.eigen(algebra.multiply(algebra.multiply(root, q), root).symmetrized());
        return 2 * lambda * rootTrace(eigen);
    }

    /** tr Q^1/2, minus infinity when Q has a clearly negative eigenvalue. */
    private static double rootTrace(SymmetricEigen q) {
        double sum = 0;
        for (int k = 0; k < q.size(); k++) {
            if (q.value(k) < -1e-13 * Math.abs(q.value(q.size() - 1))) {
                return Double.NEGATIVE_INFINITY;
            }
            sum += Math.sqrt(Math.max(0, q.value(k)));
        }
        return sum;
    }

    /** Makes A the place from which {@link #sup} takes its multipliers and {@link #step} starts. */
    public void remember(Matrix a) {
        last = a;
    }

    /**
     * For any |Gamma| &lt;= 1 with Q = mu I + (1 - mu) Gamma - c M / lambda &gt;= 0 the sup is at most -2 lambda sqrt(eps)
     * tr Q^1/2. The best Gamma belongs to the A that attains the sup, which is sought from the last A on: at the optimum
     * of a fit they are the same. c is below 1 only where no Gamma makes Q positive semidefinite.
     */
    @Override
    public Sup sup(Matrix m) {
        Matrix fixed = m.scale(-1 / lambda).plusDiagonal(mu);
        Matrix barrier = Matrix.identity(m.rows()).scale(eps);
        int[] count = {0};
        double[] value = {Double.POSITIVE_INFINITY};
        SparseDescent.Value at = new SparseDescent(a -> smoothPart(a, barrier, fixed), weight()).solve(last, now -> {
            boolean settled = value[0] - now.objective(weight()) <= STEP_TOLERANCE * Math.abs(value[0]);
            value[0] = now.objective(weight());
            return (settled && count[0] > 5) || ++count[0] > SUP_ITERATIONS;
        });
        double bound = 1 - mu;
        Matrix ceiling = at.gradient()
                .map(g -> Math.max(-bound, Math.min(bound, -g / lambda)))
                .plusDiagonal(mu)
                .symmetrized();
        double trace = rootTrace(LinearAlgebra.best().eigen(ceiling.plus(-1 / lambda, m)));
        return trace >= 0 ? new Sup(1, -2 * lambda * Math.sqrt(eps) * trace) : shrunk(ceiling, m);
    }

    /** The largest c with ceiling - c M / lambda &gt;= 0. */
    private Sup shrunk(Matrix ceiling, Matrix m) {
        LinearAlgebra algebra = LinearAlgebra.best();
        SymmetricEigen eigen = algebra.eigen(ceiling);
        int n = eigen.size();
        if (!(eigen.value(0) > 1e-14 * eigen.value(n - 1))) {
            return new Sup(0, 0);
        }
        Matrix whiten = eigen.rebuild(x -> 1 / Math.sqrt(x));
        Matrix relative = algebra.multiply(algebra.multiply(whiten, m), whiten).scale(1 / lambda);
        double c =
                Math.min(1, (1 - 1e-12) / algebra.eigen(relative.symmetrized()).value(n - 1));
        double trace = rootTrace(algebra.eigen(ceiling.plus(-c / lambda, m)));
        return trace >= 0 ? new Sup(c, -2 * lambda * Math.sqrt(eps) * trace) : new Sup(0, 0);
    }

    @Override
    public boolean proximable() {
        return false;
    }
}
