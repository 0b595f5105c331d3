package dev.kith.data.trees;

import dev.kith.numeric.Concurrent;
import java.util.List;

/** Sums over the rows of each bin of each feature: first and second slopes of the loss, and how many rows. */
final class Slopes {
    /** Sums of so many numbers are worth a thread's while. */
    private static final long WORTHWHILE = 200_000;

    private final double[][] sums;
    private final int width;

    private Slopes(double[][] sums, int width) {
        this.sums = sums;
        this.width = width;
    }

    /**
     * The slopes of all rows.
     *
     * @param alike whether all second slopes are 1, and the number of rows says all of them
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Each(double[] first, double[] second, boolean alike) {}

    /** Sums over these rows. */
    static Slopes of(Bins bins, int[] rows, int from, int to, Each each) {
        int n = to - from;
        double[] g = new double[n]; // side by side, since every column reads them
        double[] h = each.alike ? g : new double[n];
        int[] i = new int[n];
        for (int k = 0; k < n; k++) {
            i[k] = rows[from + k];
            g[k] = each.first[i[k]];
        }
        for (int k = 0; k < n && !each.alike; k++) {
            h[k] = each.second[i[k]];
        }
        int width = each.alike ? 2 : 3;
        double[][] sums = new double[bins.features()][];
        List<Cells> cells = bins.cells();
        if ((long) n * cells.size() > WORTHWHILE) {
            Concurrent.forEach(cells.size(), c -> add(sums, width, bins, cells.get(c), i, g, h));
        } else {
            cells.forEach(some -> add(sums, width, bins, some, i, g, h));
        }
        return new Slopes(sums, width);
    }

    /** By cells where there are fewer of them than rows, else column by column. */
    private static void add(double[][] sums, int width, Bins bins, Cells cells, int[] rows, double[] g, double[] h) {
        int[] columns = cells.columns();
        if (columns.length == 1 || rows.length < cells.count()) {
            for (int j : columns) {
                sums[j] = sum(width, bins.count(j), bins.of(j), rows, g, h);
            }
            return;
        }
        double[] byCell = sum(width, cells.count(), cells.cell(), rows, g, h);
        for (int k = 0; k < columns.length; k++) {
            int[] bin = cells.bin()[k];
            double[] sum = new double[width * bins.count(columns[k])];
            for (int c = 0; c < bin.length; c++) {
                for (int part = 0; part < width; part++) {
                    sum[width * bin[c] + part] += byCell[width * c + part];
                }
            }
            sums[columns[k]] = sum;
        }
    }

    private static double[] sum(int width, int bins, int[] bin, int[] rows, double[] g, double[] h) {
        double[] sum = new double[width * bins];
        if (width == 2) {
            for (int k = 0; k < g.length; k++) {
                int at = 2 * bin[rows[k]];
                sum[at] += g[k];
                sum[at + 1]++;
            }
        } else {
            for (int k = 0; k < g.length; k++) {
                int at = 3 * bin[rows[k]];
                sum[at] += g[k];
                sum[at + 1] += h[k];
                sum[at + 2]++;
            }
        }
        return sum;
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
        return new Slopes(rest, width);
    }

    double first(int feature, int bin) {
        return sums[feature][width * bin];
    }

    double second(int feature, int bin) {
        return sums[feature][width * bin + 1];
    }

    double rows(int feature, int bin) {
        return sums[feature][width * bin + width - 1];
    }
}
