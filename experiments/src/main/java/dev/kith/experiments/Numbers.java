package dev.kith.experiments;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Means and deviations as tables print them, and orders to draw rows in. */
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

    /** 0 to n - 1 in random order. */
    static int[] shuffled(int n, SplittableRandom random) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
