package dev.kith.mkl;

import java.util.SplittableRandom;

/** Which rows of each task a sweep visits, and in which order: the active ones stand first in the task's range. */
final class ActiveRows {
    private final Duals duals;
    private final int[] order;
    private final int[] counts;
    private final int[] tasks;

    ActiveRows(Duals duals) {
        this.duals = duals;
        order = range(duals.rows());
        tasks = range(duals.tasks());
        counts = new int[duals.tasks()];
        for (int t = 0; t < counts.length; t++) {
            counts[t] = duals.taskStart[t + 1] - duals.taskStart[t];
        }
    }

    private static int[] range(int n) {
        int[] range = new int[n];
        for (int i = 0; i < n; i++) {
            range[i] = i;
        }
        return range;
    }

    int row(int k) {
        return order[k];
    }

    /** Active rows of task t. */
    int count(int t) {
        return counts[t];
    }

    int largestTask() {
        int largest = 0;
        for (int t = 0; t < counts.length; t++) {
            largest = Math.max(largest, duals.taskStart[t + 1] - duals.taskStart[t]);
        }
        return largest;
    }

    int[] shuffledTasks(SplittableRandom random) {
        shuffle(tasks, 0, tasks.length, random);
        return tasks;
    }

    void shuffle(int t, SplittableRandom random) {
        shuffle(order, duals.taskStart[t], counts[t], random);
    }

    private static void shuffle(int[] array, int from, int count, SplittableRandom random) {
        for (int k = count - 1; k > 0; k--) {
            int other = from + random.nextInt(k + 1);
            int swap = array[from + k];
            array[from + k] = array[other];
            array[other] = swap;
        }
    }

    /** Keeps the rows that do not rest at a bound by more than {@code margin}. */
    void choose(double[] scores, double[] biases, double margin) {
        for (int t = 0; t < counts.length; t++) {
            int end = duals.taskStart[t];
            for (int k = end; k < duals.taskStart[t + 1]; k++) {
                int i = order[k];
                double z = scores[i] + biases[t];
                if (duals.step.rest(duals.y[i], duals.c[i], duals.s[i], z) <= margin) {
                    order[k] = order[end];
                    order[end++] = i;
                }
            }
            counts[t] = end - duals.taskStart[t];
        }
    }
}
