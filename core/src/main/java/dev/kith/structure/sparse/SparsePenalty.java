package dev.kith.structure.sparse;

import dev.kith.data.shape.Checks;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.SparseDescent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * F(A) = lambda (eps tr A^-1 + mu tr A + (1 - mu) sum |A_ts|). Serves one fit: remembers the last A, which starts the
 * next step and from which the bound takes its multipliers.
 */
public final class SparsePenalty implements EntrywisePenalty {
    /* Why the published primal-dual splitting is not the default for the step: its steps are 1/||R^-1||, R = S + eps I, so a
     * small eps makes them tiny. The Hessian of tr(A^-1 R) at the solution is about A^-1, whose condition is the square root
     * of R's. */
    private static final int STEP_ITERATIONS = 2000;
    private static final double STEP_TOLERANCE = 1e-13;

    /** Iterations of splitting are many and small. */
    private static final int SPLITTING_ITERATIONS = 20_000;

    /** The most that splitting is asked for: every further digit costs as much as all before. */
    private static final double SPLITTING_TOLERANCE = 1e-10;

    private static final int LOOK_EVERY = 20;

    private final double lambda;
    private final double mu;
    private final double eps;
    private final @Nullable PrimalDual splitting;
    private Matrix last;
    private @Nullable Factors factors;
    private int steps;

    public SparsePenalty(int tasks, double lambda, double mu, double eps) {
        this(tasks, lambda, mu, eps, null);
    }

    private SparsePenalty(int tasks, double lambda, double mu, double eps, @Nullable PrimalDual splitting) {
        this.lambda = Checks.requirePositive("lambda", lambda);
        this.mu = mu;
        this.eps = eps;
        this.splitting = splitting;
        last = Matrix.identity(tasks).scale(Math.sqrt(eps));
    }

    /** The same penalty with its steps by the published primal-dual splitting. */
    public SparsePenalty bySplitting() {
        return new SparsePenalty(last.rows(), lambda, mu, eps, new PrimalDual(last.rows(), mu));
    }

    /** Weight of sum |A_ts| in the objective. */
    @Override
    public double weight() {
        return lambda * (1 - mu);
    }

    /** Proximal steps, or iterations of splitting, that all structure steps have taken together. */
    @Override
    public long work() {
        return steps;
    }

    /**
     * lambda (tr((A + kappa I)^-1 FF') + eps tr A^-1 + mu tr A) with its gradient; empty where A is not positive definite.
     *
     * @param f T rows; with FF' = W'W and kappa = 0 this is the penalty at W but for the sum of absolute values
     */
    @Override
    public Optional<SparseDescent.Value> smoothPart(Matrix a, Matrix f, double kappa) {
        try {
            // Tasks that A does not tie are factored apart; the gradient between them is that of z alone.
            Factors at = factors(a);
            Matrix z = at.solve(f, kappa);
            Matrix gradient = at.inverseSquare().scale(-lambda * eps);
            for (int t = 0; t < a.rows(); t++) {
                gradient.add(t, t, lambda * mu);
            }
            LinearAlgebra.best().addSquareInto(gradient, -lambda, z);
            double value = lambda * (z.dot(f) + eps * at.inverseTrace() + mu * a.trace());
            return Optional.of(new SparseDescent.Value(a, value, gradient));
        } catch (NumericalException notPositive) {
            return Optional.empty();
        }
    }

    /** The factors of A: those of the last A, where it is the same. */
    private Factors factors(Matrix a) {
        Factors known = factors;
        if (known == null || !known.of(a)) {
            known = new Factors(a);
            factors = known;
        }
        return known;
    }

    @Override
    public Matrix solve(Matrix a, Matrix b, double kappa) {
        return factors(a).solve(b, kappa);
    }

    /** What is best for mu = 1, (S + eps I)^1/2: a place to start for any mu when nothing better is known. */
    @Override
    public Matrix start(Matrix s) {
        return LinearAlgebra.best().eigen(s.plusDiagonal(eps)).rebuild(x -> Math.sqrt(Math.max(eps, x)));
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
        Matrix root = start(s);
        Matrix factor = LinearAlgebra.best().eigen(s).rebuild(x -> Math.sqrt(Math.max(0, x)));
        if (splitting != null) {
            return split(splitting, s, root, factor);
        }
        int limit = steps + STEP_ITERATIONS;
        SparseDescent descent = new SparseDescent(a -> smoothPart(a, factor, 0), weight());
        SparseDescent.Value minimum = descent.solve(steps == 0 ? root : last, now -> {
            boolean done =
                    steps % 5 == 0 && now.objective(weight()) - stepDual(now, root) <= STEP_TOLERANCE * now.smooth();
            return done || ++steps > limit;
        });
        last = minimum.a();
        return minimum;
    }

    /** The same by splitting; its A need not be positive definite on the way, so that the last one that is counts. */
    private SparseDescent.Value split(PrimalDual iteration, Matrix s, Matrix root, Matrix factor) {
        int limit = steps + SPLITTING_ITERATIONS;
        SparseDescent.Value[] found = {
            smoothPart(steps == 0 ? root : last, factor, 0).orElseThrow()
        };
        iteration.solve(s.plusDiagonal(eps), found[0].a(), a -> {
            boolean close = false;
            if (steps % LOOK_EVERY == 0 || steps >= limit) {
                Optional<SparseDescent.Value> now = smoothPart(a, factor, 0);
                found[0] = now.orElse(found[0]);
                close = now.isPresent()
                        && now.get().objective(weight()) - stepDual(now.get(), root)
                                <= SPLITTING_TOLERANCE * now.get().smooth();
            }
            return close || ++steps > limit;
        });
        last = found[0].a();
        return found[0];
    }

    /** lambda 2 tr (R^1/2 Q R^1/2)^1/2 with Q = mu I + (1 - mu) Gamma read off the gradient; -infinity where Q &lt; 0. */
    private double stepDual(SparseDescent.Value now, Matrix root) {
        double bound = 1 - mu;
        Matrix q = now.gradient()
                .map(g -> Math.max(-bound, Math.min(bound, -g / lambda)))
                .plusDiagonal(mu);
        LinearAlgebra algebra = LinearAlgebra.best();
        return 2
                * lambda
                * SparseBound.rootTrace(
                        algebra.multiply(algebra.multiply(root, q), root).symmetrized());
    }

    /** Makes A the place from which {@link #sup} takes its multipliers and {@link #step} starts. */
    @Override
    public void remember(Matrix a) {
        last = a;
    }

    @Override
    public Sup sup(Matrix m) {
        return new SparseBound(lambda, mu, eps, last).sup(m, factors(last).inverseSquare());
    }
}
