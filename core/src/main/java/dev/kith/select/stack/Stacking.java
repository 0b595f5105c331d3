package dev.kith.select.stack;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Learns how to weigh contenders from what they predicted for labels they had not seen: which to keep, how strongly to draw tasks together, and
 * the weights. All three are chosen again for each fold from the others, so that {@link Stacked#predictions} are of labels that had no part.
 */
public final class Stacking {
    /** Contenders with less than this share of the weight are left out and the others weighed again: a model that is kept costs time for ever. */
    public static final double LEAST_SHARE = 0.05;

    /** With more tasks, all have the common weights. */
    private static final int MOST_TASKS = 1000;

    /** How many rows the drawing counts as, beside infinitely many. */
    private static final double[] ROWS = {3, 10, 30, 100, 300, 1000};

    private final StackRows rows;

    private Stacking(StackRows rows) {
        this.rows = rows;
    }

    /**
     * What came of it.
     *
     * @param kept positions of the contenders that are left
     * @param weights of those, from all held-out labels
     * @param shares of those: their weight, on average over the observations
     * @param predictions for every observation, with weights learned from other folds; NaN for those that were never held out
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    public record Stacked(List<Integer> kept, StackWeights weights, List<Double> shares, double[] predictions) {
        public Stacked {
            kept = List.copyOf(kept);
            shares = List.copyOf(shares);
        }
    }

    /** Weights of the contenders that are left. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Kept(int[] contenders, StackWeights weights, double[] shares) {}

    /**
     * Learns from these rows.
     *
     * @param forward whether folds follow each other in time, so that a fold's weights come from those before it
     */
    public static Stacked of(StackRows rows, boolean forward) {
        Stacking stacking = new Stacking(rows);
        int folds = rows.foldCount();
        if (folds < 2) {
            throw new IllegalArgumentException("weights need labels held out in two folds or more, got " + folds);
        }
        double[] predictions = new double[rows.labels().length];
        Arrays.fill(predictions, Double.NaN);
        for (int f = 0; f < folds; f++) {
            boolean[] others = new boolean[folds];
            for (int g = 0; g < folds; g++) {
                others[g] = forward ? g < f : g != f;
            }
            stacking.predictInto(predictions, f, others);
        }
        boolean[] all = new boolean[folds];
        Arrays.fill(all, true);
        Kept kept = stacking.kept(all);
        return new Stacked(
                Arrays.stream(kept.contenders).boxed().toList(),
                kept.weights,
                Arrays.stream(kept.shares).boxed().toList(),
                predictions);
    }

    /** Weights are equal where nothing is known yet. */
    private void predictInto(double[] predictions, int fold, boolean[] others) {
        if (rows.heldOut(others).findAny().isEmpty()) {
            rows.heldOut(only(fold, others.length)).forEach(o -> predictions[o] = rows.centre(o));
            return;
        }
        Kept kept = kept(others);
        StackRows left = rows.with(kept.contenders);
        rows.heldOut(only(fold, others.length))
                .forEach(o -> predictions[o] = left.prediction(o, kept.weights.task(rows.tasks()[o])));
    }

    private static boolean[] only(int fold, int folds) {
        boolean[] one = new boolean[folds];
        one[fold] = true;
        return one;
    }

    /** Common weights first, as many contenders are out by those; then weights by task. */
    private Kept kept(boolean[] folds) {
        int[] all = IntStream.range(0, rows.contenders()).toArray();
        int[] left = kept(all, folds, Double.POSITIVE_INFINITY).contenders;
        return kept(left, folds, left.length == 1 ? Double.POSITIVE_INFINITY : drawn(rows.with(left), folds));
    }

    /** Leaves contenders out for as long as some have too little. */
    private Kept kept(int[] contenders, boolean[] folds, double drawn) {
        StackProblem problem = StackProblem.of(rows.with(contenders), folds);
        StackWeights weights = StackSolver.solve(problem, drawn);
        double[] shares = shares(problem, weights);
        double most = Arrays.stream(shares).max().orElse(0);
        int[] left = IntStream.range(0, shares.length)
                .filter(k -> shares[k] >= Math.min(LEAST_SHARE, most))
                .toArray();
        return left.length == shares.length
                ? new Kept(contenders, weights, shares)
                : kept(Arrays.stream(left).map(k -> contenders[k]).toArray(), folds, drawn);
    }

    private static double[] shares(StackProblem problem, StackWeights weights) {
        double[] shares = new double[problem.contenders()];
        double all = 0;
        for (int t = 0; t < problem.taskCount(); t++) {
            all += problem.weight(t);
            for (int k = 0; k < shares.length; k++) {
                shares[k] += problem.weight(t) * weights.perTask().get(k, t);
            }
        }
        double total = all;
        return Arrays.stream(shares).map(share -> share / total).toArray();
    }

    /**
     * How many rows drawing should count as: infinitely many, unless fewer predict one fold from the others better by more than a standard error.
     * That is of the differences between tasks in folds, as rows of a task gain or lose together.
     */
    private static double drawn(StackRows rows, boolean[] folds) {
        int[] used = IntStream.range(0, folds.length)
                .filter(f -> folds[f]
                        && rows.heldOut(only(f, folds.length)).findAny().isPresent())
                .toArray();
        if (used.length < 2 || rows.taskCount() < 2 || rows.taskCount() > MOST_TASKS) {
            return Double.POSITIVE_INFINITY;
        }
        double[][] gains = new double[ROWS.length][used.length * rows.taskCount()];
        for (int u = 0; u < used.length; u++) {
            addGains(rows, folds, used[u], gains, u * rows.taskCount());
        }
        int best = -1;
        for (int r = 0; r < ROWS.length; r++) {
            if (sum(gains[r]) > error(gains[r]) && (best < 0 || sum(gains[r]) > sum(gains[best]))) {
                best = r;
            }
        }
        return best < 0 ? Double.POSITIVE_INFINITY : ROWS[best];
    }

    /** What weights by task gain over common ones in a fold, both learned from the others. */
    private static void addGains(StackRows rows, boolean[] folds, int left, double[][] gains, int from) {
        boolean[] others = folds.clone();
        others[left] = false;
        StackProblem problem = StackProblem.of(rows, others);
        double[] common = StackSolver.solve(problem, Double.POSITIVE_INFINITY).task(0);
        int[] tested = rows.heldOut(only(left, folds.length)).toArray();
        for (int r = 0; r < ROWS.length; r++) {
            StackWeights weights = StackSolver.solve(problem, ROWS[r]);
            for (int o : tested) {
                int t = rows.tasks()[o];
                gains[r][from + t] += problem.loss(rows, o, common) - problem.loss(rows, o, weights.task(t));
            }
        }
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }

    /** The standard error of a sum. */
    private static double error(double[] values) {
        double mean = sum(values) / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares * values.length / (values.length - 1.0));
    }
}
