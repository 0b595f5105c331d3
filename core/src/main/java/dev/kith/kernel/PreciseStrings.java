package dev.kith.kernel;

import dev.kith.data.Inputs;
import dev.kith.linalg.SparseRows;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/** Values of a kernel on strings, a'b / (||a|| ||b||) for their features a and b, to twice the precision. */
final class PreciseStrings implements PreciseRows {
    /** Of two roots, a product and a quotient, relative to 1, which no value exceeds. */
    private static final double ROUNDING = 16 * Twofold.ROUNDING;

    private final SparseRows a;
    private final SparseRows b;
    private final Twofold[] lengthsA;
    private final Twofold[] lengthsB;
    private final boolean symmetric;
    private final double error;

    PreciseStrings(StringKernel kernel, Inputs x, Inputs z) {
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
