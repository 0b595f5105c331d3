package dev.kith.data;

import java.util.List;

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
     * The folds of the rows, each with the rest of them to train on.
     *
     * @throws DataException if the rows were not dealt to as many folds with this seed
     */
    List<Fold> folds(int k, long seed);

    /** A fold: rows to train on and those held out. */
    record Fold(Dataset train, Dataset test) {}
}
