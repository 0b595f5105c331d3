package dev.kith.data;

import java.io.Closeable;
import java.util.List;

/**
 * The rows of a file or stream in order, one at a time; memory does not grow with the number of rows.
 *
 * <pre>{@code
 * try (RowStream rows = Tables.read(file).stream(roles)) {
 *     while (rows.next()) { ... rows.task(), rows.label(0), rows.value(k) ... }
 * }
 * }</pre>
 *
 * All methods but the lists speak of the current row. Tasks, and features that can only be known by reading on (values
 * of categorical columns, LIBSVM indices), are numbered in order of first appearance.
 */
public interface RowStream extends Closeable {
    /**
     * Goes to the next row; false at the end.
     *
     * @throws DataException if what comes next breaks a rule; nothing can be read after that
     */
    boolean next();

    /** The line of the file where the row begins, from 1. */
    long line();

    /** The task of a row of long data, as a position in {@link #tasks()}; -1 for wide data. */
    int task();

    /** How many labels the row has: 0 or 1 for long data, up to the number of tasks for wide data. */
    int labels();

    /** The task of label k, as a position in {@link #tasks()}. */
    int labelTask(int k);

    /** Label k: a finite number, or the position of its class in {@link #classes()} when labels are text. */
    double label(int k);

    /** The weight of the row's observations. */
    double weight();

    /** How many features the row lists; those it does not list are zero. */
    int size();

    /** The feature of entry k, as a position in {@link #features()}; ascending for LIBSVM. */
    int index(int k);

    /** The value of entry k, finite. */
    double value(int k);

    /** The input string, for data whose input is one. */
    String text();

    /** Text column k of the row, beside its numbers. */
    default String text(int k) {
        throw new IndexOutOfBoundsException("no text columns here, asked for " + k);
    }

    /** Id column k of the row. */
    String id(int k);

    /** Entries of features outside the given ones that were left out so far, over all rows (LIBSVM only). */
    long ignored();

    /** Rows that were left out so far because they cannot be read; they have their place among the rows of the file. */
    default long unreadable() {
        return 0;
    }

    /** The names of the tasks so far, a live view. */
    List<String> tasks();

    /** The names of the features so far, a live view. */
    List<String> features();

    /** Whether features have numbers only and their names are made from those, as in LIBSVM files. */
    default boolean numbered() {
        return false;
    }

    /** The text labels so far, at most two, in order of appearance; empty when labels are numbers. */
    List<String> classes();

    /** Closes the file. */
    @Override
    void close();
}
