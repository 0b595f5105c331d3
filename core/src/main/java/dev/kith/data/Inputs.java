package dev.kith.data;

import java.util.List;

/**
 * The inputs x_1, ..., x_n of a data set: dense rows, sparse rows, strings, or numbers beside strings; or rows left in a file,
 * which few can take; or rows as a table has them, of which every fit makes features first. Immutable; every number finite, every string
 * non-empty, but for cells that are missing in {@link RawInputs}.
 */
public sealed interface Inputs permits DenseInputs, SparseInputs, StringInputs, MixedInputs, FileInputs, RawInputs {
    /** n, the number of inputs. */
    int rows();

    /** Names of the features, in order; a single name for strings. */
    List<String> features();

    /** How many of the features are numbers, which come first. */
    default int numericFeatures() {
        return features().size();
    }

    /** The given inputs, in the given order; repeats allowed. */
    Inputs select(int... rows);
}
