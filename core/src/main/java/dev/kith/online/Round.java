package dev.kith.online;

import java.util.ArrayList;
import java.util.List;

/** One step of the all-tasks-at-once protocol: at most one row per task, with labels, filled and reused by the caller. */
public final class Round {
    private final List<Row> rows = new ArrayList<>();
    private int[] tasks = new int[0];
    private double[] labels = new double[0];
    private double[] weights = new double[0];
    private double[] margins = new double[0];
    private int size;

    /** A round without rows. */
    public Round() {}

    /** Forgets all rows. */
    public void clear() {
        size = 0;
    }

    /** Adds a row of a task and returns the row object to point at it. */
    public Row add(int task, double label) {
        return add(task, label, 1);
    }

    /** Adds a row that counts {@code weight} times. */
    public Row add(int task, double label, double weight) {
        for (int k = 0; k < size; k++) {
            if (tasks[k] == task) {
                throw new IllegalArgumentException("a round has at most one row per task, got two of task " + task);
            }
        }
        if (size == rows.size()) {
            rows.add(new Row());
            tasks = java.util.Arrays.copyOf(tasks, rows.size());
            labels = java.util.Arrays.copyOf(labels, rows.size());
            weights = java.util.Arrays.copyOf(weights, rows.size());
            margins = java.util.Arrays.copyOf(margins, rows.size());
        }
        tasks[size] = task;
        labels[size] = label;
        weights[size] = weight;
        return rows.get(size++);
    }

    public int size() {
        return size;
    }

    public int task(int k) {
        return tasks[k];
    }

    public Row row(int k) {
        return rows.get(k);
    }

    public double label(int k) {
        return labels[k];
    }

    /** How many times row k counts. */
    public double weight(int k) {
        return weights[k];
    }

    /** The margin the learner predicted for row k. */
    public double margin(int k) {
        return margins[k];
    }

    public void margin(int k, double margin) {
        margins[k] = margin;
    }
}
