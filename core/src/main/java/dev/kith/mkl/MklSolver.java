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
    private final Ascent ascent;
    private final Duals duals;
    private final LpNorm norm;
    private final double[] scores;
    private final List<Progress> history = new ArrayList<>();
    private final long started = System.nanoTime();

    private double[] theta;
    private double[] best;
    private double lowerBound = Double.NEGATIVE_INFINITY;

    MklSolver(Ascent ascent, Duals duals, LpNorm norm, int components) {
        this.ascent = ascent;
        this.duals = duals;
        this.norm = norm;
        scores = new double[duals.rows()];
        theta = norm.uniform(components);
        best = duals.bias.clone();
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
        Progress last = certify(0);
        for (int epoch = 1; epoch <= maxEpochs; epoch++) {
            if (Thread.currentThread().isInterrupted()) {
                status = Status.INTERRUPTED;
                break;
            }
            theta = norm.step(theta, ascent.squares());
            ascent.sweep(theta, random);
            last = certify(epoch);
            if (last.gap() <= tolerance) {
                ascent.refresh();
                last = certify(epoch);
            }
            history.add(last);
            progress.accept(last);
            if (last.gap() <= tolerance) {
                status = Status.CONVERGED;
                break;
            }
            ascent.rest(scores, best, 0);
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
        return new Solution(theta, norm.step(theta, ascent.squares()), best, report);
    }

    /** The objective at the current point against the best lower bound so far. */
    private Progress certify(int epoch) {
        ascent.scoreInto(scores, theta);
        if (duals.intercepts) {
            for (int t = 0; t < best.length; t++) {
                best[t] = Intercepts.best(duals, t, scores, duals.bias[t]);
            }
        }
        double[] q = ascent.squares();
        double primal = norm.regularizer(theta, q) + duals.cost(scores, best);
        lowerBound = Math.max(lowerBound, duals.gain() - norm.dual(q));
        if (!Double.isFinite(primal)) {
            throw new NumericalException("objective must be finite, got " + primal + " at epoch " + epoch
                    + "; try smaller C or standardised features");
        }
        double gap = (primal - lowerBound) / Math.max(Math.abs(primal), Double.MIN_NORMAL);
        return new Progress(epoch, primal, gap > -1e-12 ? Math.max(gap, 0) : gap, (System.nanoTime() - started) / 1e9);
    }
}
