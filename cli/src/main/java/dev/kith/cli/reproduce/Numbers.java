package dev.kith.cli.reproduce;

import java.util.List;
import java.util.Locale;

/** Means and deviations as tables print them. */
final class Numbers {
    private Numbers() {}

    static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** The standard deviation of a sample; 0 of a single value. */
    static double deviation(List<Double> values) {
        double mean = mean(values);
        double sum = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        return values.size() < 2 ? 0 : Math.sqrt(sum / (values.size() - 1));
    }

    static String meanAndDeviation(String format, List<Double> values) {
        return String.format(Locale.ROOT, format, mean(values)) + " ± "
                + String.format(Locale.ROOT, format, deviation(values));
    }
}
