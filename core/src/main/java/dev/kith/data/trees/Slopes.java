package dev.kith.data.trees;

/** Sums over the rows of each bin of each feature: first and second slopes of the loss, and how many rows. */
final class Slopes {
    private final double[][] sums;

    private Slopes(double[][] sums) {
        this.sums = sums;
    }

    private static final int WIDTH = 3;

    /** Sums over these rows. */
    static Slopes of(Bins bins, int[] rows, int from, int to, double[] first, double[] second) {
        double[][] sums = new double[bins.features()][];
        dev.kith.numeric.Concurrent.forEach(sums.length, j -> {
            double[] sum = new double[WIDTH * bins.count(j)];
            int[] bin = bins.of(j);
            for (int k = from; k < to; k++) {
                int i = rows[k];
                int at = WIDTH * bin[i];
                sum[at] += first[i];
                sum[at + 1] += second[i];
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
