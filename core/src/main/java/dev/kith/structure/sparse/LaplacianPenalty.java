package dev.kith.structure.sparse;

import dev.kith.data.shape.Checks;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StationaryPenalty;

/**
 * The penalty of {@code LearnedLaplacian}. Serves one fit: remembers the graph, from which the next step starts. The step,
 * for squared distances d between tasks,
 *
 * <pre>  min over w &gt;= 0 of lambda sum_e w_e (d_e + 2 eps) - rho log det(L(w) + gamma I),  </pre>
 *
 * is convex. With r the resistance (e_t - e_s)'(L + gamma I)^-1 (e_t - e_s) of an edge, its best weight given all others is
 * max(0, w + rho / (lambda (d + 2 eps)) - 1/r): coordinate descent, exact in every step, with a rank-one update of the
 * inverse where a weight moves.
 */
public final class LaplacianPenalty implements StationaryPenalty {
    private static final int MOST_SWEEPS = 1000;
    private static final double PRECISE = 1e-11;

    private final int tasks;
    private final double lambda;
    private final double gamma;
    private final double eps;
    private final double rho;
    private final Matrix weights;
    private Matrix inverse;
    private double logDet;

    public LaplacianPenalty(int tasks, double lambda, double gamma, double eps, double rho) {
        this.tasks = tasks;
        this.lambda = Checks.requirePositive("lambda", lambda);
        this.gamma = gamma;
        this.eps = eps;
        this.rho = rho;
        weights = Matrix.zeros(tasks, tasks);
        inverse = Matrix.identity(tasks).scale(1 / gamma);
        logDet = tasks * Math.log(gamma);
    }

    /** The weights of the edges, T x T, exactly zero where there is none; only to be read. */
    public Matrix weights() {
        return weights;
    }

    /** A = (L + gamma I)^-1 of the graph as it is. */
    @Override
    public Matrix structure() {
        return inverse;
    }

    /** lambda tr(A^-1 S) + F(A) for the graph as it is. */
    @Override
    public double cost(Matrix s) {
        double sum = lambda * gamma * (s.trace() + eps * tasks) - rho * logDet;
        for (int t = 0; t < tasks; t++) {
            for (int u = 0; u < t; u++) {
                sum += weights.get(t, u) * price(s, t, u);
            }
        }
        return sum;
    }

    /** What a unit of weight of the edge costs, lambda (d + 2 eps). */
    private double price(Matrix s, int t, int u) {
        double distance = Math.max(0, s.get(t, t) + s.get(u, u) - 2 * s.get(t, u));
        return lambda * (distance + 2 * eps);
    }

    private double resistance(int t, int u) {
        return inverse.get(t, t) + inverse.get(u, u) - 2 * inverse.get(t, u);
    }

    /**
     * How far the graph as it is breaks the optimality conditions of the step: price = rho r on edges, price &gt;= rho r
     * elsewhere; the largest difference relative to the price.
     */
    @Override
    public double violation(Matrix s) {
        double worst = 0;
        for (int t = 0; t < tasks; t++) {
            for (int u = 0; u < t; u++) {
                double slope = 1 - rho * resistance(t, u) / price(s, t, u);
                worst = Math.max(worst, weights.get(t, u) > 0 ? Math.abs(slope) : -slope);
            }
        }
        return worst;
    }

    @Override
    public Matrix step(Matrix s, double kappa) {
        if (kappa != 0) {
            throw new IllegalArgumentException("a learned graph has no proximal step, kappa must be 0");
        }
        return descend(s, MOST_SWEEPS);
    }

    /** Sweeps over all pairs. */
    @Override
    public Matrix descend(Matrix s, int sweeps) {
        for (int sweep = 0; sweep < sweeps && violation(s) > PRECISE; sweep++) {
            for (int t = 0; t < tasks; t++) {
                for (int u = 0; u < t; u++) {
                    improve(t, u, price(s, t, u));
                }
            }
            refresh();
        }
        return inverse;
    }

    private void improve(int t, int u, double price) {
        double r = resistance(t, u);
        double now = weights.get(t, u);
        double next = Math.max(0, now + rho / price - 1 / r);
        double change = next - now;
        if (change == 0) {
            return;
        }
        weights.set(t, u, next);
        weights.set(u, t, next);
        double factor = change / (1 + change * r);
        double[] side = new double[tasks];
        for (int i = 0; i < tasks; i++) {
            side[i] = inverse.get(i, t) - inverse.get(i, u);
        }
        double[] m = inverse.data();
        for (int i = 0; i < tasks; i++) {
            double scaled = factor * side[i];
            for (int j = 0; j < tasks && scaled != 0; j++) {
                m[i * tasks + j] -= scaled * side[j];
            }
        }
    }

    /** The inverse afresh: rank-one updates gather rounding errors. */
    private void refresh() {
        Matrix precision = weights.scale(-1);
        for (int t = 0; t < tasks; t++) {
            double degree = gamma;
            for (int u = 0; u < tasks; u++) {
                degree += weights.get(t, u);
            }
            precision.set(t, t, degree);
        }
        Cholesky cholesky = LinearAlgebra.best().cholesky(precision);
        inverse = cholesky.solve(Matrix.identity(tasks)).symmetrized();
        logDet = cholesky.logDet();
    }

    /** The least cost of a graph for S; the graph is kept. */
    @Override
    public double reduced(Matrix s) {
        step(s, 0);
        return cost(s);
    }
}
