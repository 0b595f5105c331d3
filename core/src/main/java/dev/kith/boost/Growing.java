package dev.kith.boost;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.trees.Boosting;
import dev.kith.data.trees.TreeEnsemble;
import dev.kith.linalg.Matrix;
import dev.kith.model.TreeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** One training: the number of leaves and trees by folds, then trees on all rows. */
final class Growing {
    /** What a tree counts for. */
    static final double RATE = 0.1;

    private static final int FOLDS = 5;
    private static final int SMALLEST_LEAF = 3;
    /** Trees without gain on the rows held out, before a fold ends. */
    private static final int PATIENCE = 25;

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
    private final boolean[] codes;

    /** What came of it; the loss is the mean one of rows held out. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Found(TreeEnsemble trees, double[] taskMeans, int leaves, double loss) {}

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
        codes = new boolean[x.cols() + TreeModel.OF_TASK];
        codes[x.cols()] = true;
    }

    Found run() {
        int[] tried = asked.leaves().isPresent() ? new int[] {asked.leaves().getAsInt()} : LEAVES;
        int leaves = tried[0];
        Step best = new Step(1, Double.POSITIVE_INFINITY);
        for (int some : tried) {
            Step first = judged(boosting(some), tried.length > 1 ? 1 : FOLDS);
            if (first.loss < best.loss) {
                best = first;
                leaves = some;
            }
        }
        best = tried.length > 1 ? judged(boosting(leaves), FOLDS) : best;
        int[] all = IntStream.range(0, labels.length).toArray();
        TreeEnsemble trees = boosting(leaves).grow(rows(all, means.ofOthers(-1)), codes, best.trees, (k, tree) -> true);
        return new Found(trees, means.without(-1), leaves, best.loss);
    }

    private Boosting boosting(int leaves) {
        return new Boosting(leaves, RATE, SMALLEST_LEAF, classes);
    }

    /** The number of trees with the smallest loss over the first folds, and that loss. */
    private Step judged(Boosting boosting, int folds) {
        int most = asked.trees().orElse(BoostedTrainer.MOST);
        double[] total = new double[most];
        double judged = 0;
        for (int k = 0; k < folds; k++) {
            List<Double> losses = losses(boosting, k, most);
            judged += losses.isEmpty() ? 0 : weight(k);
            for (int m = 0; m < most && !losses.isEmpty(); m++) {
                total[m] += losses.get(Math.min(m, losses.size() - 1));
            }
        }
        int best = asked.trees().isPresent() ? most - 1 : 0;
        for (int m = 0; m < most && asked.trees().isEmpty(); m++) {
            best = total[m] < total[best] ? m : best;
        }
        return new Step(best + 1, judged > 0 ? total[best] / judged : 0);
    }

    private double weight(int out) {
        return IntStream.of(observations(out, true))
                .mapToDouble(o -> weights[o])
                .sum();
    }

    /** The summed loss of a fold's rows after each tree grown on the others; none where one of the two has no rows. */
    private List<Double> losses(Boosting boosting, int out, int most) {
        int[] others = observations(out, false);
        int[] held = observations(out, true);
        List<Double> losses = new ArrayList<>();
        if (others.length == 0 || held.length == 0) {
            return losses;
        }
        double[] ofTask = means.without(out);
        double[] heldMeans = new double[labels.length];
        Arrays.setAll(heldMeans, o -> ofTask[task[o]]);
        Boosting.Rows learned = rows(others, means.ofOthers(out));
        Boosting.Rows judged = rows(held, heldMeans);
        double[] f = new double[held.length];
        Arrays.fill(f, boosting.base(learned.labels(), learned.weights()));
        double[][] row = new double[held.length][];
        Arrays.setAll(row, judged.x()::row);
        int[] best = {0};
        boosting.grow(learned, codes, most, (count, tree) -> {
            double loss = 0;
            for (int i = 0; i < f.length; i++) {
                f[i] += tree.value(row[i]);
                loss += judged.weights()[i] * boosting.loss(judged.labels()[i], f[i]);
            }
            losses.add(loss);
            best[0] = loss < losses.get(best[0]) ? count - 1 : best[0];
            return asked.trees().isPresent() || count - best[0] <= PATIENCE;
        });
        return losses;
    }

    private int[] observations(int k, boolean in) {
        return IntStream.range(0, fold.length).filter(o -> (fold[o] == k) == in).toArray();
    }

    /** Rows as trees see them: features, the task's code, its mean. */
    private Boosting.Rows rows(int[] observations, double[] mean) {
        int d = x.cols();
        Matrix features = Matrix.zeros(observations.length, d + TreeModel.OF_TASK);
        for (int i = 0; i < observations.length; i++) {
            int o = observations[i];
            for (int j = 0; j < d; j++) {
                features.set(i, j, x.get(row[o], j));
            }
            features.set(i, d, task[o]);
            features.set(i, d + 1, mean[o]);
        }
        return new Boosting.Rows(
                features,
                IntStream.of(observations).mapToDouble(o -> labels[o]).toArray(),
                IntStream.of(observations).mapToDouble(o -> weights[o]).toArray());
    }
}
