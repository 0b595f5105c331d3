package dev.kith.online;

import dev.kith.linalg.SparseRows;
import java.util.Arrays;

/**
 * One input x as learners see it: a window on arrays of (feature number, value) pairs, feature numbers ascending. A row
 * object is meant to be pointed at one input after another, so that reading a stream allocates nothing.
 */
public final class Row {
    /*
     * Dense rows carry the numbers 0, 1, ..., d-1 of one shared array. That costs an integer load a value and saves
     * every learner a second version of each loop.
     */
    private static int[] counting = new int[0];

    private int[] indices = counting;
    private double[] values = new double[0];
    private int start;
    private int end;

    /** A row without entries. */
    public Row() {}

    /** A row over all of {@code values}; arrays are not copied. */
    public static Row dense(double... values) {
        return new Row().pointDense(values, 0, values.length);
    }

    /** A row of the given non-zeros, feature numbers ascending; arrays are not copied. */
    public static Row sparse(int[] indices, double[] values) {
        return new Row().point(indices, values, 0, indices.length);
    }

    /** Looks at entries {@code start} to {@code end} (exclusive) of the two arrays. Feature numbers must ascend. */
    public Row point(int[] newIndices, double[] newValues, int newStart, int newEnd) {
        if (newStart < 0 || newStart > newEnd || newEnd > newIndices.length || newEnd > newValues.length) {
            throw new IllegalArgumentException("entries must lie within the arrays, got " + newStart + " to " + newEnd
                    + " of " + newIndices.length + " and " + newValues.length);
        }
        indices = newIndices;
        values = newValues;
        start = newStart;
        end = newEnd;
        return this;
    }

    /** Looks at row i of sparse rows. */
    public Row point(SparseRows rows, int i) {
        return point(rows.indices(), rows.values(), rows.start(i), rows.end(i));
    }

    /** Looks at {@code length} values from {@code from} on as features 0, 1, ... The values are copied. */
    public Row pointDense(double[] newValues, int from, int length) {
        double[] own = from == 0 && length == newValues.length
                ? newValues
                : Arrays.copyOfRange(newValues, from, from + length);
        return point(countingTo(length), own, 0, length);
    }

    private static synchronized int[] countingTo(int length) {
        if (counting.length < length) {
            int[] longer = new int[Math.max(length, 2 * counting.length)];
            Arrays.setAll(longer, k -> k);
            counting = longer;
        }
        return counting;
    }

    /** Entries are at positions start() to end() (exclusive) of {@link #indices()} and {@link #values()}. */
    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /** The live feature numbers. */
    public int[] indices() {
        return indices;
    }

    /** The live values. */
    public double[] values() {
        return values;
    }

    /** Number of entries. */
    public int size() {
        return end - start;
    }

    /** One more than the largest feature number; 0 for an empty row. */
    public int width() {
        return end == start ? 0 : indices[end - 1] + 1;
    }

    /** x'x. */
    public double squaredNorm() {
        double sum = 0;
        for (int k = start; k < end; k++) {
            sum += values[k] * values[k];
        }
        return sum;
    }

    /** x'w for a dense w; features beyond its end count as 0. */
    double dot(double[] w) {
        double sum = 0;
        for (int k = start; k < end && indices[k] < w.length; k++) {
            sum += values[k] * w[indices[k]];
        }
        return sum;
    }
}
