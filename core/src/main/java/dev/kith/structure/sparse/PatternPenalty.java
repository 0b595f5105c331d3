package dev.kith.structure.sparse;

import dev.kith.data.shape.Checks;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.SparseDescent;
import java.util.Optional;

/**
 * F(A) = rho (mu tr A - log det A) for A that is zero outside a pattern of pairs, infinite for any other. Serves one fit: remembers the last A,
 * which starts the next step and of which the bound takes what the pattern leaves open.
 *
 * <p>The conjugate needs the completion of a matrix [1]: with P the entries in the pattern, diagonal included,
 *
 * <pre>  sup over A in the pattern of tr(A M) - F(A) = rho (-T - max log det Q),  Q positive with P(Q) = P(mu I - M / rho).  </pre>
 *
 * <p>[1] Grone, Johnson, Sa, Wolkowicz, Positive definite completions of partial Hermitian matrices, 1984: the best Q has an inverse in the
 * pattern.
 */
public final class PatternPenalty implements EntrywisePenalty {
    /* Any such Q gives an upper bound of the sup, so that a proof needs no best one. At the optimum of a fit it is A^-1, whose pattern is that of
     * mu I - M / rho there: Q takes what the pattern leaves open from A^-1. That is right to the first order, as log det Q does not depend on those
     * entries where Q^-1 is in the pattern, and holds for every pattern, chordal or not. */
    private static final int STEP_ITERATIONS = 5000;
    private static final double STEP_TOLERANCE = 1e-14;
    /** The sup grows without bound where Q becomes singular: stay this much inside. */
    private static final double INSIDE = 0.99;
    /** Computed eigenvalues are off by the matrix's size times this, once per row. */
    private static final double ROUNDING = 0x1p-51;

    private final Matrix mask;
    private final double lambda;
    private final double mu;
    private final double rho;
    private Matrix last;
    private Factor factor;
    private long steps;

    /** A matrix with what is needed of it. */
    private record Factor(Matrix a, Matrix inverse, double logDet) {
        static Factor of(Matrix a) {
            Cholesky cholesky = LinearAlgebra.best().cholesky(a);
            return new Factor(a, cholesky.inverse(), cholesky.logDet());
        }
    }

    /** @param mask T x T, symmetric: 1 where A may have an entry, and on the diagonal; else 0 */
    public PatternPenalty(Matrix mask, double lambda, double mu, double rho) {
        this.mask = mask.frozen();
        this.lambda = Checks.requirePositive("lambda", lambda);
        this.mu = mu;
        this.rho = rho;
        last = Matrix.identity(mask.rows()).scale(1 / mu);
        factor = Factor.of(last);
    }

    /** No absolute values: zeros are those of the pattern. */
    @Override
    public double weight() {
        return 0;
    }

    @Override
    public double least() {
        return mask.rows() * rho * (1 + Math.log(mu));
    }

    /** mu g and log g cancel; both are within a multiple of the value and of what no signal costs. */
    @Override
    public double magnitude(double value) {
        return 3 * (Math.abs(value) + mask.rows() * rho * (1 + Math.abs(Math.log(mu))));
    }

    @Override
    public long work() {
        return steps;
    }

    private Factor factor(Matrix a) {
        if (!factor.a.equals(a)) {
            factor = Factor.of(a.copy());
        }
        return factor;
    }

    /** Empty for an A outside the pattern, too. */
    @Override
    public Optional<SparseDescent.Value> smoothPart(Matrix a, Matrix f, double kappa) {
        if (!masked(a).equals(a)) {
            return Optional.empty();
        }
        try {
            Factor at = factor(a);
            LinearAlgebra algebra = LinearAlgebra.best();
            Matrix z = kappa == 0 ? algebra.multiply(at.inverse, f) : solve(a, f, kappa);
            Matrix gradient = at.inverse.scale(-rho).plusDiagonal(rho * mu);
            algebra.addSquareInto(gradient, -lambda, z);
            double value = lambda * z.dot(f) + rho * (mu * a.trace() - at.logDet);
            return Optional.of(new SparseDescent.Value(a, value, masked(gradient)));
        } catch (NumericalException notPositive) {
            return Optional.empty();
        }
    }

    private Matrix masked(Matrix m) {
        Matrix inside = m.copy();
        for (int i = 0; i < inside.data().length; i++) {
            inside.data()[i] = mask.data()[i] == 0 ? 0 : inside.data()[i];
        }
        return inside;
    }

    /** The best of all diagonal ones. */
    @Override
    public Matrix start(Matrix s) {
        Matrix a = Matrix.zeros(s.rows(), s.rows());
        for (int t = 0; t < s.rows(); t++) {
            a.set(t, t, (1 + Math.sqrt(1 + 4 * mu * lambda * Math.max(0, s.get(t, t)) / rho)) / (2 * mu));
        }
        return a;
    }

    @Override
    public Matrix step(Matrix s, double kappa) {
        if (kappa != 0) {
            throw new IllegalArgumentException("a pattern has no proximal step, kappa must be 0");
        }
        return minimise(s).a();
    }

    @Override
    public double reduced(Matrix s) {
        return minimise(s).smooth();
    }

    private SparseDescent.Value minimise(Matrix s) {
        Matrix f = LinearAlgebra.best().eigen(s).rebuild(x -> Math.sqrt(Math.max(0, x)));
        long limit = steps + STEP_ITERATIONS;
        SparseDescent descent = new SparseDescent(a -> smoothPart(a, f, 0), 0);
        SparseDescent.Value minimum = descent.solve(steps == 0 ? start(s) : last, now -> {
            boolean done = excess(now) <= STEP_TOLERANCE * magnitude(now.smooth());
            return done || ++steps > limit;
        });
        last = minimum.a();
        return minimum;
    }

    /** Near the minimum the value is above it by no more: the curvature is at least that of rho log det, tr(A^-1 H A^-1 H). */
    private double excess(SparseDescent.Value now) {
        Matrix turned = LinearAlgebra.best().multiply(now.a(), now.gradient());
        return turned.dot(turned.transpose()) / rho;
    }

    /** Makes A the place from which {@link #sup} takes what the pattern leaves open, and {@link #step} starts. */
    @Override
    public void remember(Matrix a) {
        last = a;
    }

    @Override
    public Sup sup(Matrix m) {
        Matrix q = completed(m);
        double[] values = LinearAlgebra.best().eigenvalues(q);
        int n = values.length;
        double size = n == 0 ? 0 : Math.max(values[n - 1], -values[0]) + mu;
        double off = (2 * n + 8) * ROUNDING * size;
        // (1 - c) mu I + c Q, for 0 <= c <= 1, completes mu I - c M / rho
        double least = n == 0 ? mu : values[0] - off;
        double c = least > 0 ? 1 : INSIDE * mu / (mu - least);
        double logDet = 0;
        for (double value : values) {
            logDet += Math.log((1 - c) * mu + c * (value - off));
        }
        return new Sup(c, rho * (-n - logDet));
    }

    /** mu I - M / rho in the pattern, A^-1 outside. */
    private Matrix completed(Matrix m) {
        Matrix q = factor(last).inverse.copy();
        for (int i = 0; i < q.data().length; i++) {
            q.data()[i] = mask.data()[i] == 0 ? q.data()[i] : -m.data()[i] / rho;
        }
        for (int t = 0; t < q.rows(); t++) {
            q.add(t, t, mu);
        }
        return q.symmetrized();
    }
}
