package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.text.Words;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** What the values of a target say of the loss, or of the scale, they should be learned with. */
final class TargetShape {
    /** Counts of more are near enough to numbers with an error of one size. */
    private static final double LARGEST_MEAN = 10;

    /** Marks and ratings spread less than counts of their mean, whose variance is about the mean or more. */
    private static final double LEAST_SPREAD = 0.7;

    private static final int FEWEST_LEVELS = 4;
    private static final int FEWEST_ROWS = 20;

    /** That of exponentially spread labels is 2, of normal ones 0. */
    private static final double SKEWED = 2;

    /** A target has a long tail where its largest value is so many times the median. */
    private static final double TIMES = 10;

    /** Whole numbers with a median below are counts, which have a loss of their own. */
    private static final double SMALL_MEDIAN = 30;

    private TargetShape() {}

    /** What to say of a target that counts something: how many times, not how much. */
    static Optional<String> counts(Sampled target) {
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

    /** What to try where a target spreads over orders of magnitude, so that a linear model may learn its logarithm better. */
    static Optional<String> skew(Sampled target) {
        double[] y = Arrays.stream(target.numbers())
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (!target.numeric() || y.length < FEWEST_ROWS || !(y[0] >= 0 && y[y.length - 1] > 1)) {
            return Optional.empty(); // less than 0, or shares of 1
        }
        double median = y[y.length / 2];
        boolean count = target.column().kind() == Kind.INTEGER && median < SMALL_MEDIAN;
        double skewed = of(y, v -> v);
        double left = Math.abs(of(y, y[0] > 0 ? Math::log : Math::log1p));
        if (count || !(skewed >= SKEWED && left <= skewed / 2 && y[y.length - 1] >= TIMES * median)) {
            return Optional.empty();
        }
        return Optional.of("'" + target.name() + "' is skewed: its largest value is "
                + (median > 0
                        ? Words.number(y[y.length - 1] / median) + " times the median"
                        : "far above the median, 0")
                + "; where effects multiply, --transform " + (y[0] > 0 ? "log" : "log1p")
                + " predicts it better (auto tries)");
    }

    /** The third moment of what is made of the values, in deviations. */
    private static double of(double[] y, DoubleUnaryOperator scale) {
        double[] z = Arrays.stream(y).map(scale).toArray();
        double mean = Arrays.stream(z).average().orElse(0);
        double second = 0;
        double third = 0;
        for (double v : z) {
            second += (v - mean) * (v - mean) / z.length;
            third += Math.pow(v - mean, 3) / z.length;
        }
        return second > 0 ? third / Math.pow(second, 1.5) : 0;
    }
}
