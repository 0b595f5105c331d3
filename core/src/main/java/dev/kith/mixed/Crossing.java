package dev.kith.mixed;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Z_g'Z_h of two groupings, a block q_g x q_h for each pair of levels that a row has in common; g = h has one for each level.
 *
 * @param left the level of g by pair, ascending
 * @param right that of h
 * @param values of the blocks, by rows, one after the other
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Crossing(int g, int h, int[] left, int[] right, double[] values) {
    /** What the groupings have of a row. */
    interface Rows {
        /** The entry of column a of Z_g in a row. */
        double value(int g, int row, int a);

        double weight(int row);
    }

    static Crossing of(Groupings groupings, int g, int h, int[] q, Rows rows) {
        int n = groupings.level()[g].length;
        int[] l = groupings.level()[g];
        int[] r = groupings.level()[h];
        long many = groupings.counts()[h];
        long[] keys = IntStream.range(0, n)
                .mapToLong(i -> l[i] * many + r[i])
                .distinct()
                .sorted()
                .toArray();
        int size = q[g] * q[h];
        double[] values = new double[Math.multiplyExact(keys.length, size)];
        for (int i = 0; i < n; i++) {
            int at = Arrays.binarySearch(keys, l[i] * many + r[i]) * size;
            for (int a = 0; a < q[g]; a++) {
                double factor = rows.weight(i) * rows.value(g, i, a);
                for (int b = 0; b < q[h]; b++) {
                    values[at + a * q[h] + b] += factor * rows.value(h, i, b);
                }
            }
        }
        return new Crossing(
                g,
                h,
                Arrays.stream(keys).mapToInt(key -> (int) (key / many)).toArray(),
                Arrays.stream(keys).mapToInt(key -> (int) (key % many)).toArray(),
                values);
    }

    int pairs() {
        return left.length;
    }

    /** The sum of all blocks. */
    Matrix sum(int rows, int cols) {
        Matrix sum = Matrix.zeros(rows, cols);
        for (int k = 0; k < values.length; k++) {
            sum.data()[k % (rows * cols)] += values[k];
        }
        return sum;
    }
}
