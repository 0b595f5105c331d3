package dev.kith.linalg;

import java.util.Arrays;

/**
 * A matrix brought to triangular form by Householder reflections with column exchanges: a p = q r, the diagonal of r
 * descending. It stops when all that is left of every column is no longer than a given length, which gives the rank. About 4 m n^2 - 4/3 n^3
 * operations for m x n.
 *
 * <p>Every inner loop adds multiples of rows, as in {@link RowSums}.
 */
final class Reflections {
    /** Below this share of its square, a length found by subtraction has lost half of its digits. */
    private static final double CANCELLED = Math.sqrt(Math.ulp(1.0));

    private final int m;
    private final int n;
    private final double[][] a;
    private final double[][] reflectors;
    private final double[] scales;
    private final double[] lengths;
    private final double[] exactLengths;
    private final int[] columns;
    private int rank;

    /** Reduces the matrix with these rows, which are overwritten; squares of {@code nothing} must not underflow. */
    Reflections(double[][] rows, int cols, double nothing) {
        m = rows.length;
        n = cols;
        a = rows;
        int steps = Math.min(m, n);
        reflectors = new double[steps][];
        scales = new double[steps];
        columns = new int[n];
        Arrays.setAll(columns, j -> j);
        lengths = new double[n];
        Arrays.setAll(lengths, j -> length(j, 0));
        exactLengths = lengths.clone();
        reduce(nothing);
    }

    private void reduce(double nothing) {
        double[] product = new double[n];
        for (int k = 0; k < reflectors.length; k++) {
            exchange(k, longest(k));
            double length = length(k, k);
            if (!(length > nothing)) {
                return;
            }
            reflectors[k] = reflector(k, length);
            apply(k, a, k + 1, n, product);
            for (int i = k; i < m; i++) {
                a[i][k] = 0;
            }
            a[k][k] = reflectors[k][0] > 0 ? -length : length;
            shorten(k);
            rank = k + 1;
        }
    }

    private int longest(int from) {
        int longest = from;
        for (int j = from + 1; j < n; j++) {
            longest = lengths[j] > lengths[longest] ? j : longest;
        }
        return longest;
    }

    private void exchange(int k, int j) {
        if (j == k) {
            return;
        }
        for (double[] row : a) {
            double kept = row[k];
            row[k] = row[j];
            row[j] = kept;
        }
        lengths[j] = lengths[k];
        exactLengths[j] = exactLengths[k];
        int kept = columns[k];
        columns[k] = columns[j];
        columns[j] = kept;
    }

    /** v with (I - scale v v') x = (-+ length, 0, ..., 0) for the rest x of column k. */
    private double[] reflector(int k, double length) {
        double[] v = new double[m - k];
        for (int i = k; i < m; i++) {
            v[i - k] = a[i][k];
        }
        v[0] += v[0] >= 0 ? length : -length;
        scales[k] = 1 / (length * Math.abs(v[0]));
        return v;
    }

    /** Reflects rows k.. of a matrix, in columns from..to. */
    private void apply(int k, double[][] rows, int from, int to, double[] product) {
        double[] v = reflectors[k];
        Arrays.fill(product, from, to, 0);
        RowSums.addInto(product, from, to, v, rows, k, v.length);
        RowSums.addToAll(rows, k, v.length, from, to, -scales[k], v, product);
    }

    /** Column lengths below row k, from those with it; computed afresh where the difference says little. */
    private void shorten(int k) {
        for (int j = k + 1; j < n; j++) {
            if (lengths[j] != 0) {
                double share = a[k][j] / lengths[j];
                double left = Math.max(0, 1 - share * share);
                double ratio = lengths[j] / exactLengths[j];
                lengths[j] *= Math.sqrt(left);
                if (!(left * ratio * ratio > CANCELLED)) {
                    lengths[j] = length(j, k + 1);
                    exactLengths[j] = lengths[j];
                }
            }
        }
    }

    private double length(int column, int firstRow) {
        double sum = 0;
        for (int i = firstRow; i < m; i++) {
            sum += a[i][column] * a[i][column];
        }
        return Math.sqrt(sum);
    }

    /** How many rows of r are not zero. */
    int rank() {
        return rank;
    }

    /** The column of a that column j of r comes from. */
    int column(int j) {
        return columns[j];
    }

    /** Row i of r, live. */
    double[] row(int i) {
        return a[i];
    }

    /** rows = q rows. */
    void applyTo(double[][] rows) {
        int cols = rows[0].length;
        double[] product = new double[cols];
        for (int k = rank - 1; k >= 0; k--) {
            apply(k, rows, 0, cols, product);
        }
    }
}
