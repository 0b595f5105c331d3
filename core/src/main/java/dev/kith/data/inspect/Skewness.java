package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.text.Words;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Whether a target spreads over orders of magnitude, so that a transform of it may be what a linear model can learn. */
final class Skewness {
    /** That of exponentially spread labels is 2, of normal ones 0. */
    private static final double SKEWED = 2;

    /** A target has a long tail where its largest value is so many times the median. */
    private static final double TIMES = 10;

    /** Whole numbers with a median below are counts, which have a loss of their own. */
    private static final double COUNTS = 30;

    private static final int FEWEST = 20;

    private Skewness() {}

    /** What to try, in a sentence; empty where nothing speaks for it. */
    static Optional<String> advice(Sampled target) {
        double[] y = Arrays.stream(target.numbers())
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (!target.numeric() || y.length < FEWEST || !(y[0] >= 0 && y[y.length - 1] > 1)) {
            return Optional.empty(); // less than 0, or shares of 1
        }
        double median = y[y.length / 2];
        boolean count = target.column().kind() == Kind.INTEGER && median < COUNTS;
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
