package dev.kith.convex.basis;

import dev.kith.data.Dataset;
import dev.kith.model.Training;
import org.jspecify.annotations.Nullable;

/**
 * The observations of a data set sorted by task, with the weights w of the objective: those of task t have places start(t) to
 * start(t + 1), in the order of the data. Takes one number per task where the data are sorted already.
 */
public final class TaskOrder {
    private final Dataset data;
    private final boolean perTask;
    private final int[] start;
    private final int @Nullable [] order;
    private final double @Nullable [] total;

    public TaskOrder(Dataset data, Training.Weighting weighting) {
        this.data = data;
        perTask = weighting == Training.Weighting.TASK;
        int[] count = data.countPerTask();
        start = new int[count.length + 1];
        for (int t = 0; t < count.length; t++) {
            start[t + 1] = start[t] + count[t];
        }
        order = sorted(data) ? null : order(data, start);
        total = perTask && data.weighted() ? totals(data) : null;
    }

    private static boolean sorted(Dataset data) {
        for (int o = 1; o < data.size(); o++) {
            if (data.task(o) < data.task(o - 1)) {
                return false;
            }
        }
        return true;
    }

    private static int[] order(Dataset data, int[] start) {
        int[] next = start.clone();
        int[] order = new int[data.size()];
        for (int o = 0; o < order.length; o++) {
            order[next[data.task(o)]++] = o;
        }
        return order;
    }

    private static double[] totals(Dataset data) {
        double[] total = new double[data.taskCount()];
        for (int o = 0; o < data.size(); o++) {
            total[data.task(o)] += data.weight(o);
        }
        return total;
    }

    public int tasks() {
        return start.length - 1;
    }

    /** The place of the first observation of a task; of the task after the last, the number of all. */
    public int start(int t) {
        return start[t];
    }

    /** The observation at a place. */
    public int at(int place) {
        return order == null ? place : order[place];
    }

    /** w of an observation of task t. */
    public double weight(int t, int observation) {
        if (!perTask) {
            return data.weight(observation);
        }
        double sum = total == null ? start[t + 1] - start[t] : total[t];
        return data.weight(observation) / (sum > 0 ? sum : 1);
    }

    Dataset data() {
        return data;
    }
}
