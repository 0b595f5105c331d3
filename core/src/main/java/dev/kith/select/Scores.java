package dev.kith.select;

import dev.kith.data.Dataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A measure for each task, averaged over tasks, and over all observations as if they were one task.
 *
 * @param perTask in task order, empty where undefined (no observation, one class, equal labels)
 * @param overall of all observations together: for explained variance this is 1 - SSE/SST around the common mean, which
 *     also rewards knowing the means of the tasks
 */
public record Scores(Measure measure, List<OptionalDouble> perTask, OptionalDouble overall) {
    public Scores {
        perTask = List.copyOf(perTask);
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

    /** @param models the number of the model behind each prediction */
    static Scores of(Measure measure, Dataset data, int[] models, double[] predictions) {
        List<OptionalDouble> perTask = new ArrayList<>();
        for (int[] observations : byTask(data, predictions)) {
            perTask.add(measure.of(Outcomes.of(data, predictions, models, observations)));
        }
        int[] all = IntStream.range(0, data.size())
                .filter(o -> !Double.isNaN(predictions[o]))
                .toArray();
        return new Scores(measure, perTask, measure.of(Outcomes.of(data, predictions, models, all)));
    }

    /** For each task its observations that have a prediction, in order. */
    static int[][] byTask(Dataset data, double[] predictions) {
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

    /** The mean over the tasks where the measure is defined, empty if there is none. */
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
