package dev.kith.kernel;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
import java.util.function.Function;

/**
 * A kernel on strings given by explicit sparse features (substrings), scaled to k(x, x) = 1: the inner product of the
 * feature vectors divided by their lengths.
 */
public interface StringKernel extends Kernel {
    /** Calls {@code sink} with every feature of the string; a feature may come several times, values add. */
    void features(String text, Sink sink);

    /** Whether equal substrings at different positions are different features. */
    boolean positional();

    /** The length of the shortest substring that is a feature. */
    int shortest();

    /** The length of the longest substring that is a feature. */
    int longest();

    /** Receives features. */
    interface Sink {
        /**
         * Takes the substring of {@code length} characters from {@code start}.
         *
         * @param place sets equal substrings apart; 0 for all where it does not matter where they stand
         */
        void add(int start, int length, int place, double value);
    }

    @Override
    default Matrix cross(Inputs x, Inputs z) {
        return against(z).apply(x);
    }

    /** As {@link Kernel#against}; the features of z are found once. */
    @Override
    default Function<Inputs, Matrix> against(Inputs z) {
        Vocabulary vocabulary = new Vocabulary();
        SparseRows b = StringRows.of(this, z, vocabulary);
        int known = vocabulary.size();
        return x -> {
            SparseRows a = StringRows.of(this, x, vocabulary);
            Matrix k = a.timesTranspose(b.widen(vocabulary.size()));
            vocabulary.shrink(known);
            return k;
        };
    }

    @Override
    default Matrix gram(Inputs x) {
        SparseRows rows = StringRows.of(this, x, new Vocabulary());
        return rows.timesTranspose(rows).symmetrized();
    }

    @Override
    default PreciseRows precisely(Inputs x, Inputs z) {
        return new StringRows.Precise(this, x, z);
    }

    @Override
    default PreciseRows plainly(Inputs x, Inputs z) {
        return new PlainRows(this, x, z);
    }

    @Override
    default double[] diagonal(Inputs x) {
        double[] ones = new double[x.rows()];
        Arrays.fill(ones, 1);
        return ones;
    }
}
