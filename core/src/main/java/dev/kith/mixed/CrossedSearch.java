package dev.kith.mixed;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.mixed.CrossedReml.Point;
import dev.kith.mixed.VariancePart.Direction;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Training;
import dev.kith.numeric.QuasiNewton;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;

/** The search of {@link VarianceSearch} for the covariances of all groupings at once, with the same conditions for each of them. */
final class CrossedSearch {
    /*
     * Gamma of a direction that D does not have is Gamma Lambda / Lambda for a Lambda that has a very little of it: nothing cancels there, as both shrink alike.
     */
    private static final int FIRST_STEPS = 2;
    private static final int ROUNDS = 30;
    private static final double ROUNDING = 1e-12;
    private static final int HALVINGS = 40;
    /** What a direction is looked at with, in parts of what the rows of a level see of it. */
    private static final double GLIMPSE = 1e-10;

    private final CrossedReml reml;
    private final List<VariancePart> parts;
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
    CrossedSearch(CrossedReml reml, List<Covariance> covariances, Training training, DoubleConsumer listener) {
        this.reml = reml;
        this.parts = parts(reml.factors(), covariances);
        this.training = training;
        this.listener = listener;
        this.best = reml.at(start());
        listener.accept(best.value());
    }

    private static List<VariancePart> parts(CrossedFactors factors, List<Covariance> covariances) {
        List<VariancePart> parts = new ArrayList<>();
        for (int g = 0; g < covariances.size(); g++) {
            parts.add(new VariancePart(covariances.get(g), factors.squares(g), factors.groupings.present(g)));
        }
        return parts;
    }

    Found run() {
        for (int round = 0; round < ROUNDS && !ended(); round++) {
            descend();
            if (!cut() && !ended() && !grow()) {
                status = Status.STALLED;
                break;
            }
        }
        return new Found(best, violation(), iterations, status);
    }

    private boolean ended() {
        if (tension(best) <= training.tolerance() && violation() <= training.tolerance()) {
            status = Status.CONVERGED;
        } else if (Thread.currentThread().isInterrupted()) {
            status = Status.INTERRUPTED;
        } else {
            status = Status.MAX_ITERATIONS;
            return iterations >= training.maxIterations();
        }
        return true;
    }

    /** What expectation-maximisation, Lambda (I - Lambda'Gamma Lambda / levels) Lambda', makes of an even start. */
    private List<Matrix> start() {
        LinearAlgebra algebra = LinearAlgebra.best();
        List<Matrix> lambda = new ArrayList<>();
        for (VariancePart part : parts) {
            lambda.add(part.empty() ? Matrix.zeros(part.q(), 0) : part.factorOf(part.even(), part.q()));
        }
        for (int k = 0; k < FIRST_STEPS; k++) {
            Point point = reml.at(lambda);
            for (int g = 0; g < parts.size(); g++) {
                Matrix own = lambda.get(g);
                Matrix inner = algebra.multiplyTransposeA(own, point.slopes().get(g));
                Matrix turned = algebra.multiply(own, algebra.multiplyTransposeB(inner, own));
                Matrix d = Factor.product(own)
                        .plus(-1.0 / parts.get(g).levels(), turned)
                        .symmetrized();
                lambda.set(g, parts.get(g).empty() ? own : parts.get(g).factorOf(d, own.rows()));
            }
        }
        for (int g = 0; g < parts.size(); g++) {
            Matrix own = lambda.get(g);
            lambda.set(g, parts.get(g).empty() ? own : parts.get(g).factorOf(Factor.product(own)));
        }
        return lambda;
    }

    /** A free entry of Lambda. */
    private record Entry(int g, int row, int column) {}

    /** BFGS on the free entries of all Lambda. */
    private void descend() {
        List<Matrix> from = best.lambda();
        List<Entry> entries = new ArrayList<>();
        for (int g = 0; g < parts.size(); g++) {
            for (int[] e : parts.get(g).entries(from.get(g))) {
                entries.add(new Entry(g, e[0], e[1]));
            }
        }
        if (entries.isEmpty()) {
            return;
        }
        double[] x = new double[entries.size()];
        double[] scale = new double[x.length];
        for (int e = 0; e < x.length; e++) {
            Entry entry = entries.get(e);
            x[e] = from.get(entry.g).get(entry.row, entry.column);
            scale[e] = parts.get(entry.g).scale(from.get(entry.g), entry.row);
        }
        Point[] last = {best};
        QuasiNewton search = new QuasiNewton((at, gradient) -> evaluate(last, at, gradient, entries), x, scale);
        search.run(steps -> arrived(last[0], steps));
    }

