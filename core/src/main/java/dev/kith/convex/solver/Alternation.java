package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * Alternating minimisation over predictors and structure, for any penalty:
 *
 * <pre>
 *   W &lt;- argmin V(W) + lambda tr(A^-1 W'W)                     supervised step, warm started
 *   A &lt;- argmin lambda tr(A^-1 (W'W + delta^2 I)) + F(A)       structure step
 * </pre>
 *
 * <p>started at A = I. The barrier delta^2 shrinks whenever the gap has stopped falling; what is reported is the gap
 * of the problem without barrier. Penalties that keep A well conditioned by themselves need no barrier.
 */
public final class Alternation {
    /** The barrier starts at this share of the mean eigenvalue of W'W and ends at rounding level. */
    private static final double FIRST_BARRIER = 0.01;

    private static final double LAST_BARRIER = 1e-15;
    /** A barrier that falls sooner or faster freezes directions of A near zero before W has found them. */
    private static final double STOPPED = 0.99;

    private static final double SHRINK = 0.3;

    private final int tasks;
    private final StructurePenalty penalty;
    private final Regularizer regularizer;
    private final Supervised supervised;
    private final Monitor monitor;

    public Alternation(
            int tasks, StructurePenalty penalty, Regularizer regularizer, Supervised supervised, Monitor monitor) {
        this.tasks = tasks;
        this.penalty = penalty;
        this.regularizer = regularizer;
        this.supervised = supervised;
        this.monitor = monitor;
    }

    public Minimum solve() {
        Matrix a = Matrix.identity(tasks);
        double barrier = FIRST_BARRIER;
        double gap = 1;
        for (int iteration = 1; ; iteration++) {
            Matrix wt = supervised.solve(a, Math.max(1e-15, Math.min(1e-4, 1e-3 * gap)));
            Matrix s = TaskSideRegularizer.gram(wt);
            double cost = regularizer.value(wt);
            Certificate certificate = supervised.certificate(regularizer, cost);
            if (monitor.done(iteration, certificate) || monitor.exhausted(supervised.work() + penalty.work())) {
                return new Minimum(wt, certificate, iteration, supervised.dual());
            }
            if (certificate.gap() > STOPPED * gap) {
                barrier = Math.max(LAST_BARRIER, SHRINK * barrier);
            }
            gap = certificate.gap();
            double scale = s.trace() / Math.max(1, tasks);
            a = penalty.step(penalty.proximable() ? s.plusDiagonal(barrier * (scale > 0 ? scale : 1)) : s, 0);
        }
    }
}
