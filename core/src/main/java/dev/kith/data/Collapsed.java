package dev.kith.data;

import java.util.List;
import java.util.function.Supplier;

/**
 * What a data set of few weighted rows stands for: any number of rows with the same weight, mean and scatter in every task. A linear fit
 * with the squared loss cannot tell them apart; nothing else may be learned from such a data set.
 */
public interface Collapsed {
    /** How many rows there were. */
    long rows();

    /** How many labels task {@code task} had. */
    long labels(int task);

    /**
     * What rounding may have done to a column of a task, in the user's units: the root of the sum of w (z - z')^2, z' an orthogonal
     * transform of the true rows.
     *
     * @param column 0 for the label, 1 + j for feature j
     */
    double error(int task, int column);

    /**
     * The folds of the rows, each with the rest of them to train on. Rows that were dealt to {@link
     * dev.kith.data.moments.OnePass#blocks enough blocks} have folds within folds: what trains can be divided again.
     *
     * @throws DataException if the rows were not dealt to as many folds, or blocks for them, with this seed
     */
    List<Fold> folds(int k, long seed);

    /** To how many blocks the rows of every task were dealt; of k folds, fold f has the blocks f, f + k, f + 2k, ... 0 for none. */
    int blocks();

    /** Few rows that stand for those of one block. */
    Dataset block(int block);

    /**
     * A fold.
     *
     * @param train few rows that stand for those to train on
     * @param test makes few rows that stand for those held out, whenever it is asked
     */
    record Fold(Dataset train, Supplier<Dataset> test) {}
}
