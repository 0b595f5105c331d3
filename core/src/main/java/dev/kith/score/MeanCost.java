package dev.kith.score;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A measure's cost for any part of the observations, one figure for all tasks as {@link Scores#summary} has it: the mean over tasks that have labels
 * enough, or that of all observations together. Immutable.
 */
public final class MeanCost {
    private final Measure measure;
    /** Tasks, or everything in one. */
    private final List<Outcomes> parts;

    private final boolean[] counts;
    private final int deciding;

    /**
     * @param tasks what was predicted, task by task
     * @param labels how many each task has
     * @param together as {@link Scores#together} says
     */
    public MeanCost(Measure measure, List<Outcomes> tasks, List<Integer> labels, boolean together) {
        this.measure = measure;
        this.parts = together ? List.of(Outcomes.joined(tasks)) : List.copyOf(tasks);
        this.deciding = tasks.stream().mapToInt(measure::deciding).sum();
        this.counts = new boolean[parts.size()];
        int fewest = together ? 0 : Scores.fewest(measure, labels);
        for (int t = 0; t < counts.length; t++) {
            counts[t] = together || labels.get(t) >= fewest;
        }
    }

    /** Of everything. */
    public double all() {
        double[] keep = new double[parts.stream().mapToInt(Outcomes::size).sum()];
        Arrays.fill(keep, 1);
        return of(keep);
    }

    /**
     * Of a part.
     *
     * @param keep 1 for each observation that is kept, task by task, 0 for the others
     */
    public double of(double[] keep) {
        double sum = 0;
        int count = 0;
        int from = 0;
        for (int t = 0; t < counts.length; t++) {
            Outcomes part = parts.get(t);
            double cost =
                    counts[t] ? cost(measure, part, Arrays.copyOfRange(keep, from, from + part.size())) : Double.NaN;
            from += part.size();
            if (!Double.isNaN(cost)) {
                sum += cost;
                count++;
            }
        }
        return sum / count;
    }

    /** The cost of what is kept of one task, NaN where undefined. */
    public static double cost(Measure measure, Outcomes outcomes, double[] keep) {
        double[] weights = new double[keep.length];
        Arrays.setAll(weights, o -> keep[o] * outcomes.weight(o));
        OptionalDouble value = measure.of(outcomes.reweighted(weights));
        return value.isPresent() ? measure.cost(value.getAsDouble()) : Double.NaN;
    }

    /** What rows nobody has seen could still add to the mean, where all seen ones say the same. */
    public double unseen(double level) {
        return measure.unseen(deciding, level);
    }
}
