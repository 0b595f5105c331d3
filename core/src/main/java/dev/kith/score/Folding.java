package dev.kith.score;

import dev.kith.data.Dataset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How rows are held out, to test methods and, inside what they train on, to choose their settings. What decides besides the data
 * (when a row was, to which group it belongs) is known by the row's number in its source, so that it is still known in parts of the data.
 */
public interface Folding {
    /** At random, every task in proportion: how well rows are predicted that are like those learned from. */
    static Folding random() {
        return new RandomFolding();
    }

    /**
     * The folds to test on; an observation is tested in at most one.
     *
     * @throws dev.kith.data.DataException if the data do not allow k folds
     */
    List<Split> folds(Dataset data, int k, long seed);

    /** The folds to choose settings on, inside the training part of another: k, or as many as there can be. */
    default List<Split> inner(Dataset data, int k, long seed) {
        return folds(data, k, seed);
    }

    /** What belongs together when an interval asks what other rows would have said: a number per observation. */
    default int[] units(Dataset judged, List<Split> splits) {
        int[] units = new int[judged.size()];
        java.util.Arrays.setAll(units, judged::row);
        return units;
    }

    /** Whether each fold is later than those before it, so that nothing may be learned from it for them. */
    default boolean forward() {
        return false;
    }

    /** The procedure in words, such as {@code 5-fold cross-validation}. */
    String name(int k);

    /** What a result in one sentence must add, if rows were not held out at random. */
    default Optional<String> note() {
        return Optional.empty();
    }

    /** What was tested, and what intervals mean. */
    default List<String> sentences(Dataset data, List<Split> splits) {
        return List.of();
    }

    /**
     * Forward in time: every test is of rows later than all that was learned from, for the choice of settings too.
     *
     * <p>Without a horizon the times are divided into k + 1 stretches of about as many observations; each but the first is predicted from all that
     * is before it. With one, the last k stretches of that length are predicted. A task without earlier rows is not tested there.
     *
     * @param column what the times are called
     * @param times of the rows of the source, in order: dates all written in one way, or numbers
     * @param gap how long before a test nothing is learned from, &gt;= 0; in days for dates
     * @param horizon how long a test is, &gt; 0
     */
    static Folding forward(String column, List<String> times, double gap, OptionalDouble horizon) {
        return new ForwardFolding(Times.of(column, times), gap, horizon);
    }

    /**
     * Whole groups of rows together: how well rows of groups are predicted that nothing was learned from. A group that is the only one of some
     * task always trains.
     *
     * @param column what the groups are called
     * @param values the group of each row of the source, in order
     */
    static Folding together(String column, List<String> values) {
        return new GroupFolding(column, values);
    }
}
