package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StationaryPenalty;

/**
 * Alternating minimisation over predictors and structure where the objective is not convex in both together,
 *
 * <pre>
 *   W &lt;- argmin V(W) + lambda tr(A^-1 W'W)      supervised step, A fixed
 *   A &lt;- a few sweeps of descent on the cost of the structure for W'W
 * </pre>
 *
 * <p>Neither step can raise the objective. Ends where, after the first step, the structure's own optimality conditions hold to
 * the tolerance, a stationary point. The dual value is minus infinity: no gap is claimed.
 */
public record StationaryAlternation(StationaryPenalty penalty, double lambda, Supervised supervised, Monitor monitor) {
    /** Sweeps of the structure's descent per turn: it need not be exact while the predictors still move. */
    private static final int SWEEPS = 3;

    private static final double SUPERVISED_TOLERANCE = 1e-12;

    public Minimum solve() {
        TaskSideRegularizer regularizer = new TaskSideRegularizer(penalty, lambda);
        Matrix a = penalty.structure();
        for (int iteration = 1; ; iteration++) {
            Matrix wt = supervised.solve(a, supervised.bestTolerance(SUPERVISED_TOLERANCE));
            Matrix s = TaskSideRegularizer.gram(wt);
            Certificate certificate = supervised.certificate(regularizer, penalty.cost(s));
            if (monitor.done(iteration, certificate, penalty.violation(s)) || monitor.exhausted(supervised.work())) {
                return new Minimum(wt, certificate, iteration);
            }
            a = penalty.descend(s, SWEEPS);
        }
    }
}
