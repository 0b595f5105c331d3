package dev.kith.data;

import java.util.List;

/**
 * The inputs x_1, ..., x_n of a data set: dense rows, sparse rows, or strings; or rows left in a file, which
 * few can take. Immutable; every number finite, every string non-empty.
 */
public sealed interface Inputs permits DenseInputs, SparseInputs, StringInputs, FileInputs {
    /** n, the number of inputs. */
    int rows();

    /** Names of the features, in order; a single name for strings. */
    List<String> features();

    /** The given inputs, in the given order; repeats allowed. */
    Inputs select(int... rows);
}
