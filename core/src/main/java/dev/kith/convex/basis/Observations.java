package dev.kith.convex.basis;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.model.Training;

/**
 * The labels of a data set sorted by task, with the weights w of the objective. Observations of task t are start[t] to
 * start[t + 1], in the order of the data.
 */
public final class Observations {
    public final int tasks;

    /** How many tasks in a row are classes that are judged together, where the loss does that. */
    public final int classes;

    public final int[] start;
    public final int[] row;
    public final double[] y;
    public final double[] w;
    private final TaskOrder order;

    public Observations(Dataset data, Training.Weighting weighting) {
        this(new TaskOrder(data, weighting), 0, data.taskCount());
    }

    /** Those of the tasks number {@code from} to {@code to} (exclusive), counted from 0 here. */
    public Observations(TaskOrder order, int from, int to) {
        this.order = order;
        tasks = to - from;
        classes = order.data().columns().choice().map(ClassChoice::questions).orElse(tasks);
        start = new int[tasks + 1];
        int size = order.start(to) - order.start(from);
        row = new int[size];
        y = new double[size];
        w = new double[size];
        Dataset data = order.data();
        for (int t = 0; t < tasks; t++) {
            start[t + 1] = order.start(from + t + 1) - order.start(from);
            for (int k = start[t]; k < start[t + 1]; k++) {
                int o = order.at(order.start(from) + k);
                row[k] = data.row(o);
                y[k] = data.label(o);
                w[k] = order.weight(from + t, o);
            }
        }
    }

    public int size() {
        return row.length;
    }

    /** Where each observation of the data set went. */
    public int[] places() {
        int[] place = new int[size()];
        for (int k = 0; k < place.length; k++) {
            place[order.at(k)] = k;
        }
        return place;
    }
}
