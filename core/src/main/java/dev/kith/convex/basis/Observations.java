package dev.kith.convex.basis;

import dev.kith.data.Dataset;
import dev.kith.model.Training;

/**
 * The labels of a data set sorted by task, with the weights w of the objective. Observations of task t are start[t] to
 * start[t + 1], in the order of the data.
 */
public final class Observations {
    public final int tasks;
    public final int[] start;
    public final int[] row;
    public final double[] y;
    public final double[] w;
    /** Where each observation of the data set went. */
    public final int[] place;

    public Observations(Dataset data, Training.Weighting weighting) {
        tasks = data.taskCount();
        int[] count = data.countPerTask();
        start = new int[tasks + 1];
        for (int t = 0; t < tasks; t++) {
            start[t + 1] = start[t] + count[t];
        }
        double[] total = new double[tasks];
        for (int o = 0; o < data.size(); o++) {
            total[data.task(o)] += data.weight(o);
        }
        row = new int[data.size()];
        y = new double[data.size()];
        w = new double[data.size()];
        place = new int[data.size()];
        int[] next = start.clone();
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            int at = next[t]++;
            place[o] = at;
            row[at] = data.row(o);
            y[at] = data.label(o);
            double scale = weighting == Training.Weighting.TASK && total[t] > 0 ? total[t] : 1;
            w[at] = data.weight(o) / scale;
        }
    }

    public int size() {
        return row.length;
    }
}
