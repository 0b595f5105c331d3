package dev.kith.data;

import java.util.Optional;

/**
 * Where a data set came from, for provenance: no row is lost silently.
 *
 * @param name file name without directories, or a simulated set with its seed; empty when built in memory
 * @param read rows read from it
 * @param skipped rows left out because they carried no label for any task, or could not be read where that was allowed
 * @param sha256 hex digest of the bytes read, empty when there are none
 */
public record Source(String name, long read, long skipped, String sha256) {
    public static final Source NONE = new Source("", 0, 0, "");
    private static final String JOINED = " joined to ";

    /** What rows are called that have columns of their tasks from another table. */
    public static String joined(String taskTable, String rows) {
        return taskTable + JOINED + rows;
    }

    /** The table of tasks that was joined to the rows, by the name they have since. */
    public Optional<String> taskTable() {
        int end = name.indexOf(JOINED);
        return end < 0 ? Optional.empty() : Optional.of(name.substring(0, end));
    }
}
