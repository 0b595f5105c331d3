package dev.kith.mkl;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.NumericalException;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.FitReport.Status;
import java.util.ArrayList;
import java.util.List;
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
 * this objective and the dual without theta, {@link Duals} with {@link LpNorm#dual}, is below the tolerance.
 */
final class MklSolver {
    private static final int MOST_SWEEPS = 3;

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

    MklSolver(Ascent ascent, Duals duals, LpNorm norm, int components) {
        this.ascent = ascent;
        this.duals = duals;
        this.norm = norm;
        scores = new double[duals.rows()];
        theta = norm.uniform(components);
        best = duals.bias.clone();
        squares = new double[components];
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

    Solution solve(double tolerance, int maxEpochs, long seed, Consumer<Progress> progress) {
        SplittableRandom random = new SplittableRandom(seed);
        Status status = Status.MAX_ITERATIONS;
        Progress last = certificate(0);
        int sweeps = 1;
        for (int done = 0; done < maxEpochs; ) {
            if (Thread.currentThread().isInterrupted()) {
                status = Status.INTERRUPTED;
                break;
            }
            for (int k = 0; k < sweeps; k++) {
                theta = norm.step(theta, k == 0 || norm.fixed() ? squares : ascent.squares());
                ascent.sweep(theta, random);
            }
            done += sweeps;
            ascent.scoreInto(scores, theta);
            Progress next = certificate(done);
            history.add(next);
            progress.accept(next);
            if (next.gap() <= tolerance) {
                last = next;
                status = Status.CONVERGED;
                break;
            }
            ascent.rest(scores, best, 0);
            sweeps = Math.min(maxEpochs - done, sweepsNeeded(last.gap(), next.gap(), sweeps, tolerance));
            last = next;
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        FitReport report = new FitReport(
                status,
                last.objective(),
                last.gap(),
                last.iteration(),
                seconds,
                LinearAlgebra.best().name(),
                history);
        return new Solution(theta, norm.step(theta, squares), best, report);
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
        double gap = (primal - lowerBound) / Math.max(Math.abs(primal), Double.MIN_NORMAL);
        return new Progress(epoch, primal, gap > -1e-12 ? Math.max(gap, 0) : gap, (System.nanoTime() - started) / 1e9);
    }
}
