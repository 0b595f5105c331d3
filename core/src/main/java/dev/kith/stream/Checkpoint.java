package dev.kith.stream;

import dev.kith.data.DataException;
import dev.kith.online.Snapshot;
import dev.kith.stream.source.RowVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A run in the middle of its stream, as a file: the learner, the tally, the names behind the learner's numbers, and what
 * it takes to notice that somebody resumes with other settings or another stream.
 *
 * @param settings what the run was started with, in words
 * @param version how its rows became numbers
 * @param fingerprint a digest of the rows learned from so far
 * @param columns names of the columns the learner knows by number, in their order; the first of them when they are many
 * @param tasks names of the tasks, in the learner's order
 * @param classes names of the classes behind -1 and +1; empty when they were not both known, or not kept yet
 * @param bound what the bound of the learner has seen; without parts where there is none
 */
record Checkpoint(
        String settings,
        RowVersion version,
        long fingerprint,
        List<String> columns,
        List<String> tasks,
        List<String> classes,
        Snapshot learner,
        Snapshot tally,
        Snapshot bound) {
    private static final String KIND = "stream checkpoint";
    private static final String CURRENT = "2";

    Checkpoint {
        columns = List.copyOf(columns);
        tasks = List.copyOf(tasks);
        classes = List.copyOf(classes);
    }

    /** Replaces the file as a whole; a crash leaves the old checkpoint or the new one. */
    void write(Path file) throws IOException {
        StateParts parts = new StateParts()
                .put("settings", settings)
                .put("fingerprint", Long.toHexString(fingerprint))
                .put("column", columns)
                .put("task", tasks)
                .put("class", classes)
                .put("learner", learner)
                .put("tally", tally)
                .put("bound", bound);
        if (version == RowVersion.CURRENT) {
            parts.put("version", CURRENT);
        }
        parts.write(KIND, file);
    }

    /**
     * Reads a checkpoint.
     *
     * @throws DataException if the file is damaged or no checkpoint
     */
    static Checkpoint read(Path file) throws IOException {
        StateParts parts = StateParts.read(KIND, file);
        try {
            return new Checkpoint(
                    parts.text("settings", ""),
                    version(parts.text("version", "")),
                    Long.parseUnsignedLong(parts.text("fingerprint", ""), 16),
                    parts.names("column"),
                    parts.names("task"),
                    parts.names("class"),
                    parts.snapshot("learner"),
                    parts.snapshot("tally"),
                    parts.snapshot("bound"));
        } catch (IllegalArgumentException e) {
            throw new DataException(file + ": parts of the checkpoint do not fit together: " + e.getMessage(), e);
        }
    }

    /** The first version did not say so. */
    private static RowVersion version(String text) {
        if (!text.isEmpty() && !text.equals(CURRENT)) {
            throw new IllegalArgumentException("version must be " + CURRENT + " or not there, got '" + text + "'");
        }
        return text.isEmpty() ? RowVersion.FIRST : RowVersion.CURRENT;
    }
}
