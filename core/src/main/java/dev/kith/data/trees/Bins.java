package dev.kith.data.trees;

import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * The columns of a matrix as small whole numbers: a code as it is, a number as the interval it falls into, a number of them with about
 * equally many rows each that grows with the rows. Trees are grown on these.
 */
final class Bins {
    private static final int FEWEST = 64;
    private static final int MOST = 255;
    /** Rows that an interval has at least, on the mean, where there are more intervals than the fewest. */
    private static final int ROWS = 20;

    private final boolean[] codes;
    private final int[][] bin;
    private final double[][] edges;
    private final int[] counts;

    /** @param codes which columns are codes, whole numbers from 0 */
    Bins(Matrix x, boolean[] codes) {
        this.codes = codes.clone();
        bin = new int[x.cols()][];
        edges = new double[x.cols()][];
        counts = new int[x.cols()];
        for (int j = 0; j < x.cols(); j++) {
            double[] column = x.column(j);
            edges[j] = codes[j] ? new double[0] : edges(column);
            bin[j] = new int[column.length];
            for (int i = 0; i < column.length; i++) {
                bin[j][i] = codes[j] ? code(column[i]) : position(edges[j], column[i]);
                counts[j] = Math.max(counts[j], bin[j][i] + 1);
            }
        }
    }

    private static int code(double value) {
        if (!(value >= 0 && value == Math.rint(value) && value < Integer.MAX_VALUE)) {
            throw new IllegalArgumentException("a code must be a whole number >= 0, got " + value);
        }
        return (int) value;
    }

    /** Values between neighbours, so that each interval has about as many rows as the others, or a single value. */
    private static double[] edges(double[] column) {
        double[] sorted = column.clone();
        Arrays.sort(sorted);
        int most = Math.max(FEWEST, Math.min(MOST, column.length / ROWS));
        double[] found = new double[most - 1];
        int count = 0;
        int distinct = 1;
        for (int i = 1; i < sorted.length; i++) {
            distinct += sorted[i] > sorted[i - 1] ? 1 : 0;
        }
        double step = distinct <= most ? 0 : (double) sorted.length / most;
        double next = step;
        for (int i = 1; i < sorted.length && count < found.length; i++) {
            if (sorted[i] > sorted[i - 1] && i >= next) {
                double middle = sorted[i - 1] + (sorted[i] - sorted[i - 1]) / 2;
                found[count++] = middle > sorted[i - 1] ? middle : sorted[i];
                next = Math.max(next + step, i + step / 2);
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** How many edges are at or below the value. */
    private static int position(double[] edges, double value) {
        int at = Arrays.binarySearch(edges, value);
        return at >= 0 ? at + 1 : -at - 1;
    }

    int features() {
        return bin.length;
    }

    /** The interval or code of each row. */
    int[] of(int feature) {
        return bin[feature];
    }

    /** One more than the largest. */
    int count(int feature) {
        return counts[feature];
    }

    boolean codes(int feature) {
        return codes[feature];
    }

    /** Numbers below this are in the intervals up to {@code bin}, others above. */
    double edge(int feature, int bin) {
        return edges[feature][bin];
    }
}