    private double evaluate(Point[] last, double[] x, double[] gradient, List<Entry> entries) {
        List<Matrix> lambda = new ArrayList<>();
        for (Matrix own : best.lambda()) {
            lambda.add(Matrix.zeros(own.rows(), own.cols()));
        }
        for (int e = 0; e < x.length; e++) {
            Entry entry = entries.get(e);
            lambda.get(entry.g).set(entry.row, entry.column, x[e]);
        }
        Point point;
        try {
            point = lambda.equals(last[0].lambda()) ? last[0] : reml.at(lambda);
        } catch (NumericalException e) {
            return Double.POSITIVE_INFINITY; // too long a step
        }
        for (int e = 0; e < x.length; e++) {
            Entry entry = entries.get(e);
            gradient[e] = 2 * point.slopes().get(entry.g).get(entry.row, entry.column);
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

    private double tension(Point point) {
        double largest = 0;
        for (int g = 0; g < parts.size(); g++) {
            double own =
                    parts.get(g).tension(point.lambda().get(g), point.slopes().get(g));
            largest = Math.max(largest, own);
        }
        return largest;
    }

    /** Cuts off directions that are not worth their place; whether there were any. */
    private boolean cut() {
        boolean any = false;
        for (int g = 0; g < parts.size(); g++) {
            boolean shorter = true;
            while (shorter) {
                Matrix less = parts.get(g).smaller(best.lambda().get(g));
                shorter = less != null && takeUnlessWorse(with(best.lambda(), g, less));
                any |= shorter;
            }
        }
        return any;
    }

    private boolean takeUnlessWorse(List<Matrix> lambda) {
        Point without = reml.at(lambda);
        if (!(without.value() <= best.value() + ROUNDING * (1 + Math.abs(best.value())))) {
            return false;
        }
        best = without;
        return true;
    }

    private static List<Matrix> with(List<Matrix> lambda, int g, Matrix own) {
        List<Matrix> changed = new ArrayList<>(lambda);
        changed.set(g, own);
        return changed;
    }

    private double violation() {
        double largest = tension(best);
        for (Missing one : missing()) {
            largest = Math.max(largest, -one.direction.slope());
        }
        return largest;
    }

    /** The best direction in which the D of a grouping may grow. */
    private record Missing(int g, Direction direction) {}

    /** Of every grouping whose D may grow in directions that it does not have. */
    private List<Missing> missing() {
        List<Matrix> lambda = new ArrayList<>(best.lambda());
        List<Integer> lacking = new ArrayList<>();
        for (int g = 0; g < parts.size(); g++) {
            Matrix own = lambda.get(g);
            if (parts.get(g).grows(own) && own.cols() < own.rows()) {
                lacking.add(g);
                lambda.set(g, glimpse(parts.get(g), own));
            }
        }
        if (lacking.isEmpty()) {
            return List.of();
        }
        Point point = reml.at(lambda);
        List<Missing> missing = new ArrayList<>();
        for (int g : lacking) {
            Matrix gamma = rightSolved(point.slopes().get(g), lambda.get(g));
            Matrix information = rightSolved(point.seen().get(g), lambda.get(g));
            missing.add(new Missing(g, parts.get(g).steepest(gamma.symmetrized(), information.symmetrized())));
        }
        return missing;
    }

    /** With a very little of every direction. */
    private static Matrix glimpse(VariancePart part, Matrix lambda) {
        Matrix d = Factor.product(lambda);
        for (int i = 0; i < d.rows(); i++) {
            double seen = part.squares().get(i, i) / part.levels();
            d.add(i, i, GLIMPSE * (seen > 0 ? 1 / seen : 1));
        }
        return part.factorOf(d, d.rows());
    }

    /** m l^-1 for a lower triangle l. */
    private static Matrix rightSolved(Matrix m, Matrix l) {
        Matrix solved = m.copy();
        for (int c = l.cols() - 1; c >= 0; c--) {
            for (int i = 0; i < m.rows(); i++) {
                double sum = solved.get(i, c);
                for (int j = c + 1; j < l.rows(); j++) {
                    sum -= solved.get(i, j) * l.get(j, c);
                }
                solved.set(i, c, sum / l.get(c, c));
            }
        }
        return solved;
    }

    /** Adds the direction that is missing most; whether that helped. */
    private boolean grow() {
        for (Missing one : missing()) {
            VariancePart part = parts.get(one.g);
            double size = -one.direction.slope() * part.levels();
            for (int k = 0; k < HALVINGS && size > 0; k++, size /= 2) {
                Matrix own = part.grown(best.lambda().get(one.g), one.direction, size);
                Point grown = reml.at(with(best.lambda(), one.g, own));
                if (grown.value() < best.value()) {
                    best = grown;
                    return true;
                }
            }
        }
        return false;
    }
}
