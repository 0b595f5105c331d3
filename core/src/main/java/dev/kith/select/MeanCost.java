package dev.kith.select;

import dev.kith.score.Measure;
import dev.kith.score.Outcomes;
import dev.kith.score.Scores;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** The mean over tasks of a measure's cost, for any part of the observations. Immutable. */
final class MeanCost {
    private final Measure measure;
    private final List<Outcomes> tasks;
    private final List<Integer> labels;
    private final int fewest;

    /** @param labels how many each task has */
    MeanCost(Measure measure, List<Outcomes> tasks, List<Integer> labels) {
        this.measure = measure;
        this.tasks = tasks;
        this.labels = labels;
        this.fewest = Scores.fewest(measure, labels);
    }

    /** Of everything. */
    double all() {
        double[] keep = new double[tasks.stream().mapToInt(Outcomes::size).sum()];
        Arrays.fill(keep, 1);
        return of(keep);
    }

    /**
     * The mean over tasks that have labels enough and a measure.
     *
     * @param keep 1 for each observation that is kept, task by task, 0 for the others
     */
    double of(double[] keep) {
        double sum = 0;
        int count = 0;
        int from = 0;
        for (int t = 0; t < tasks.size(); t++) {
            Outcomes task = tasks.get(t);
            double cost = labels.get(t) < fewest
                    ? Double.NaN
                    : cost(measure, task, Arrays.copyOfRange(keep, from, from + task.size()));
            from += task.size();
            if (!Double.isNaN(cost)) {
                sum += cost;
                count++;
            }
        }
        return sum / count;
    }

    /** The cost of what is kept of one task, NaN where undefined. */
    static double cost(Measure measure, Outcomes outcomes, double[] keep) {
        double[] weights = new double[keep.length];
        Arrays.setAll(weights, o -> keep[o] * outcomes.weight(o));
        OptionalDouble value = measure.of(outcomes.reweighted(weights));
        return value.isPresent() ? measure.cost(value.getAsDouble()) : Double.NaN;
    }

    /** What rows nobody has seen could still add to the mean, where all seen ones say the same. */
    double unseen(double level) {
        return measure.unseen(tasks.stream().mapToInt(measure::deciding).sum(), level);
    }
}
