package dev.kith.data.inspect;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Correlations of two columns of numbers, of the rows that have both. */
final class Ranks {
    private Ranks() {}

    /** The rows where both are numbers. */
    static int[] both(double[] a, double[] b) {
        return IntStream.range(0, a.length)
                .filter(i -> !Double.isNaN(a[i]) && !Double.isNaN(b[i]))
                .toArray();
    }

    static double[] of(double[] values, int[] rows) {
        return Arrays.stream(rows).mapToDouble(i -> values[i]).toArray();
    }

    /** Pearson's correlation; 0 where one of the two does not vary. */
    static double correlation(double[] a, double[] b) {
        double meanA = Arrays.stream(a).average().orElse(0);
        double meanB = Arrays.stream(b).average().orElse(0);
        double ab = 0;
        double aa = 0;
        double bb = 0;
        for (int i = 0; i < a.length; i++) {
            ab += (a[i] - meanA) * (b[i] - meanB);
            aa += (a[i] - meanA) * (a[i] - meanA);
            bb += (b[i] - meanB) * (b[i] - meanB);
        }
        return aa > 0 && bb > 0 ? ab / Math.sqrt(aa) / Math.sqrt(bb) : 0;
    }

    /** Ranks from 1, equal numbers sharing theirs. */
    static double[] ranks(double[] values) {
        int[] order = order(values);
        double[] ranks = new double[values.length];
        int from = 0;
        while (from < order.length) {
            int to = from;
            while (to < order.length && values[order[to]] == values[order[from]]) {
                to++;
            }
            for (int k = from; k < to; k++) {
                ranks[order[k]] = (from + to + 1) / 2.0;
            }
            from = to;
        }
        return ranks;
    }

    /** Positions by ascending value. */
    static int[] order(double[] values) {
        return IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(i -> i)
                .toArray();
    }
}
