package dev.kith.score;

import dev.kith.data.Collapsed;
import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A measure for each task, averaged over tasks, and over all observations as if they were one task.
 *
 * @param perTask in task order, empty where undefined (no observation, one class, equal labels)
 * @param overall of all observations together: for explained variance this is 1 - SSE/SST around the common mean, which
 *     also rewards knowing the means of the tasks
 * @param labels how many observations of each task were measured
 * @param together whether the one figure for all tasks is that of all observations, {@link #together(Measure, Dataset)}
 */
public record Scores(
        Measure measure, List<OptionalDouble> perTask, OptionalDouble overall, List<Integer> labels, boolean together) {
    public Scores {
        perTask = List.copyOf(perTask);
        labels = List.copyOf(labels);
    }

    /**
     * Measures predictions.
     *
     * @param predictions one for each observation of {@code data}; NaN where there is none, such observations are left
     *     out
     */
    public static Scores of(Measure measure, Dataset data, double... predictions) {
        return of(measure, data, new int[data.size()], predictions);
    }

    /** Scores of predictions by several models, with the number of the model behind each. */
    public static Scores of(Measure measure, Dataset data, int[] models, double[] predictions) {
        List<OptionalDouble> perTask = new ArrayList<>();
        int[][] byTask = byTask(data, predictions);
        for (int[] observations : byTask) {
            perTask.add(measure.of(Outcomes.of(data, predictions, models, observations)));
        }
        int[] all = IntStream.range(0, data.size())
                .filter(o -> !Double.isNaN(predictions[o]))
                .toArray();
        return new Scores(
                measure,
                perTask,
                measure.of(Outcomes.of(data, predictions, models, all)),
                counts(data, byTask),
                together(measure, data));
    }

    /**
     * Whether tasks are measured together, label by label, rather than by the mean over tasks: what the measure is counted in is the unit of all
     * labels. A task of two labels then says as much as two labels can, and not as much as one of a hundred.
     */
    public static boolean together(Measure measure, Dataset data) {
        return measure.inUnits() && data.columns().shape() != Columns.Shape.WIDE;
    }

    /** What a figure for all tasks is, in words. */
    public static String words(boolean together) {
        return together ? "over all labels" : "the mean over tasks";
    }

    /**
     * The constant answer that labels speak for: their mean, or for classes the logarithm of the odds of +1 with half a label added to each class, whose sign
     * is the more frequent one. 0 of none.
     *
     * @param sum of labels times weights
     * @param weight of all of them
     */
    public static double constant(boolean classes, double sum, double weight) {
        if (!(weight > 0)) {
            return 0;
        }
        return classes ? Math.log((weight + sum + 1) / (weight - sum + 1)) : sum / weight;
    }

    /** For each task its observations that have a prediction, in order. */
    public static int[][] byTask(Dataset data, double[] predictions) {
        if (predictions.length != data.size()) {
            throw new IllegalArgumentException("predictions must be one for each of the " + data.size()
                    + " observations, got " + predictions.length);
        }
        int[][] lists = new int[data.taskCount()][];
        int[] size = new int[lists.length];
        int[] counts = data.countPerTask();
        Arrays.setAll(lists, t -> new int[counts[t]]);
        for (int o = 0; o < predictions.length; o++) {
            if (!Double.isNaN(predictions[o])) {
                lists[data.task(o)][size[data.task(o)]++] = o;
            }
        }
        Arrays.setAll(lists, t -> Arrays.copyOf(lists[t], size[t]));
        return lists;
    }

    /**
     * How many labels of each task are measured, those that were collapsed counted as they were.
     *
     * @param byTask what {@link #byTask} gives
     */
    public static List<Integer> counts(Dataset data, int[][] byTask) {
        Optional<Collapsed> rows = data.collapsed();
        return IntStream.range(0, byTask.length)
                .mapToObj(t -> byTask[t].length == 0 || rows.isEmpty()
                        ? byTask[t].length
                        : (int) Math.min(rows.get().labels(t), Integer.MAX_VALUE))
                .toList();
    }

    /**
     * The fewest labels of a task that counts: what the measure needs, but no more than half of the tasks have, so that
     * families of small tasks are measured too.
     */
    public static int fewest(Measure measure, List<Integer> labels) {
        int[] sorted = labels.stream()
                .mapToInt(Integer::intValue)
                .filter(count -> count > 0)
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : Math.min(measure.fewestLabels(), sorted[sorted.length / 2]);
    }

    /** The fewest labels of a task that {@link #steadyMean} counts. */
    public int fewest() {
        return fewest(measure, labels);
    }

    /** How many tasks have the measure, but too few labels to count. */
    public int tooFew() {
        int fewest = fewest();
        return (int) IntStream.range(0, perTask.size())
                .filter(t -> perTask.get(t).isPresent() && labels.get(t) < fewest)
                .count();
    }

    /** The one figure for all tasks: of all labels together, or the mean over tasks that have enough; empty if there is none. */
    public OptionalDouble summary() {
        return together ? overall : steadyMean();
    }

    /** The mean over the tasks where the measure is defined and that have labels enough, empty if there is none. */
    public OptionalDouble steadyMean() {
        int fewest = fewest();
        return IntStream.range(0, perTask.size())
                .filter(t -> perTask.get(t).isPresent() && labels.get(t) >= fewest)
                .mapToDouble(t -> perTask.get(t).getAsDouble())
                .average();
    }

    /** The mean over all tasks where the measure is defined, empty if there is none. */
    public OptionalDouble mean() {
        return perTask.stream()
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    /** How many tasks the mean leaves out. */
    public int undefined() {
        return (int) perTask.stream().filter(OptionalDouble::isEmpty).count();
    }
}
