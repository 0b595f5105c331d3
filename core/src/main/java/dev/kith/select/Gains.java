package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.score.Interval;
import dev.kith.score.MeanCost;
import dev.kith.score.Measure;
import dev.kith.score.Outcomes;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How much better one contender predicts the same held-out observations than another, the baseline:
 *
 * <pre>
 *   gain of a task          cost of the baseline - cost of the contender
 *   improvement             (E_0 - E) / sqrt(E_0 E),  E the cost of all tasks, {@link Scores#summary}
 * </pre>
 *
 * where cost is the measure, or 1 - measure where higher is better; in a mean over tasks those with too few labels for the measure
 * ({@link Scores#fewest}) do not count. Intervals come from leaving out inputs, or what else
 * {@link dev.kith.score.Folding#units} keeps together, which keeps the pairing of the two contenders and of the labels of one input.
 *
 * @param level how sure the intervals are, such as 0.95
 * @param improvement estimate NaN where no task has the measure
 * @param margin improvements up to this size do not matter
 */
public record Gains(Measure measure, double level, List<TaskGain> perTask, Interval improvement, double margin) {
    /**
     * A task has an interval of its own from so many inputs on. Differences of squared errors are skewed, and the spread of fewer says too little of
     * them: of 231 people with two to five labels each, 21 were called clearly better or worse off.
     */
    static final int FEWEST = 6;

    public Gains {
        perTask = List.copyOf(perTask);
    }

    /**
     * A task under both.
     *
     * @param heldOut how many observations were predicted
     * @param baseline the measure, empty where undefined, and then there is no gain
     * @param gain in units of the measure, positive where the contender is better
     * @param margin gains and losses up to this size do not matter; NaN where there is no measure
     */
    public record TaskGain(int heldOut, OptionalDouble baseline, OptionalDouble shared, Interval gain, double margin) {
        public Verdict verdict() {
            return gain.verdict(margin);
        }
    }

    /** Of all tasks together. */
    public Verdict verdict() {
        return improvement.verdict(margin);
    }

    /** Compares two contenders on {@code data}. */
    public static Gains of(Measure measure, double level, Dataset data, HeldOut baseline, HeldOut contender) {
        return of(
                measure,
                level,
                data,
                baseline.splits(),
                baseline.units(),
                baseline.predictions(),
                contender.predictions());
    }

    /** Compares two predictions of every observation of {@code data}, each by one model. */
    public static Gains of(Measure measure, double level, Dataset data, double[] baseline, double[] contender) {
        int[] rows = IntStream.range(0, data.size()).map(data::row).toArray();
        return of(measure, level, data, new int[data.size()], rows, baseline, contender);
    }

    private static Gains of(
            Measure measure,
            double level,
            Dataset data,
            int[] splits,
            int[] kept,
            double[] baseline,
            double[] contender) {
        int[][] byTask = Scores.byTask(data, baseline);
        List<Outcomes> before = outcomes(data, baseline, splits, byTask);
        List<Outcomes> after = outcomes(data, contender, splits, byTask);
        List<Integer> labels = Scores.counts(data, byTask);
        List<TaskGain> tasks = new ArrayList<>();
        for (int t = 0; t < byTask.length; t++) {
            int[] units = units(kept, byTask[t]);
            tasks.add(gain(measure, level, labels.get(t), units, before.get(t), after.get(t)));
        }
        boolean together = Scores.together(measure, data);
        MeanCost mean = new MeanCost(measure, before, labels, together);
        double cost = mean.all();
        double unit = cost > 0 ? cost : 1;
        Interval improvement = improvement(
                units(kept, byTask), count(kept), level, mean, new MeanCost(measure, after, labels, together));
        Interval sure =
                improvement.point() ? Interval.around(improvement.estimate(), mean.unseen(level) / unit) : improvement;
        return new Gains(measure, level, tasks, sure, measure.margin(cost) / unit);
    }

    private static List<Outcomes> outcomes(Dataset data, double[] predictions, int[] splits, int[][] byTask) {
        return Arrays.stream(byTask)
                .map(observations -> Outcomes.of(data, predictions, splits, observations))
                .toList();
    }

    /** What is left out together of some observations, numbered in the order in which it comes. */
    private static int[] units(int[] together, int[] observations) {
        Map<Integer, Integer> number = new HashMap<>();
        return Arrays.stream(observations)
                .map(o -> number.computeIfAbsent(together[o], unit -> number.size()))
                .toArray();
    }

    private static TaskGain gain(
            Measure measure, double level, int labels, int[] units, Outcomes before, Outcomes after) {
        OptionalDouble baseline = measure.of(before);
        double cost = baseline.isPresent() ? measure.cost(baseline.getAsDouble()) : Double.NaN;
        Interval found = Interval.jackknife(
                        units,
                        count(units),
                        level,
                        keep -> MeanCost.cost(measure, before, keep) - MeanCost.cost(measure, after, keep))
                .rounded(cost);
        boolean few = count(units) < FEWEST && !found.point();
        Interval gain = few ? Interval.around(found.estimate(), Double.NaN) : found;
        return new TaskGain(
                labels,
                baseline,
                measure.of(after),
                gain.point() ? Interval.around(gain.estimate(), measure.unseen(measure.deciding(before), level)) : gain,
                measure.margin(cost));
    }

    /** A measure of all tasks; the interval is known only if the measure is. */
    static Interval mean(Measure measure, double level, Dataset data, HeldOut held) {
        double[] predictions = held.predictions();
        int[][] byTask = Scores.byTask(data, predictions);
        List<Outcomes> outcomes = outcomes(data, predictions, held.splits(), byTask);
        MeanCost mean = new MeanCost(measure, outcomes, Scores.counts(data, byTask), Scores.together(measure, data));
        int[] units = units(held.units(), byTask);
        Interval cost = Interval.jackknife(units, count(held.units()), level, mean::of);
        return measure.higherIsBetter() ? new Interval(1 - cost.estimate(), 1 - cost.high(), 1 - cost.low()) : cost;
    }

    /** What each predicted observation is left out with, task by task. */
    private static int[] units(int[] together, int[][] byTask) {
        return Arrays.stream(byTask)
                .flatMapToInt(Arrays::stream)
                .map(o -> together[o])
                .toArray();
    }

    private static int count(int[] units) {
        return Arrays.stream(units).max().orElse(-1) + 1;
    }

    private static Interval improvement(int[] units, int count, double level, MeanCost before, MeanCost after) {
        ToDoubleFunction<double[]> statistic = keep -> {
            double baseline = before.of(keep);
            double contender = after.of(keep);
            return baseline == contender ? 0 : (baseline - contender) / Math.sqrt(baseline * contender);
        };
        return Interval.jackknife(units, count, level, statistic).rounded(1);
    }

    /** How many tasks have this verdict. */
    public int count(Verdict verdict) {
        return (int) perTask.stream().filter(task -> task.verdict() == verdict).count();
    }
}
