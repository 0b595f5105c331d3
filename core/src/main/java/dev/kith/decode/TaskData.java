package dev.kith.decode;

import dev.kith.data.Dataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The observations of one task that have weight, in order. Arrays are shared, not to be written to. */
@SuppressWarnings("ArrayRecordComponent") // compared by identity of the task, never by content
record TaskData(int task, int[] rows, double[] labels, double[] weights, double total) {
    static List<TaskData> of(Dataset data) {
        int[] counts = new int[data.taskCount()];
        for (int o = 0; o < data.size(); o++) {
            counts[data.task(o)] += data.weight(o) > 0 ? 1 : 0;
        }
        List<TaskData> tasks = new ArrayList<>();
        for (int t = 0; t < counts.length; t++) {
            tasks.add(of(data, t, counts[t]));
        }
        return tasks;
    }

    private static TaskData of(Dataset data, int task, int count) {
        int[] rows = new int[count];
        double[] labels = new double[count];
        double[] weights = new double[count];
        double total = 0;
        int k = 0;
        for (int o = 0; o < data.size(); o++) {
            if (data.task(o) == task && data.weight(o) > 0) {
                rows[k] = data.row(o);
                labels[k] = data.label(o);
                weights[k] = data.weight(o);
                total += weights[k++];
            }
        }
        return new TaskData(task, rows, labels, weights, total);
    }

    /** Whether the other task was observed on the same inputs with the same weights. */
    boolean sharesInputs(TaskData other) {
        return Arrays.equals(rows, other.rows) && Arrays.equals(weights, other.weights);
    }

    /** Whether the rows are simply 0, 1, ..., n - 1. */
    boolean usesAll(int n) {
        boolean all = rows.length == n;
        for (int i = 0; i < rows.length && all; i++) {
            all = rows[i] == i;
        }
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskData data && task == data.task;
    }

    @Override
    public int hashCode() {
        return task;
    }
}
