package dev.kith.trust;

import dev.kith.model.uncertainty.StepCurve;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The never decreasing function that fits values best, min sum_i w_i (f(x_i) - y_i)^2, by pooling neighbours that go down
 * into one block of their mean; O(n log n).
 */
final class IsotonicFit {
    private final double[] first;
    private final double[] last;
    private final double[] sum;
    private final double[] weight;
    private int blocks;

    private IsotonicFit(int n) {
        first = new double[n];
        last = new double[n];
        sum = new double[n];
        weight = new double[n];
    }

    /**
     * @param x at least one
     * @param y from 0 to 1
     * @param w &gt; 0
     */
    static StepCurve of(double[] x, double[] y, double[] w) {
        IsotonicFit fit = new IsotonicFit(x.length);
        int[] order = IntStream.range(0, x.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> x[i]))
                .mapToInt(i -> i)
                .toArray();
        // Values at the same place have one mean, before any neighbour is looked at.
        for (int k = 0; k < order.length; ) {
            double place = x[order[k]];
            double values = 0;
            double weights = 0;
            for (; k < order.length && x[order[k]] == place; k++) {
                values += w[order[k]] * y[order[k]];
                weights += w[order[k]];
            }
            fit.add(place, values, weights);
        }
        return fit.curve();
    }

    /** A new block at the end, then made one with those before it as long as they are not lower. */
    private void add(double x, double values, double weights) {
        first[blocks] = x;
        last[blocks] = x;
        sum[blocks] = values;
        weight[blocks] = weights;
        blocks++;
        while (blocks > 1 && mean(blocks - 2) >= mean(blocks - 1)) {
            int into = blocks - 2;
            last[into] = last[into + 1];
            sum[into] += sum[into + 1];
            weight[into] += weight[into + 1];
            blocks--;
        }
    }

    private double mean(int block) {
        return sum[block] / weight[block];
    }

    private StepCurve curve() {
        double[] places = new double[2 * blocks];
        double[] values = new double[2 * blocks];
        int points = 0;
        for (int k = 0; k < blocks; k++) {
            double value = Math.min(1, Math.max(0, mean(k)));
            places[points] = first[k];
            values[points++] = value;
            if (last[k] > first[k]) {
                places[points] = last[k];
                values[points++] = value;
            }
        }
        return new StepCurve(java.util.Arrays.copyOf(places, points), java.util.Arrays.copyOf(values, points));
    }
}
