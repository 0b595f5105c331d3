package dev.kith.select.detail;

import dev.kith.numeric.StudentT;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.select.Comparison;
import dev.kith.select.Comparison.Compared;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the held-out error of known tasks goes with the number of rows they were learned from. Tasks of different sizes may differ in more than that:
 * no task was learned twice.
 *
 * @param method beside the baseline
 * @param groups of tasks with about as many rows, fewest first
 */
public record ErrorByRows(Measure measure, String baseline, String method, List<Group> groups) {
    private static final int MOST_GROUPS = 6;
    /** Fewer tasks have no mean worth drawing. */
    private static final int LEAST_TASKS = 5;
    /** The largest tasks must have so many times the rows of the smallest, or there is no curve to see. */
    private static final int APART = 2;

    public ErrorByRows {
        groups = List.copyOf(groups);
    }

    /**
     * Tasks of about the same size.
     *
     * @param fewest training rows of one
     * @param most training rows of one
     * @param alone the mean of the measure over these tasks, of the baseline
     * @param shared the same of the method; intervals are over tasks
     */
    public record Group(int fewest, int most, int tasks, Interval alone, Interval shared) {}

    /** Empty where tasks are few or of about one size. */
    static Optional<ErrorByRows> of(Comparison result, Compared method) {
        List<Integer> rows = result.trainingLabels();
        int fewest = method.scores().fewest();
        List<Integer> tasks = IntStream.range(0, rows.size())
                .filter(t -> score(method, t) && score(result.baseline(), t))
                .filter(t -> method.scores().labels().get(t) >= fewest)
                .boxed()
                .sorted(Comparator.comparingInt(rows::get))
                .toList();
        int count = Math.min(MOST_GROUPS, tasks.size() / LEAST_TASKS);
        if (count < 2 || rows.get(tasks.get(tasks.size() - 1)) < APART * Math.max(1, rows.get(tasks.get(0)))) {
            return Optional.empty();
        }
        List<Group> groups = new ArrayList<>();
        int from = 0;
        for (int g = 0; g < count; g++) {
            int to = (int) ((g + 1L) * tasks.size() / count);
            // Tasks of one size stay together.
            while (to < tasks.size() && to > 0 && rows.get(tasks.get(to)).equals(rows.get(tasks.get(to - 1)))) {
                to++;
            }
            if (to - from >= LEAST_TASKS || (to == tasks.size() && to > from)) {
                groups.add(group(result, method, rows, tasks.subList(from, to)));
                from = to;
            }
        }
        return groups.size() < 2
                ? Optional.empty()
                : Optional.of(
                        new ErrorByRows(result.measure(), result.baseline().name(), method.name(), groups));
    }

    private static boolean score(Compared compared, int t) {
        return compared.scores().perTask().get(t).isPresent();
    }

    private static Group group(Comparison result, Compared method, List<Integer> rows, List<Integer> tasks) {
        return new Group(
                rows.get(tasks.get(0)),
                rows.get(tasks.get(tasks.size() - 1)),
                tasks.size(),
                mean(result.baseline(), tasks, result.level()),
                mean(method, tasks, result.level()));
    }

    private static Interval mean(Compared compared, List<Integer> tasks, double level) {
        double[] values = tasks.stream()
                .mapToDouble(t -> compared.scores().perTask().get(t).getAsDouble())
                .toArray();
        int n = values.length;
        double mean = 0;
        for (double value : values) {
            mean += value / n;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Interval.around(
                mean, n < 2 ? Double.NaN : StudentT.twoSided(level, n - 1.0) * Math.sqrt(squares / (n - 1.0) / n));
    }
}
