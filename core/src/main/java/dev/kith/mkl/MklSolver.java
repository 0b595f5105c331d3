package dev.kith.mkl;

import dev.kith.ascent.Ascent;
import dev.kith.ascent.Duals;
import dev.kith.ascent.Evidence;
import dev.kith.ascent.Intercepts;
import dev.kith.ascent.LpNorm;
import dev.kith.ascent.Units;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.NumericalException;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Minimises over W, theta and intercepts b
 *
 * <pre>
 *   1/2 sum_m ||W_m||^2 / theta_m + sum_i c_i loss(y_i, f(x_i) + b_task(i)),   theta &gt;= 0, ||theta||_p &lt;= 1
 * </pre>
 *
 * by alternating a sweep of dual coordinate ascent with the closed-form step of theta, until the relative gap between
 * this objective and the dual without theta, {@link Duals} with {@link LpNorm#dual}, is below the tolerance. Sweeps go by sums
 * in doubles that are changed row by row; what is reported is proven at the end, from the rows ({@link Evidence}).
 */
final class MklSolver {
    private static final int MOST_SWEEPS = 3;

    /** Sweeps that were too hopeful are asked for this much more, so many times. */
    private static final double MORE = 0.1;

    private static final int ROUNDS = 3;

    private final Ascent ascent;
    private final Duals duals;
    private final LpNorm norm;
    private final double[] scores;
    private final List<Progress> history = new ArrayList<>();
    private final long started = System.nanoTime();

    private double[] theta;
    private double[] best;
    private double[] squares;
    private double lowerBound = Double.NEGATIVE_INFINITY;

    /** No objective is below this; dual variables of zero show as much. */
    private double proven;

    private Progress last;

    MklSolver(Ascent ascent, Duals duals, LpNorm norm, int components) {
        this.ascent = ascent;
        this.duals = duals;
        this.norm = norm;
        scores = new double[duals.rows()];
        theta = norm.uniform(components);
        best = duals.bias.clone();
        squares = new double[components];
        last = certificate(0);
    }

    /** Where the solver stopped. */
    static final class Solution {
        /** The weights that W = theta u uses. */
        final double[] theta;

        /** The best weights for that W, on the l_p sphere: what users see. */
        final double[] weights;

        final double[] biases;
        final FitReport report;

        Solution(double[] theta, double[] weights, double[] biases, FitReport report) {
            this.theta = theta;
            this.weights = weights;
            this.biases = biases;
            this.report = report;
        }
    }

    /** Where sweeps stopped, and what they made of it. */
    private record Stop(Status status, int epochs) {}

    /** @param proven the units of what will be saved, if it will be */
    Solution run(Optional<Units> proven, Training training, Consumer<Progress> progress) {
        return proven.map(units ->
                        solve(units, training.tolerance(), training.maxIterations(), training.seed(), progress))
                .orElseGet(() -> estimate(training.tolerance(), training.maxIterations(), training.seed(), progress));
    }

    /** For fits that are only compared with each other: the gap is what the sweeps saw, not a proof. */
    Solution estimate(double tolerance, int maxEpochs, long seed, Consumer<Progress> progress) {
        Stop stop = sweep(tolerance, 0, maxEpochs, new SplittableRandom(seed), progress);
        return solution(stop.status, last.objective(), last.gap(), stop.epochs);
    }

    /**
     * Solves, proves what will be saved, and goes on where sweeps were too hopeful. Converged means proven.
     *
     * @param units of what will be saved
     */
    Solution solve(Units units, double tolerance, int maxEpochs, long seed, Consumer<Progress> progress) {
        SplittableRandom random = new SplittableRandom(seed);
        Stop stop = sweep(tolerance, 0, maxEpochs, random, progress);
        Evidence.Bracket proof = prove(units);
        double target = tolerance;
        for (int round = 0; round < ROUNDS && stop.status == Status.CONVERGED && !(proof.gap() <= tolerance); round++) {
            target *= MORE;
            stop = sweep(target, stop.epochs, maxEpochs, random, progress);
            proof = prove(units);
        }
        Status ended = proof.gap() <= tolerance
                ? Status.CONVERGED
                : stop.status == Status.CONVERGED ? Status.STALLED : stop.status;
        return solution(ended, proof.primal(), proof.gap(), stop.epochs);
    }

    private Solution solution(Status status, double objective, double gap, int epochs) {
        double seconds = (System.nanoTime() - started) / 1e9;
        FitReport report = new FitReport(
                status, objective, gap, epochs, seconds, LinearAlgebra.best().name(), history);
        return new Solution(theta, norm.step(theta, squares), best, report);
    }

    /** Alternates sweeps and steps of theta until the gap, as far as sums in doubles show it, is within the tolerance. */
    private Stop sweep(
            double tolerance, int from, int maxEpochs, SplittableRandom random, Consumer<Progress> progress) {
        if (from == 0 && last.gap() <= tolerance) {
            history.add(last); // intercepts alone fit
            return new Stop(Status.CONVERGED, 0);
        }
        int sweeps = 1;
        for (int done = from; done < maxEpochs; ) {
            if (Thread.currentThread().isInterrupted()) {
                return new Stop(Status.INTERRUPTED, done);
            }
            for (int k = 0; k < sweeps; k++) {
                theta = norm.step(theta, k == 0 || norm.fixed() ? squares : ascent.squares());
                ascent.sweep(theta, random);
            }
            done += sweeps;
            ascent.scoreInto(scores, theta);
            Progress before = last;
            last = certificate(done);
            history.add(last);
            progress.accept(last);
            if (last.gap() <= tolerance) {
                return new Stop(Status.CONVERGED, done);
            }
            ascent.rest(scores, best, 0);
            sweeps = Math.min(maxEpochs - done, sweepsNeeded(before.gap(), last.gap(), sweeps, tolerance));
        }
        return new Stop(Status.MAX_ITERATIONS, maxEpochs);
    }

    /** What the squared loss makes of a change of every label in its last digit. */
    private double smallest(Units units) {
        double sum = 0;
        for (int t = 0; t + 1 < duals.taskStart.length && duals.loss.quadratic(); t++) {
            double scale = units.scaling().labelScale().get(0, t);
            for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1]; i++) {
                double digit = Math.ulp(Units.saved(units.scaling(), t, duals.y[i])) / scale;
                sum += duals.c[i] * digit * digit;
            }
        }
        return sum;
    }

    /** The model as it would be saved now, against the best lower bound proven so far. */
    private Evidence.Bracket prove(Units units) {
        boolean interrupted = Thread.interrupted(); // which would close files that rows are read from
        Evidence evidence = ascent.evidence(units, theta, scores, best);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        squares = ascent.squares();
        Evidence.Bracket bracket = evidence.bracket(norm, theta, proven, smallest(units));
        proven = bracket.dual();
        ascent.rest(scores, best, 0);
        return bracket;
    }

    /**
     * How many sweeps to make before the gap is looked at again, which costs nearly as much as a sweep: no more than it
     * will take to reach the tolerance at the present rate.
     */
    private static int sweepsNeeded(double before, double after, int sweeps, double tolerance) {
        double rate = Math.log(before / after) / sweeps;
        double needed = Math.log(after / tolerance) / rate;
        return needed > 0 && needed < MOST_SWEEPS ? (int) Math.ceil(needed) : MOST_SWEEPS;
    }

    /** The objective at the current point, with these scores, against the best lower bound so far. */
    private Progress certificate(int epoch) {
        if (duals.intercepts) {
            for (int t = 0; t < best.length; t++) {
                best[t] = Intercepts.best(duals, t, scores, duals.bias[t]);
            }
        }
        squares = ascent.squares();
        double primal = norm.regularizer(theta, squares) + duals.cost(scores, best);
        lowerBound = Math.max(lowerBound, duals.gain() - norm.dual(squares));
        if (!Double.isFinite(primal)) {
            throw new NumericalException("objective must be finite, got " + primal + " at epoch " + epoch
                    + "; try smaller C or standardised features");
        }
        // Rounding may turn the two round: a dual above the primal is as far from a proof as one below it.
        double gap = Math.abs(primal - lowerBound) / Math.max(Math.abs(primal), Double.MIN_NORMAL);
        return new Progress(epoch, primal, gap, (System.nanoTime() - started) / 1e9);
    }
}
