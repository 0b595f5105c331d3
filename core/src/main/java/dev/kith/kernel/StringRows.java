package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.SparseRows;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
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

    /** Values of a kernel on strings, a'b / (||a|| ||b||) for their features a and b, to twice the precision. */
    static final class Precise implements PreciseRows {
        /** Of two roots, a product and a quotient, relative to 1, which no value exceeds. */
        private static final double ROUNDING = 16 * Twofold.ROUNDING;

        private final SparseRows a;
        private final SparseRows b;
        private final Twofold[] lengthsA;
        private final Twofold[] lengthsB;
        private final boolean symmetric;
        private final double error;

        Precise(StringKernel kernel, Inputs x, Inputs z) {
            Vocabulary vocabulary = new Vocabulary();
            SparseRows first = StringRows.counts(kernel, x, vocabulary);
            b = x == z ? first : StringRows.counts(kernel, z, vocabulary);
            a = first.widen(vocabulary.size());
            lengthsA = lengths(a);
            symmetric = x == z;
            lengthsB = symmetric ? lengthsA : lengths(b);
            // Sums of products are no longer than the lengths, whose own sums are as long.
            error = 4 * TwofoldSum.error(Math.max(longest(a), longest(b)), 1) + ROUNDING;
        }

        private static int longest(SparseRows rows) {
            int most = 0;
            for (int i = 0; i < rows.rows(); i++) {
                most = Math.max(most, rows.end(i) - rows.start(i));
            }
            return most;
        }

        private static Twofold[] lengths(SparseRows rows) {
            Twofold[] lengths = new Twofold[rows.rows()];
            for (int i = 0; i < lengths.length; i++) {
                TwofoldSum squares = new TwofoldSum();
                for (int k = rows.start(i); k < rows.end(i); k++) {
                    squares.addProduct(rows.value(k), rows.value(k));
                }
                lengths[i] = squares.value().root();
            }
            return lengths;
        }

        @Override
        public void row(int i, double[] hi, double[] lo) {
            rowUpTo(i, b.rows(), hi, lo);
        }

        @Override
        public void rowUpTo(int i, int count, double[] hi, double[] lo) {
            double[] own = new double[a.cols()];
            for (int k = a.start(i); k < a.end(i); k++) {
                own[a.index(k)] = a.value(k);
            }
            for (int j = 0; j < count; j++) {
                TwofoldSum sum = new TwofoldSum();
                for (int k = b.start(j); k < b.end(j); k++) {
                    if (own[b.index(k)] != 0) {
                        sum.addProduct(own[b.index(k)], b.value(k));
                    }
                }
                Twofold value = sum.value().dividedBy(lengthsA[i].times(lengthsB[j]));
                hi[j] = value.hi();
                lo[j] = value.lo();
            }
        }

        @Override
        public boolean symmetric() {
            return symmetric;
        }

        @Override
        public boolean concurrent() {
            return true;
        }

        @Override
        public double error() {
            return error;
        }
    }
}
