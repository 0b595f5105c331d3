package dev.kith.convex;

import dev.kith.linalg.Matrix;
import dev.kith.structure.LaplacianPenalty;

/**
 * Alternating minimisation over predictors and graph,
 *
 * <pre>
 *   W &lt;- argmin V(W) + lambda tr((L + gamma I) W'W)      supervised step, A = (L + gamma I)^-1 fixed
 *   L &lt;- a few sweeps of descent on the cost of the graph for W'W, which is convex for fixed W
 * </pre>
 *
 * <p>Neither step can raise the objective. Not convex in both together: ends where, after the first step, the graph's own
 * optimality conditions hold to the tolerance, a stationary point. The dual value is minus infinity: no gap is claimed.
 */
record GraphAlternation(LaplacianPenalty penalty, double lambda, Supervised supervised, Monitor monitor) {
    /** Sweeps of the graph's coordinate descent a turn: the graph need not be exact while the predictors still move. */
    private static final int SWEEPS = 3;

    private static final double SUPERVISED_TOLERANCE = 1e-12;

    Minimum solve() {
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
