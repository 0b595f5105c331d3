package dev.kith.convex.rounds;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Supervised;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.Barrier;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.Optional;

/**
 * Alternating minimisation over predictors and structure [1], for any penalty:
 *
 * <pre>
 *   W &lt;- argmin V(W) + lambda tr(A^-1 W'W)                     supervised step, to rounding
 *   A &lt;- argmin lambda tr(A^-1 (W'W + delta^2 I)) + F(A)       structure step, to rounding
 * </pre>
 *
 * <p>started at A = I. What is reported is the gap of the problem without barrier. Penalties that keep A well conditioned by
 * themselves need no barrier.
 *
 * <p>[1] Ciliberto et al., Convex learning of multiple tasks and their structure, 2015, algorithm 1 and corollary 3.4 (a).
 */
public final class Alternation {
    /* Three things decide whether this converges. Steps are exact: a step that is only good relative to the gap is not taken at
     * all where rounds gain little, and that looked like the end. The barrier waits: where A tends to a singular matrix,
     * directions turn from round to round by angles of about delta, so that a delta that falls first freezes them; it falls when the gap
     * is no larger than a few times what the barrier itself costs, since then more rounds with it gain nothing. And rounds are
     * extrapolated, for the same slow turning; a guess is taken only where the objective there is lower, so that the limit
     * is that of plain rounds. */

    /** The barrier falls when the gap is at most this many times its cost. */
    private static final double SETTLED = 3;

    /** What supervised steps are asked for, where they cannot have better for nothing. */
    private static final double EXACT = 1e-12;

    private final int tasks;
    private final double lambda;
    private final StructurePenalty penalty;
    private final Regularizer regularizer;
    private final Supervised supervised;
    private final Barrier barrier;

    /** @param regularizer the penalty with A minimised out */
    public Alternation(
            int tasks,
            double lambda,
            StructurePenalty penalty,
            Regularizer regularizer,
            Supervised supervised,
            Barrier barrier) {
        this.tasks = tasks;
        this.lambda = lambda;
        this.penalty = penalty;
        this.regularizer = regularizer;
        this.supervised = supervised;
        this.barrier = barrier;
    }

    public Minimum solve(Monitor monitor) {
        Rounds rounds = new Rounds();
        for (int iteration = 1; ; iteration++) {
            Matrix wt = supervised.solve(rounds.a, supervised.bestTolerance(EXACT));
            StructureStep step = StructureStep.of(penalty, lambda, wt);
            double cost = step.cost(0);
            Certificate certificate = supervised.certificate(regularizer, cost);
            boolean done = monitor.done(iteration, certificate);
            if (!done && rounds.ended(certificate.primal() - cost + step.cost(rounds.delta()))) {
                monitor.stopped();
                done = true;
            }
            if (done || monitor.exhausted(supervised.work() + penalty.work())) {
                return new Minimum(wt, certificate, iteration, supervised.dual());
            }
            rounds.next(wt, step, certificate);
        }
    }

    /** Where the alternation stands. */
    private final class Rounds {
        private final Extrapolation extrapolation = new Extrapolation();
        private Matrix a = Matrix.identity(tasks);
        private double share = barrier.first();
        private double scale;
        private double objective = Double.POSITIVE_INFINITY;
        private Optional<Matrix> from = Optional.empty();

        double delta() {
            return share * scale;
        }

        /** The published rule: with the last barrier, little was gained. */
        boolean ended(double now) {
            return share == barrier.last() && objective - now <= barrier.stop() * Math.abs(now) && barrier.stop() > 0;
        }

        /** The structure step after W. */
        void next(Matrix wt, StructureStep at, Certificate certificate) {
            double cost = at.cost(0);
            if (scale == 0) {
                double length = Math.sqrt(wt.dot(wt) / Math.max(1, tasks));
                scale = length > 0 ? length : 1;
            }
            double loss = certificate.primal() - cost;
            if (certificate.primal() - certificate.dual() <= SETTLED * (at.cost(delta()) - cost)) {
                share = barrier.after(share);
                extrapolation.clear();
                from = Optional.empty();
            }
            objective = loss + at.cost(delta());
            StructureStep best = guessed(wt).orElse(at);
            a = best.minimiser(delta());
        }

        /** Where rounds seem to head for, if it is better there. */
        private Optional<StructureStep> guessed(Matrix wt) {
            Optional<Matrix> guess = from.flatMap(before -> extrapolation.next(before, wt));
            from = Optional.of(wt.copy());
            if (guess.isEmpty()) {
                return Optional.empty();
            }
            StructureStep there = StructureStep.of(penalty, lambda, guess.get());
            double value = supervised.loss(guess.get()) + there.cost(delta());
            if (!(value < objective)) {
                return Optional.empty();
            }
            objective = value;
            from = guess;
            return Optional.of(there);
        }
    }
}
