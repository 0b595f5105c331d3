package dev.kith.data;

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
}
