package dev.kith.mixed;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.mixed.Reml.Point;
import dev.kith.mixed.VariancePart.Direction;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Training;
import dev.kith.numeric.QuasiNewton;
import java.util.function.DoubleConsumer;

/**
 * Minimises the criterion over D = Lambda Lambda' >= 0. The criterion is not convex; what is found is stationary, which is checked on the cone of
 * semidefinite matrices, not on Lambda (where 0 is always stationary):
 *
 * <pre>  Gamma D = 0  and  Gamma >= 0 in the directions D may still grow in  </pre>
 *
 * The violation is the larger of max |Lambda'Gamma Lambda| / T and of minus the least eigenvalue of Gamma relative to the information. Both are without
 * units; the criterion is above its local minimum by about T times the square.
 */
final class VarianceSearch {
    /*
     * Expectation-maximisation, D - D Gamma D / T, finds the scale from far away in a few steps; BFGS on Lambda ends quickly. A minimum on the boundary
     * (a singular fit) is an ordinary minimum of Lambda with a column that tends to 0: such a column is cut off when that costs nothing, so
     * that singular fits are exact. Where Gamma says that a direction is missing, it is added and the search goes on.
     */
    private static final int FIRST_STEPS = 5;
    private static final int ROUNDS = 30;
    private static final double ROUNDING = 1e-12;
    private static final int HALVINGS = 40;

    private final Reml reml;
    private final VariancePart part;
    private final Training training;
    private final DoubleConsumer listener;
    private Point best;
    private int iterations;
    private Status status = Status.MAX_ITERATIONS;

    /**
     * Where a search ended.
     *
     * @param violation of the conditions of a stationary point
     */
    record Found(Point point, double violation, int iterations, Status status) {}

    /** @param listener told the criterion after every step */
    VarianceSearch(Reml reml, Covariance covariance, Training training, DoubleConsumer listener) {
        this.reml = reml;
        TaskFactors factors = reml.factors();
        this.part = new VariancePart(covariance, factors.squares, factors.present);
        this.training = training;
        this.listener = listener;
        this.best = reml.at(start());
        listener.accept(best.value());
    }

    Found run() {
        for (int round = 0; round < ROUNDS && !ended(); round++) {
            descend();
            if (!cut() && !ended() && !grow()) {
                status = Status.STALLED;
                break;
            }
        }
        return new Found(best, violation(best), iterations, status);
    }

    private boolean ended() {
        if (violation(best) <= training.tolerance()) {
            status = Status.CONVERGED;
        } else if (Thread.currentThread().isInterrupted()) {
            status = Status.INTERRUPTED;
        } else {
            status = Status.MAX_ITERATIONS;
            return iterations >= training.maxIterations();
        }
        return true;
    }

    /** What expectation-maximisation makes of an even start. */
    private Matrix start() {
        if (part.empty()) {
            return Matrix.zeros(part.q(), 0);
        }
        Matrix d = part.even();
        for (int k = 0; k < FIRST_STEPS; k++) {
            Matrix gamma = reml.at(part.factorOf(d, part.q())).gamma();
            Matrix step = LinearAlgebra.best().multiply(d, LinearAlgebra.best().multiply(gamma, d));
            d = d.plus(-1.0 / part.levels(), step).symmetrized();
        }
        return part.factorOf(d);
    }

    /** BFGS on the free entries of Lambda. */
    private void descend() {
        Matrix from = best.lambda();
        int[][] entries = part.entries(from);
        if (entries.length == 0) {
            return;
        }
        double[] x = new double[entries.length];
        double[] scale = new double[entries.length];
        for (int e = 0; e < x.length; e++) {
            x[e] = from.get(entries[e][0], entries[e][1]);
            scale[e] = part.scale(from, entries[e][0]);
        }
        Point[] last = {best};
        QuasiNewton search =
                new QuasiNewton((at, gradient) -> evaluate(last, at, gradient, entries, from.cols()), x, scale);
        search.run(steps -> arrived(last[0], steps));
    }

    private double evaluate(Point[] last, double[] x, double[] gradient, int[][] entries, int rank) {
        Matrix lambda = Matrix.zeros(part.q(), rank);
        for (int e = 0; e < x.length; e++) {
            lambda.set(entries[e][0], entries[e][1], x[e]);
        }
        Point point;
        try {
            point = reml.at(lambda);
        } catch (NumericalException e) {
            return Double.POSITIVE_INFINITY; // too long a step
        }
        Matrix slope = LinearAlgebra.best().multiply(point.gamma(), lambda);
        for (int e = 0; e < x.length; e++) {
            gradient[e] = 2 * slope.get(entries[e][0], entries[e][1]);
        }
        last[0] = point;
        return point.value();
    }

    /** Takes a point reached; true when the search on Lambda is over. */
    private boolean arrived(Point point, int steps) {
        best = point;
        if (steps > 0) {
            iterations++;
            listener.accept(best.value());
        }
        return tension(best) <= training.tolerance() / 10
                || iterations >= training.maxIterations()
                || Thread.currentThread().isInterrupted();
    }

    /** Cuts off directions that are not worth their place; whether there were any. */
    private boolean cut() {
        boolean any = false;
        while (best.lambda().cols() > 0) {
            Matrix less = part.smaller(best.lambda());
            if (less == null) {
                break;
            }
            Point without = reml.at(less);
            if (!(without.value() <= best.value() + ROUNDING * (1 + Math.abs(best.value())))) {
                break;
            }
            best = without;
            any = true;
        }
        return any;
    }

    private double tension(Point point) {
        return part.tension(point.lambda(), LinearAlgebra.best().multiply(point.gamma(), point.lambda()));
    }

    double violation(Point point) {
        return Math.max(
                tension(point), part.grows(point.lambda()) ? -steepest(point).slope() : 0);
    }

    private Direction steepest(Point point) {
        return part.steepest(point.gamma(), point.information());
    }

    /** Adds the direction that is missing most; whether that helped. */
    private boolean grow() {
        Direction direction = steepest(best);
        double size = -direction.slope() * part.levels();
        for (int k = 0; k < HALVINGS && size > 0; k++, size /= 2) {
            Point grown = reml.at(part.grown(best.lambda(), direction, size));
            if (grown.value() < best.value()) {
                best = grown;
                return true;
            }
        }
        return false;
    }
}
