package dev.kith.boost;

import java.util.Arrays;
import java.util.Random;

/**
 * The mean label of each task as a feature. For rows that train it must know nothing of their own labels, or trees would read the labels
 * off it: rows are dealt to folds inside tasks, and a row's mean is that of other folds,
 *
 * <pre>  (sum of the task's labels + mean of all) / (their number + 1)</pre>
 *
 * so that a task nobody has seen in them has the mean of all. A single task's mean says nothing, and is 0.
 */
final class TaskMeans {
    private final int[] task;
    private final int[] fold;
    private final double[][] sum;
    private final double[][] weight;

    /**
     * @param task of each observation
     * @param fold of each
     * @param tasks how many there are
     */
    TaskMeans(int[] task, int[] fold, int folds, double[] labels, double[] weights, int tasks) {
        this.task = task;
        this.fold = fold;
        this.sum = new double[folds][tasks];
        this.weight = new double[folds][tasks];
        for (int o = 0; o < labels.length; o++) {
            sum[fold[o]][task[o]] += weights[o] * labels[o];
            weight[fold[o]][task[o]] += weights[o];
        }
    }

    /** Folds dealt inside each task in a mixed order, beginning anywhere, so that small tasks do not all miss the same fold. */
    static int[] deal(int[] task, int tasks, int folds, long seed) {
        Random random = new Random(seed);
        int[] order = new int[task.length];
        Arrays.setAll(order, o -> o);
        for (int k = order.length - 1; k > 0; k--) {
            int other = random.nextInt(k + 1);
            int kept = order[k];
            order[k] = order[other];
            order[other] = kept;
        }
        int[] next = random.ints(tasks, 0, folds).toArray();
        int[] fold = new int[task.length];
        for (int o : order) {
            fold[o] = next[task[o]];
            next[task[o]] = (next[task[o]] + 1) % folds;
        }
        return fold;
    }

    /** By task, from all folds but these two. */
    private double[] without(int one, int other) {
        double[] means = new double[sum[0].length];
        double[] count = new double[means.length];
        double all = 0;
        double most = 0;
        for (int k = 0; k < sum.length; k++) {
            for (int t = 0; t < means.length && k != one && k != other; t++) {
                means[t] += sum[k][t];
                count[t] += weight[k][t];
                all += sum[k][t];
                most += weight[k][t];
            }
        }
        double mean = most > 0 ? all / most : 0;
        Arrays.setAll(means, t -> means.length == 1 ? 0 : (means[t] + mean) / (count[t] + 1));
        return means;
    }

    /** By task, from all folds but one; all of them where there is no such fold. */
    double[] without(int out) {
        return without(out, out);
    }

    /** For each observation by its task: from the folds that are neither its own nor {@code out}. */
    double[] ofOthers(int out) {
        double[][] byFold = new double[sum.length][];
        Arrays.setAll(byFold, k -> without(k, out));
        double[] means = new double[task.length];
        Arrays.setAll(means, o -> byFold[fold[o]][task[o]]);
        return means;
    }
}
