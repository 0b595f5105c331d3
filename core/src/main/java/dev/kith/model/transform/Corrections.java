package dev.kith.model.transform;

import dev.kith.data.Dataset;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What makes the totals of predictions those of the labels. The inverse of a mean of g(y) is less than the mean of y; of task t's
 * training rows, with weights w and values z of the fitted function,
 *
 * <pre>
 *   log    c_t = sum w y / sum w exp(z)
 *   log1p  c_t = sum w (1 + y) / sum w exp(z)
 *   sqrt   c_t = sum w (y - max(0, z)^2) / sum w
 * </pre>
 *
 * drawn to the c of all tasks as far as the c_t differ by no more than chance: c + (c_t - c) tau^2 / (tau^2 + s^2 / n_t).
 *
 * @param ownUnits whether labels of different tasks are in different units; summands then are compared as shares of the variance of
 *     their task's transformed labels
 */
record Corrections(Transform transform, boolean means, boolean ownUnits) {
    /*
     * Why totals of the rows that were trained on. Their residuals are too small, but z varies from one draw of training rows to the next, and the
     * convex inverse makes as much more of that as the residuals lack: for least squares a correction by them is what new rows need. Where a
     * penalty shrinks z, residuals grow with it; a ratio of totals sees that, a mean of inverted residuals (Duan 1983, "Smearing estimate") or
     * exp(s^2 / 2) does not. Totals of fresh rows over true ones, ridge on 60 rows of 4 features, noise 0.7, for growing penalties: ratio of
     * totals 1.00, 0.99, 1.00; smearing 1.00, 0.88, 0.87; normal 1.01, 0.89, 0.87; uncorrected 0.80, 0.69, 0.61; a ratio from held-out
     * predictions 1.00, 1.00, 1.01, for as many more fits as folds.
     */

    /** What a task's rows add up to. */
    private static final class Task {
        private double weight;
        private double labels;
        private double fitted;
        private double first;
        private double second;

        void add(double w, double label, double back, double g) {
            weight += w;
            labels += w * label;
            fitted += w * back;
            first += w * g;
            second += w * g * g;
        }
    }

    /**
     * A task's own correction.
     *
     * @param weight 0 where there is none
     * @param ratio as a number that can be compared between tasks
     * @param unit what a row's part in it is divided by for that
     */
    private record Sums(double weight, double ratio, double unit) {}

    TargetTransform of(Model plain, Dataset data) {
        int tasks = data.taskCount();
        boolean[] corrected = new boolean[tasks];
        boolean any = false;
        for (int t = 0; t < tasks; t++) {
            corrected[t] = means && Losses.parse(plain.info().loss(t)).quadratic();
            any |= corrected[t];
        }
        if (!any) {
            return new TargetTransform(transform, transform.neutral(), Collections.nCopies(tasks, transform.neutral()));
        }
        double[] z = values(plain, data);
        double[] w = weights(data);
        List<Sums> sums = sums(data, z, w, corrected);
        double common = common(sums);
        double noise = noise(data, z, w, sums);
        double between = between(sums, common, noise);
        List<Double> each = new ArrayList<>();
        for (int t = 0; t < tasks; t++) {
            each.add(corrected[t] ? drawn(sums.get(t), common, noise, between) : transform.neutral());
        }
        double unit = sums.stream().mapToDouble(Sums::unit).average().orElse(1);
        return new TargetTransform(transform, transform.multiplies() ? common : common * unit, each);
    }

    /** Weights with a mean of 1, so that their sums count rows. */
    private static double[] weights(Dataset data) {
        double[] w = IntStream.range(0, data.size()).mapToDouble(data::weight).toArray();
        double mean = Arrays.stream(w).average().orElse(1);
        return Arrays.stream(w).map(one -> mean > 0 ? one / mean : 1).toArray();
    }

