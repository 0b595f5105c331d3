package dev.kith.kernel;

import dev.kith.data.Inputs;
import dev.kith.linalg.SparseRows;
import java.util.List;

/**
 * Explicit features phi(x) as sparse rows, in one or several views that stand side by side: k_v(x, z) is the inner
 * product over the columns of view v. Immutable; the same input always gives the same row.
 */
public interface FeatureMap {
    /** The text that {@code FeatureMaps.parse} turns back into this map. */
    String spec();

    /** Names of the views, in the order of their columns. */
    List<String> views();

    /** The first column of every view, then the number of columns. */
    int[] starts();

    /** phi(x_i) for all i. Inputs of a kind the map does not understand are refused. */
    SparseRows rows(Inputs x);
}
