package dev.kith.stream;

import dev.kith.data.DataException;
import dev.kith.stream.source.Batch;
import dev.kith.stream.source.Columns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has come: a digest of the rows it has seen and the names behind their numbers. A run that goes on from a
 * checkpoint is given the rows before it again, and is refused as soon as they turn out to be others.
 */
final class StreamPosition {
    private final List<String> tasks;
    private final List<String> columns = new ArrayList<>();
    private final int known;
    private final @Nullable Checkpoint from;
    private final String file;
    private final long skip;
    private List<String> classes = List.of();
    private long digest;
    private long replayed;
    private boolean sameRows = true;
    private int seenColumns;
    private int seenTasks;

    /**
     * @param known tasks that have their numbers already
     * @param from where to go on; null to begin
     * @param skip rows before the checkpoint
     * @param file what messages call the checkpoint
     */
    StreamPosition(List<String> known, @Nullable Checkpoint from, long skip, String file) {
        this.tasks = new ArrayList<>(known);
        this.known = known.size();
        this.from = from;
        this.skip = skip;
        this.file = file;
    }

    /** Takes the names that came with a batch, passes over rows before the checkpoint, returns the first to learn from. */
    int enter(Batch batch) {
        tasks.addAll(batch.newTasks());
        columns.addAll(batch.newColumns());
        classes = batch.classes().isEmpty() ? classes : List.copyOf(batch.classes());
        int k = 0;
        for (; k < batch.size() && replayed < skip; k++) {
            pass(batch, k);
            replayed++;
        }
        boolean newNames = !batch.newColumns().isEmpty() || !batch.newTasks().isEmpty();
        if (from != null && k > 0 && (newNames || replayed == skip)) {
            requireSameRows(from);
        }
        return k;
    }

    /** Notes that row k was seen. */
    void pass(Batch batch, int k) {
        digest = batch.digest(digest, k);
        seenColumns = Math.max(seenColumns, batch.columns(k));
        seenTasks = Math.max(seenTasks, batch.task(k) + 1);
    }

    /** Names are looked at as soon as they are there, the digest when all rows before the checkpoint are. */
    private void requireSameRows(Checkpoint before) {
        sameRows = false;
        requireSame("column", "columns", before.columns(), columnsSeen());
        requireSame("task", "tasks", before.tasks(), tasksSeen());
        if (replayed == skip) {
            if (!before.classes().isEmpty() && !classes.isEmpty()) {
                requireSame("class", "classes", before.classes(), classes);
            }
            if (digest != before.fingerprint()) {
                throw new DataException(file + ": the checkpoint is of another stream: its first " + skip
                        + " rows differ from those read now");
            }
        }
        sameRows = replayed == skip;
    }

    private void requireSame(String one, String many, List<String> before, List<String> now) {
        List<String> expected = replayed == skip ? before : before.subList(0, Math.min(before.size(), now.size()));
        String difference = Columns.difference(one, expected, now);
        if (!difference.isEmpty()) {
            throw new DataException(file + ": the checkpoint is of other " + many + ": " + difference);
        }
    }

    /** Whether what was learned may be kept: the rows before the checkpoint have come, and they are the same. */
    boolean caughtUp() {
        return replayed >= skip && sameRows;
    }

    /** Refuses a stream that ended before its checkpoint. */
    void requireEnd() {
        if (replayed < skip) {
            throw new DataException(
                    file + ": the checkpoint was taken after " + skip + " rows, the stream has only " + replayed);
        }
    }

    long digest() {
        return digest;
    }

    /** Names of the tasks met so far, in the learner's order. */
    List<String> tasks() {
        return tasks;
    }

    List<String> columnsSeen() {
        return columns.subList(0, Math.min(seenColumns, columns.size()));
    }

    List<String> tasksSeen() {
        return tasks.subList(0, Math.max(known, seenTasks));
    }

    /** Names of the classes, as far as they are known. */
    List<String> classes() {
        return classes;
    }
}
