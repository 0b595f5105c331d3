package dev.kith.convex.rounds;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.Barrier;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * Block coordinate descent with single first-order steps over predictors and structure [1], for any penalty with a proximal step:
 *
 * <pre>
 *   W &lt;- argmin over X of  tr(X'grad V(W)) + ||X - W||^2 / (2 tau) + lambda tr(A^-1 X'X)
 *   A &lt;- argmin over X of  -lambda tr(X A^-1 (W'W + delta^2 I) A^-1) + ||X - A||^2 / (2 tau) + F(X)
 * </pre>
 *
 * <p>Starts at the tasks learned alone and the structure nearest to I. Every step lowers V(W) + lambda tr(A^-1 (W'W + delta^2 I)) +
 * F(A); what is reported is the gap of the problem without barrier. Losses with kinks are rounded, and less so as the
 * barrier falls.
 *
 * <p>[1] Ciliberto et al., Convex learning of multiple tasks and their structure, 2015, algorithm 1 and corollary 3.4 (b).
 */
public final class Descent {
    /** The gap costs as much as several rounds. */
    private static final int LOOK_EVERY = 10;

    /** The barrier falls when the gap is at most this many times its cost, as in {@link Alternation}. */
    private static final double SETTLED = 3;

    private final double lambda;
    private final Regularizer regularizer;
    private final Barrier barrier;
    private final Slopes slopes;
    private final StructureDescent structure;
    private final StepLength length = new StepLength(1);
    private final double scale;
    private Matrix at;
    private Matrix gradient;
    private double value;
    private double share;

    /**
     * @param regularizer the penalty with A minimised out
     * @param alone the weights of tasks that are learned alone, by whose length delta is measured
     */
    public Descent(
            DataTerm v,
            double lambda,
            StructurePenalty penalty,
            Regularizer regularizer,
            Matrix alone,
            Barrier barrier) {
        this.lambda = lambda;
        this.regularizer = regularizer;
        this.barrier = barrier;
        slopes = Slopes.of(v);
        structure = StructureDescent.of(penalty, lambda, alone.rows());
        double mean = Math.sqrt(alone.dot(alone) / Math.max(1, alone.rows()));
        scale = mean > 0 ? mean : 1;
        share = barrier.first();
        at = slopes.start(alone);
        gradient = Matrix.zeros(at.rows(), at.cols());
        slopes.narrow(share);
        value = slopes.valueAndGradientInto(gradient, at);
    }

    public Minimum solve(Monitor monitor) {
        double before = Double.POSITIVE_INFINITY;
        for (int round = 1; ; round++) {
            round();
            if (!monitor.due(round, LOOK_EVERY)) {
                continue;
            }
            Matrix wt = slopes.weights(at);
            double cost = structure.cost(wt);
            Certificate certificate = slopes.certificate(regularizer, at, cost);
            double barred = structure.barrierCost(wt, delta());
            double now = certificate.primal() + barred;
            boolean done = monitor.done(round, certificate);
            if (!done && ended(before, now)) {
                monitor.stopped();
                done = true;
            }
            if (done) {
                return new Minimum(wt, certificate, round, slopes.dual());
            }
            before = now;
            if (certificate.primal() - certificate.dual() <= SETTLED * (barred + slopes.rounding())) {
                fall();
            }
        }
    }

    /** One step on the predictors, one on the structure. */
    void round() {
        predictorStep();
        structure.step(slopes.weights(at), delta());
    }

    double delta() {
        return share * scale;
    }

    /** V(W), with kinks rounded. */
    double loss() {
        return value;
    }

    /** W. */
    Matrix weights() {
        return slopes.weights(at);
    }

    /** A. */
    Matrix structure() {
        return structure.structure();
    }

    private void predictorStep() {
        Matrix slope = Matrix.zeros(at.rows(), at.cols());
        for (int trial = 0; trial < StepLength.TRIALS; trial++) {
            Matrix next = at.plus(-length.tau(), gradient);
            writeWeights(next, structure.shrunk(slopes.weights(next), 2 * lambda * length.tau()));
            double there = slopes.valueAndGradientInto(slope, next);
            if (length.suits(next.plus(-1, at), slope.plus(-1, gradient))) {
                at = next;
                gradient = slope;
                value = there;
                return;
            }
        }
    }

    /** Intercepts, if these are columns too, stay. */
    private static void writeWeights(Matrix to, Matrix wt) {
        for (int t = 0; t < wt.rows(); t++) {
            System.arraycopy(wt.data(), t * wt.cols(), to.data(), t * to.cols(), wt.cols());
        }
    }

    /** The published rule: with the last barrier, rounds gain little on average. */
    private boolean ended(double before, double now) {
        return share == barrier.last()
                && barrier.stop() > 0
                && before - now <= LOOK_EVERY * barrier.stop() * Math.abs(now);
    }

    private void fall() {
        share = barrier.after(share);
        if (slopes.narrow(share)) {
            value = slopes.valueAndGradientInto(gradient, at);
        }
    }
}