    private double drawn(Sums own, double common, double noise, double between) {
        double trust = own.weight > 0 && between > 0 ? between / (between + noise / own.weight) : 0;
        double ratio = common + trust * (own.ratio - common);
        return transform.multiplies() ? ratio : ratio * own.unit;
    }

    /** Values of the fitted functions at the observations. */
    private static double[] values(Model plain, Dataset data) {
        int[] tasks = IntStream.range(0, data.size()).map(data::task).toArray();
        boolean oneEach = data.inputs().rows() == data.size()
                && IntStream.range(0, data.size()).allMatch(o -> data.row(o) == o);
        if (oneEach) {
            return plain.predict(data.inputs(), tasks);
        }
        Matrix all = plain.predict(data.inputs());
        return IntStream.range(0, data.size())
                .mapToDouble(o -> all.get(data.row(o), tasks[o]))
                .toArray();
    }

    /** A label as a correction sees it, on a scale without 0: y, or 1 + y. */
    private double label(double y) {
        return transform == Transform.LOG1P ? 1 + y : y;
    }

    /** The same of a fitted value. */
    private double back(double z) {
        return transform.multiplies() ? Math.exp(z) : transform.inverse(z);
    }

    private List<Sums> sums(Dataset data, double[] z, double[] w, boolean[] corrected) {
        Task[] tasks = new Task[corrected.length];
        Arrays.setAll(tasks, t -> new Task());
        for (int o = 0; o < z.length; o++) {
            if (corrected[data.task(o)]) {
                double y = data.label(o);
                tasks[data.task(o)].add(w[o], label(y), back(z[o]), transform.forward(y));
            }
        }
        return Arrays.stream(tasks).map(this::sums).toList();
    }

    private Sums sums(Task task) {
        double weight = task.weight;
        boolean usable = weight > 0 && task.fitted < Double.POSITIVE_INFINITY;
        if (!usable || (transform.multiplies() && !(task.fitted > 0))) {
            return new Sums(0, transform.neutral(), 1);
        }
        if (transform.multiplies()) {
            return new Sums(weight, task.labels / task.fitted, task.fitted / weight);
        }
        double mean = task.first / weight;
        double variance = ownUnits ? task.second / weight - mean * mean : 1;
        double unit = variance > 0 ? variance : 1;
        return new Sums(weight, (task.labels - task.fitted) / weight / unit, unit);
    }

    private double common(List<Sums> sums) {
        double weight = 0;
        double sum = 0;
        for (Sums task : sums) {
            weight += task.weight;
            sum += task.weight * task.ratio;
        }
        return weight > 0 ? sum / weight : transform.neutral();
    }

    /** The variance of one row's part in its task's ratio. */
    private double noise(Dataset data, double[] z, double[] w, List<Sums> sums) {
        double squares = 0;
        double freedom = -sums.stream().filter(task -> task.weight > 0).count();
        for (int o = 0; o < z.length; o++) {
            Sums task = sums.get(data.task(o));
            if (task.weight > 0) {
                double miss = transform.multiplies()
                        ? label(data.label(o)) - task.ratio * back(z[o])
                        : data.label(o) - back(z[o]) - task.ratio * task.unit;
                squares += w[o] * (miss / task.unit) * (miss / task.unit);
                freedom += w[o];
            }
        }
        return freedom > 0 ? squares / freedom : Double.POSITIVE_INFINITY;
    }

    /** The variance between tasks of what their ratios estimate, by moments (DerSimonian and Laird 1986). */
    private static double between(List<Sums> sums, double common, double noise) {
        double weight = 0;
        double squared = 0;
        double found = 0;
        long tasks = 0;
        for (Sums task : sums) {
            weight += task.weight;
            squared += task.weight * task.weight;
            found += task.weight * (task.ratio - common) * (task.ratio - common);
            tasks += task.weight > 0 ? 1 : 0;
        }
        double left = weight - squared / weight;
        return left > 0 && Double.isFinite(noise) ? Math.max(0, (found - (tasks - 1) * noise) / left) : 0;
    }
}
