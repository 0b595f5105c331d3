package dev.kith.convex.basis;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Training;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The constant that predicts best, which intercepts are drawn to: the mean label, the logarithm of the odds of the second class, the
 * score of the mean count; 0 for losses that have no such formula. Means count tasks or observations alike, as the fit does; each
 * task has its own where labels are scaled by task.
 */
public final class Bases {
    private Bases() {}

    /**
     * One for each task.
     *
     * @param data labels as the losses read them
     */
    public static double[] of(Dataset data, TaskLosses losses, Training training) {
        int tasks = data.taskCount();
        double[] sum = new double[tasks];
        double[] weight = new double[tasks];
        for (int o = 0; o < data.size(); o++) {
            sum[data.task(o)] += data.weight(o) * data.label(o);
            weight[data.task(o)] += data.weight(o);
        }
        double total = Arrays.stream(weight).sum();
        Map<Loss, Double> common = new HashMap<>();
        double[] bases = new double[tasks];
        for (int t = 0; t < tasks; t++) {
            Loss loss = losses.of(data.tasks().get(t));
            double mean = training.targetScale() == TargetScale.TASK && loss.scalable()
                    ? weight[t] > 0 ? sum[t] / weight[t] : 0
                    : common.computeIfAbsent(loss, one -> mean(data, losses, one, training, sum, weight));
            bases[t] = base(loss, mean, total);
        }
        return bases;
    }

    /** Over all tasks that have this loss. */
    private static double mean(
            Dataset data, TaskLosses losses, Loss loss, Training training, double[] sum, double[] weight) {
        boolean alike = training.weighting() == Training.Weighting.TASK;
        double total = 0;
        double count = 0;
        for (int s = 0; s < sum.length; s++) {
            if (weight[s] > 0 && losses.of(data.tasks().get(s)).equals(loss)) {
                total += alike ? sum[s] / weight[s] : sum[s];
                count += alike ? 1 : weight[s];
            }
        }
        return count > 0 ? total / count : 0;
    }

    private static double base(Loss loss, double mean, double weight) {
        if (loss.scalable()) {
            return mean;
        }
        if (!loss.classification()) {
            return mean > 0 ? loss.score(mean) : 0;
        }
        if (loss.probability(0).isEmpty()) {
            return 0;
        }
        // One more row of each class keeps the odds of a single class finite.
        double share = ((1 + mean) / 2 * weight + 1) / (weight + 2);
        return Math.log(share / (1 - share));
    }
}
