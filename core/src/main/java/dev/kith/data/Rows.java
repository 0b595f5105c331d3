package dev.kith.data;

import java.util.List;

/**
 * Rows read for prediction, all of them, in the order of the file.
 *
 * @param tasks the task of each row; empty when no column names it
 * @param idNames the id columns
 * @param ids for each row, the text in its id columns
 * @param ignored how many entries of a LIBSVM file were left out because they are of features nobody asked for: the
 *     model has no weight for them
 */
public record Rows(
        Inputs inputs, List<String> tasks, List<String> idNames, List<List<String>> ids, long ignored, Source source) {
    public Rows {
        tasks = List.copyOf(tasks);
        idNames = List.copyOf(idNames);
        ids = List.copyOf(ids);
    }
}
