package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;

/** Collects sparse rows of unit length from features in any order; equal features add up. */
final class StringRows {
    private static final long LOW = 0xffffffffL;

    private final int[] starts;
    private int rows;
    private int size;
    private int[] indices = new int[1 << 10];
    private double[] values = new double[1 << 10];

    /** The row being collected: feature in the high half, order of arrival in the low half, so that sorting is stable. */
    private long[] arrived = new long[1 << 6];

    private double[] arrivedValues = new double[1 << 6];
    private int count;

    StringRows(int rows) {
        starts = new int[rows + 1];
    }

    void add(int feature, double value) {
        if (count == arrived.length) {
            arrived = Arrays.copyOf(arrived, 2 * count);
            arrivedValues = Arrays.copyOf(arrivedValues, 2 * count);
        }
        arrived[count] = (long) feature << 32 | count;
        arrivedValues[count++] = value;
    }

    /** Ends the row at unit length; false if it is zero. */
    boolean endRow() {
        return endRow(true);
    }

    private boolean endRow(boolean unit) {
        Arrays.sort(arrived, 0, count);
        reserve();
        int from = size;
        for (int k = 0; k < count; k++) {
            int feature = (int) (arrived[k] >>> 32);
            double value = arrivedValues[(int) (arrived[k] & LOW)];
            if (size > from && indices[size - 1] == feature) {
                values[size - 1] += value;
            } else {
                indices[size] = feature;
                values[size++] = value;
            }
        }
        count = 0;
        starts[++rows] = size;
        return unit ? scaleToUnit(from) : size > from;
    }

    private void reserve() {
        int needed = Math.addExact(size, count);
        if (needed > indices.length) {
            int larger = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * indices.length));
            indices = Arrays.copyOf(indices, larger);
            values = Arrays.copyOf(values, larger);
        }
    }

    private boolean scaleToUnit(int from) {
        double squares = 0;
        for (int k = from; k < size; k++) {
            squares += values[k] * values[k];
        }
        double norm = Math.sqrt(squares);
        for (int k = from; k < size; k++) {
            values[k] /= norm;
        }
        return norm > 0;
    }

    SparseRows toSparse(int features) {
        return new SparseRows(features, starts, Arrays.copyOf(indices, size), Arrays.copyOf(values, size));
    }

    /** The unit-length feature rows of strings; features not in {@code vocabulary} yet are added to it. */
    static SparseRows of(StringKernel kernel, Inputs x, Vocabulary vocabulary) {
        return of(kernel, x, vocabulary, true);
    }

    /** The same as they come, of any length. */
    static SparseRows counts(StringKernel kernel, Inputs x, Vocabulary vocabulary) {
        return of(kernel, x, vocabulary, false);
    }

    private static SparseRows of(StringKernel kernel, Inputs x, Vocabulary vocabulary, boolean unit) {
        if (!(x instanceof StringInputs strings)) {
            throw new DataException("kernel '" + kernel.spec() + "' works on strings; name the column with --strings");
        }
        StringRows rows = new StringRows(strings.rows());
        for (int i = 0; i < strings.rows(); i++) {
            String text = strings.values().get(i);
            kernel.features(
                    text,
                    (start, length, place, value) -> rows.add(vocabulary.number(text, start, length, place), value));
            if (!rows.endRow(unit)) {
                throw new DataException("column '" + strings.name() + "', input " + i + ": \"" + text
                        + "\" is too short for kernel '" + kernel.spec() + "'");
            }
        }
        return rows.toSparse(vocabulary.size());
    }
}
