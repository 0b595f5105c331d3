package dev.kith.data.trees;

import dev.kith.numeric.Concurrent;

/** Sums over the rows of each bin of each feature: first and second slopes of the loss, and how many rows. */
final class Slopes {
    private static final int WIDTH = 3;

    private final double[][] sums;

    private Slopes(double[][] sums) {
        this.sums = sums;
    }

    /** Sums over these rows. */
    static Slopes of(Bins bins, int[] rows, int from, int to, double[] first, double[] second) {
        double[][] sums = new double[bins.features()][];
        double[] g = new double[to - from]; // side by side, since every feature reads them
        double[] h = new double[to - from];
        for (int k = from; k < to; k++) {
            g[k - from] = first[rows[k]];
            h[k - from] = second[rows[k]];
        }
        Concurrent.forEach(sums.length, j -> {
            double[] sum = new double[WIDTH * bins.count(j)];
            int[] bin = bins.of(j);
            for (int k = 0; k < g.length; k++) {
                int at = WIDTH * bin[rows[from + k]];
                sum[at] += g[k];
                sum[at + 1] += h[k];
                sum[at + 2]++;
            }
            sums[j] = sum;
        });
        return new Slopes(sums);
    }

    /** Sums over the rows of this that are not among the other's. */
    Slopes without(Slopes part) {
        double[][] rest = new double[sums.length][];
        for (int j = 0; j < rest.length; j++) {
            rest[j] = sums[j].clone();
            for (int k = 0; k < rest[j].length; k++) {
                rest[j][k] -= part.sums[j][k];
            }
        }
        return new Slopes(rest);
    }

    double first(int feature, int bin) {
        return sums[feature][WIDTH * bin];
    }

    double second(int feature, int bin) {
        return sums[feature][WIDTH * bin + 1];
    }

    double rows(int feature, int bin) {
        return sums[feature][WIDTH * bin + 2];
    }
}
