package dev.kith.mkl;

import dev.kith.ascent.Duals;
import dev.kith.data.Dataset;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Training.Weighting;
import java.util.Arrays;

/** Observations in the order the solver wants: blocks of rows, one block a task (or one for all), none of cost zero. */
final class MklProblem {
    final int[] taskStart;
    final int[] inputOf;
    final double[] y;
    final double[] c;

    /** @param tasks number of blocks; 1 when all tasks are learned as one */
    MklProblem(Dataset data, int tasks, boolean union, double cost, Weighting weighting, double positiveWeight) {
        double[] costs = costs(data, cost, weighting, positiveWeight);
        taskStart = new int[tasks + 1];
        for (int o = 0; o < costs.length; o++) {
            if (costs[o] > 0) {
                taskStart[(union ? 0 : data.task(o)) + 1]++;
            }
        }
        for (int t = 0; t < tasks; t++) {
            taskStart[t + 1] += taskStart[t];
        }
        int[] next = Arrays.copyOf(taskStart, tasks);
        inputOf = new int[taskStart[tasks]];
        y = new double[inputOf.length];
        c = new double[inputOf.length];
        for (int o = 0; o < costs.length; o++) {
            if (costs[o] > 0) {
                int i = next[union ? 0 : data.task(o)]++;
                inputOf[i] = data.row(o);
                y[i] = data.label(o);
                c[i] = costs[o];
            }
        }
    }

    private static double[] costs(Dataset data, double cost, Weighting weighting, double positiveWeight) {
        double[] costs = new double[data.size()];
        TwofoldSum[] total = new TwofoldSum[data.taskCount()];
        Arrays.setAll(total, t -> new TwofoldSum());
        for (int o = 0; o < costs.length; o++) {
            boolean positive = data.classes().isPresent() && data.label(o) > 0;
            costs[o] = cost * data.weight(o) * (positive ? positiveWeight : 1);
            total[data.task(o)].add(data.weight(o));
        }
        if (weighting == Weighting.TASK) {
            TwofoldSum all = new TwofoldSum();
            int used = 0;
            for (TwofoldSum own : total) {
                all.add(own.value());
                used += own.value().hi() > 0 ? 1 : 0;
            }
            double sum = all.value().hi();
            for (int o = 0; o < costs.length; o++) {
                double own = total[data.task(o)].value().hi();
                costs[o] *= own > 0 ? sum / used / own : 0;
            }
        }
        return costs;
    }

    Duals duals(Loss loss, boolean intercepts) {
        Losses.requireSeparate(loss, "multiple kernel learning");
        return new Duals(loss, taskStart, y, c, intercepts);
    }
}
