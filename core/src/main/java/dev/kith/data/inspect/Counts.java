package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.text.Words;
import java.util.Arrays;
import java.util.Optional;

/** Whether a target counts something: how many times, not how much. */
final class Counts {
    /** Counts of more are near enough to numbers with an error of one size. */
    private static final double LARGEST_MEAN = 10;

    /** Marks and ratings spread less than counts of their mean, whose variance is about the mean or more. */
    private static final double LEAST_SPREAD = 0.7;

    private static final int FEWEST_LEVELS = 4;
    private static final int FEWEST_ROWS = 20;

    private Counts() {}

    /** What to say of a target that looks like counts. */
    static Optional<String> of(Sampled target) {
        if (target.column().kind() != Kind.INTEGER
                || Judged.classes(target)
                || target.levels() < FEWEST_LEVELS
                || target.present() < FEWEST_ROWS) {
            return Optional.empty();
        }
        double[] values = Arrays.stream(target.numbers())
                .filter(value -> !Double.isNaN(value))
                .toArray();
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double variance = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(Double.NaN);
        boolean counts = Arrays.stream(values).allMatch(value -> value >= 0)
                && Arrays.stream(values).anyMatch(value -> value == 0)
                && mean <= LARGEST_MEAN
                && variance >= LEAST_SPREAD * mean;
        return counts
                ? Optional.of("'" + target.name() + "' looks like counts (from 0, mean " + Words.number(mean)
                        + ", variance " + Words.number(variance)
                        + "): --loss poisson predicts their means and judges by deviance")
                : Optional.empty();
    }
}
