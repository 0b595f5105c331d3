package dev.kith.mixed;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.mixed.Reml.Point;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Training;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

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
    private static final double START = 0.5;
    private static final int FIRST_STEPS = 5;
    private static final int ROUNDS = 30;
    /** Directions of which a task's rows see less than this are tried without. */
    private static final double WEAK = 1e-2;

    private static final double ROUNDING = 1e-12;
    private static final int HALVINGS = 40;

    private final Reml reml;
    private final TaskFactors factors;
    private final Covariance covariance;
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
        this.factors = reml.factors();
        this.covariance = covariance;
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

    /** Nothing where one task cannot tell; else what expectation-maximisation makes of an even start. */
    private Matrix start() {
        int q = factors.q;
        if (factors.present < 2 || q == 0) {
            return Matrix.zeros(q, 0);
        }
        Matrix d = Matrix.identity(q).scale(START);
        for (int k = 0; k < FIRST_STEPS; k++) {
            Matrix gamma = reml.at(factorOf(d, q)).gamma();
            Matrix step = LinearAlgebra.best().multiply(d, LinearAlgebra.best().multiply(gamma, d));
            d = d.plus(-1.0 / factors.present, step).symmetrized();
        }
        return factorOf(d, covariance.rank());
    }

    private Matrix factorOf(Matrix d, int rank) {
        return covariance.kind() == Covariance.Kind.DIAGONAL ? Factor.diagonal(d.diagonal()) : Factor.of(d, rank);
    }

    /** BFGS on the free entries of Lambda. */
    private void descend() {
        Matrix from = best.lambda();
        int[][] entries = Factor.entries(covariance.kind(), from);
        if (entries.length == 0) {
            return;
        }
        double[] x = new double[entries.length];
        double[] scale = new double[entries.length];
        Matrix d = Factor.product(from);
        for (int e = 0; e < x.length; e++) {
            x[e] = from.get(entries[e][0], entries[e][1]);
            scale[e] = Math.max(d.get(entries[e][0], entries[e][0]), Double.MIN_NORMAL) / (4.0 * factors.present);
        }
        Point[] last = {best};
        QuasiNewton search =
                new QuasiNewton((at, gradient) -> evaluate(last, at, gradient, entries, from.cols()), x, scale);
        search.run(steps -> arrived(last[0], steps));
    }

    private double evaluate(Point[] last, double[] x, double[] gradient, int[][] entries, int rank) {
        Matrix lambda = Matrix.zeros(factors.q, rank);
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
            Matrix less = smaller();
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

    /** Without the weakest direction, where that is weak. */
    private @Nullable Matrix smaller() {
        Matrix lambda = best.lambda();
        if (covariance.kind() != Covariance.Kind.DIAGONAL) {
            return Factor.weakest(lambda, factors.squares) / factors.present < WEAK
                    ? Factor.withoutWeakest(lambda, factors.squares)
                    : null;
        }
        double[] d = Factor.product(lambda).diagonal();
        int weakest = -1;
        for (int i = 0; i < d.length; i++) {
            if (d[i] > 0
                    && d[i] * factors.squares.get(i, i) / factors.present < WEAK
                    && (weakest < 0 || d[i] < d[weakest])) {
                weakest = i;
            }
        }
        if (weakest < 0) {
            return null;
        }
        d[weakest] = 0;
        return Factor.diagonal(d);
    }

    /** Lambda'Gamma Lambda: how the criterion changes with the relative size of what there is. */
    private double tension(Point point) {
        Matrix slope = LinearAlgebra.best().multiply(point.gamma(), point.lambda());
        Matrix inner = LinearAlgebra.best().multiplyTransposeA(point.lambda(), slope);
        if (covariance.kind() != Covariance.Kind.DIAGONAL) {
            return inner.maxAbs() / factors.present;
        }
        double largest = 0;
        for (double value : inner.diagonal()) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest / factors.present;
    }

    double violation(Point point) {
        boolean grows = factors.q > 0
                && (covariance.kind() != Covariance.Kind.LOW_RANK
                        || point.lambda().cols() < Math.min(covariance.rank(), factors.q));
        return Math.max(tension(point), grows ? -steepest(point).slope() : 0);
    }

    /** The direction in which D would best grow, of information 1, and the slope there. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Direction(double[] v, double slope) {}

    private Direction steepest(Point point) {
        if (covariance.kind() == Covariance.Kind.DIAGONAL) {
            return steepestAxis(point);
        }
        int q = factors.q;
        Matrix l = LinearAlgebra.best().cholesky(point.information()).factor();
        Matrix inner = leftSolved(l, leftSolved(l, point.gamma()).transpose());
        SymmetricEigen eigen = LinearAlgebra.best().eigen(inner.symmetrized());
        double[] v = eigen.vectors().column(0);
        for (int i = q - 1; i >= 0; i--) {
            for (int j = i + 1; j < q; j++) {
                v[i] -= l.get(j, i) * v[j];
            }
            v[i] /= l.get(i, i);
        }
        return new Direction(v, eigen.value(0));
    }

    /** l^-1 m for a lower triangle l. */
    private static Matrix leftSolved(Matrix l, Matrix m) {
        Matrix solved = m.copy();
        for (int i = 0; i < l.rows(); i++) {
            for (int c = 0; c < m.cols(); c++) {
                double sum = solved.get(i, c);
                for (int j = 0; j < i; j++) {
                    sum -= l.get(i, j) * solved.get(j, c);
                }
                solved.set(i, c, sum / l.get(i, i));
            }
        }
        return solved;
    }

    private Direction steepestAxis(Point point) {
        int at = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < factors.q; i++) {
            double slope = point.gamma().get(i, i) / point.information().get(i, i);
            if (slope < least) {
                least = slope;
                at = i;
            }
        }
        double[] v = new double[factors.q];
        v[at] = 1 / Math.sqrt(point.information().get(at, at));
        return new Direction(v, least);
    }

    /** Adds the direction that is missing most; whether that helped. */
    private boolean grow() {
        Direction direction = steepest(best);
        double size = -direction.slope * factors.present;
        for (int k = 0; k < HALVINGS && size > 0; k++, size /= 2) {
            Matrix d = Factor.product(best.lambda());
            for (int i = 0; i < factors.q; i++) {
                for (int j = 0; j < factors.q; j++) {
                    d.add(i, j, size * direction.v[i] * direction.v[j]);
                }
            }
            Point grown = reml.at(grown(d));
            if (grown.value() < best.value()) {
                best = grown;
                return true;
            }
        }
        return false;
    }

    private Matrix grown(Matrix d) {
        if (covariance.kind() == Covariance.Kind.DIAGONAL) {
            return Factor.diagonal(d.diagonal());
        }
        return Factor.of(d, Math.min(best.lambda().cols() + 1, covariance.rank()));
    }
}
