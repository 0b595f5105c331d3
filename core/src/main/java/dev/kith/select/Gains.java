package dev.kith.select;

import dev.kith.data.Dataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How much better one contender predicts the same held-out observations than another, the baseline:
 *
 * <pre>
 *   gain of a task          cost of the baseline - cost of the contender
 *   improvement             (E_0 - E) / sqrt(E_0 E),  E the mean of the costs over tasks
 * </pre>
 *
 * where cost is the measure, or 1 - measure where higher is better. Intervals come from leaving out inputs, which keeps
 * the pairing of the two contenders and of the labels of one input.
 *
 * @param level how sure the intervals are, such as 0.95
 * @param improvement estimate NaN where no task has the measure
 */
public record Gains(Measure measure, double level, List<TaskGain> perTask, Interval improvement) {
    public Gains {
        perTask = List.copyOf(perTask);
    }

    /**
     * A task under both.
     *
     * @param heldOut how many observations were predicted
     * @param baseline the measure, empty where undefined, and then there is no gain
     * @param gain in units of the measure, positive where the contender is better
     */
    public record TaskGain(int heldOut, OptionalDouble baseline, OptionalDouble shared, Interval gain) {
        public Verdict verdict() {
            return gain.verdict();
        }
    }

    /** Compares two contenders on {@code data}. */
    public static Gains of(Measure measure, double level, Dataset data, HeldOut baseline, HeldOut contender) {
        return of(measure, level, data, baseline.splits(), baseline.predictions(), contender.predictions());
    }

    static Gains of(Measure measure, double level, Dataset data, double[] baseline, double[] contender) {
        return of(measure, level, data, new int[data.size()], baseline, contender);
    }

    private static Gains of(
            Measure measure, double level, Dataset data, int[] splits, double[] baseline, double[] contender) {
        int[][] byTask = Scores.byTask(data, baseline);
        List<Outcomes> before = outcomes(data, baseline, splits, byTask);
        List<Outcomes> after = outcomes(data, contender, splits, byTask);
        List<TaskGain> tasks = new ArrayList<>();
        for (int t = 0; t < byTask.length; t++) {
            tasks.add(gain(measure, level, before.get(t), after.get(t)));
        }
        return new Gains(measure, level, tasks, improvement(measure, level, data, byTask, before, after));
    }

    private static List<Outcomes> outcomes(Dataset data, double[] predictions, int[] splits, int[][] byTask) {
        return Arrays.stream(byTask)
                .map(observations -> Outcomes.of(data, predictions, splits, observations))
                .toList();
    }

    private static TaskGain gain(Measure measure, double level, Outcomes before, Outcomes after) {
        int[] units = IntStream.range(0, before.size()).toArray();
        Interval gain = Jackknife.interval(
                units, units.length, level, keep -> cost(measure, before, keep) - cost(measure, after, keep));
        return new TaskGain(units.length, measure.of(before), measure.of(after), gain);
    }

    /** The cost of what is kept, NaN where undefined. */
    private static double cost(Measure measure, Outcomes outcomes, double[] keep) {
        double[] weights = new double[keep.length];
        Arrays.setAll(weights, o -> keep[o] * outcomes.weight(o));
        OptionalDouble value = measure.of(outcomes.reweighted(weights));
        return value.isPresent() ? measure.cost(value.getAsDouble()) : Double.NaN;
    }

    /** The mean of a measure over tasks; the interval is known only if the measure is. */
    static Interval mean(Measure measure, double level, Dataset data, int[] splits, double[] predictions) {
        int[][] byTask = Scores.byTask(data, predictions);
        List<Outcomes> outcomes = outcomes(data, predictions, splits, byTask);
        Interval cost = Jackknife.interval(
                inputs(data, byTask), data.inputs().rows(), level, keep -> meanCost(measure, outcomes, keep));
        return measure.higherIsBetter() ? new Interval(1 - cost.estimate(), 1 - cost.high(), 1 - cost.low()) : cost;
    }

    /** The input of each predicted observation, task by task. */
    private static int[] inputs(Dataset data, int[][] byTask) {
        return Arrays.stream(byTask).flatMapToInt(Arrays::stream).map(data::row).toArray();
    }

    private static Interval improvement(
            Measure measure, double level, Dataset data, int[][] byTask, List<Outcomes> before, List<Outcomes> after) {
        ToDoubleFunction<double[]> statistic = keep -> {
            double baseline = meanCost(measure, before, keep);
            double contender = meanCost(measure, after, keep);
            return (baseline - contender) / Math.sqrt(baseline * contender);
        };
        return Jackknife.interval(inputs(data, byTask), data.inputs().rows(), level, statistic);
    }

    /** The mean over tasks that have one; {@code keep} runs over the observations task by task. */
    private static double meanCost(Measure measure, List<Outcomes> outcomes, double[] keep) {
        double sum = 0;
        int count = 0;
        int from = 0;
        for (Outcomes task : outcomes) {
            double cost = cost(measure, task, Arrays.copyOfRange(keep, from, from + task.size()));
            from += task.size();
            if (!Double.isNaN(cost)) {
                sum += cost;
                count++;
            }
        }
        return sum / count;
    }

    /** How many tasks have this verdict. */
    public int count(Verdict verdict) {
        return (int) perTask.stream().filter(task -> task.verdict() == verdict).count();
    }
}
