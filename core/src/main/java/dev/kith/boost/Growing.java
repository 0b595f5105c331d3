package dev.kith.boost;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.trees.Bins;
import dev.kith.data.trees.Boosting;
import dev.kith.data.trees.Growth;
import dev.kith.data.trees.TreeEnsemble;
import dev.kith.linalg.Matrix;
import dev.kith.model.TreeModel;
import dev.kith.numeric.Concurrent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One training: the number of leaves and trees by folds, then trees on all rows. */
final class Growing {
    /** What a tree counts for. */
    static final double RATE = 0.1;

    private static final int FOLDS = 5;
    /** Rows of a leaf at least: few where rows are few, so that a task of a handful of rows can have a leaf of its own. */
    private static final int SMALLEST_LEAF = 3;

    private static final int LARGEST_SMALLEST_LEAF = 20;
    private static final int ROWS_PER_ROW_OF_LEAF = 300;
    /** Trees without gain on the rows held out, before folds end. */
    private static final int PATIENCE = 25;
    /** Trees that folds grow at a time. */
    private static final int AHEAD = 9;

    /** With more rows than this the first fold decides how many leaves trees have; with fewer its few rows say too little. */
    private static final int DECIDED_BY_ONE = 5000;

    /** Leaves that are tried where none are named: nearly additive trees, and trees that see interactions. */
    private static final int[] LEAVES = {4, 16};

    private final BoostedTrainer asked;
    private final boolean classes;
    private final Matrix x;
    private final int[] row;
    private final int[] task;
    private final double[] labels;
    private final double[] weights;
    private final int[] fold;
    private final TaskMeans means;
    private final Matrix columns;
    private final Bins bins;

    /** What came of it; the loss is the mean one of rows held out. Out of fold by observation, where that was asked for; else empty. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Found(TreeEnsemble trees, double[] taskMeans, int leaves, double loss, double[] outOfFold) {}

    /** A number of trees, and the loss where they are judged. */
    record Step(int trees, double loss) {}

    Growing(BoostedTrainer asked, Dataset raw, Standardizer scaling, boolean classes) {
        this.asked = asked;
        this.classes = classes;
        x = TreeModel.numbers(raw.inputs());
        int n = raw.size();
        row = IntStream.range(0, n).map(raw::row).toArray();
        task = IntStream.range(0, n).map(raw::task).toArray();
        labels = new double[n];
        weights = new double[n];
        for (int o = 0; o < n; o++) {
            int t = task[o];
            double centred = raw.label(o) - scaling.labelMean().get(0, t);
            labels[o] = classes
                    ? (raw.label(o) > 0 ? 1 : 0)
                    : centred / scaling.labelScale().get(0, t);
            weights[o] = raw.weight(o);
        }
        fold = TaskMeans.deal(task, raw.taskCount(), FOLDS, asked.training().seed());
        means = new TaskMeans(task, fold, FOLDS, labels, weights, raw.taskCount());
        boolean[] codes = new boolean[x.cols() + 1];
        codes[x.cols()] = true;
        columns = columns();
        bins = Bins.of(columns, codes);
    }

    Found run(boolean outOfFold) {
        int[] tried = asked.leaves().isPresent() ? new int[] {asked.leaves().getAsInt()} : LEAVES;
        int racing = tried.length == 1 ? 0 : labels.length > DECIDED_BY_ONE ? 1 : FOLDS;
        List<List<Fold>> raced =
                IntStream.of(tried).mapToObj(some -> folds(some, 0, racing)).toList();
        int best = 0;
        for (int k = 1; k < tried.length; k++) {
            best = judged(raced.get(k)).loss < judged(raced.get(best)).loss ? k : best;
        }
        int leaves = tried[best];
        List<Fold> folds = new ArrayList<>(raced.get(best));
        folds.addAll(folds(leaves, racing, FOLDS));
        return grown(leaves, folds, outOfFold);
    }

    private List<Fold> folds(int leaves, int from, int to) {
        return IntStream.range(from, to).mapToObj(k -> fold(leaves, k)).toList();
    }

    private Found grown(int leaves, List<Fold> folds, boolean outOfFold) {
        Step best = judged(folds);
        int[] all = IntStream.range(0, labels.length).toArray();
        Growth growth = boosting(leaves).start(bins.with(means.ofOthers(-1)), labels, weights, all);
        double[] held = new double[outOfFold ? labels.length : 0];
        for (int k = 0; k < FOLDS && outOfFold; k++) {
            folds.get(k).writeInto(held, best.trees, columns, means.without(k), task);
        }
        return new Found(Boosting.grow(growth, best.trees), means.without(-1), leaves, best.loss, held);
    }

    private Boosting boosting(int leaves) {
        int smallest = Math.min(LARGEST_SMALLEST_LEAF, labels.length / ROWS_PER_ROW_OF_LEAF);
        return new Boosting(leaves, RATE, Math.max(SMALLEST_LEAF, smallest), classes);
    }

    /** The number of trees with the smallest loss over these folds, and that loss. All grow until it has not fallen for a while. */
    private Step judged(List<Fold> folds) {
        int most = asked.trees().orElse(BoostedTrainer.MOST);
        Step best = new Step(most, Double.POSITIVE_INFINITY);
        double weight = folds.stream().mapToDouble(Fold::weight).sum();
        for (int m = asked.trees().orElse(1); m <= most; m++) {
            int count = m;
            if (!folds.stream().allMatch(fold -> fold.has(count))) {
                int ahead = Math.min(most, m + AHEAD);
                Concurrent.forEach(folds.size(), k -> folds.get(k).grow(ahead));
            }
            double loss = folds.stream().mapToDouble(fold -> fold.loss(count)).sum();
            best = loss < best.loss ? new Step(m, loss) : best;
            if (m - best.trees >= PATIENCE || Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        return new Step(best.trees, weight > 0 ? best.loss / weight : 0);
    }

    /** Trees of so many leaves on the rows of the other folds; all of these where one of the two has no rows, so that nothing is held out. */
    private Fold fold(int leaves, int out) {
        int[] others = observations(out, false);
        int[] held = observations(out, true);
        double[] mean = means.ofOthers(out);
        double[] ofTask = means.without(out);
        for (int o : held) {
            mean[o] = ofTask[task[o]];
        }
        Boosting boosting = boosting(leaves);
        boolean empty = others.length == 0 || held.length == 0;
        return new Fold(
                boosting,
                boosting.start(bins.with(mean), labels, weights, empty ? observations(-1, false) : others),
                empty ? new int[0] : held,
                labels,
                weights);
    }

    private int[] observations(int k, boolean in) {
        return IntStream.range(0, fold.length).filter(o -> (fold[o] == k) == in).toArray();
    }

    /** Features, then the task's code. */
    private Matrix columns() {
        Matrix columns = Matrix.zeros(labels.length, x.cols() + 1);
        for (int o = 0; o < labels.length; o++) {
            for (int j = 0; j < x.cols(); j++) {
                columns.set(o, j, x.get(row[o], j));
            }
            columns.set(o, x.cols(), task[o]);
        }
        return columns;
    }
}
