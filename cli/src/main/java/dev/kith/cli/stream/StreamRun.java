package dev.kith.cli.stream;

import dev.kith.data.DataException;
import dev.kith.online.Checkpoint;
import dev.kith.online.Learners;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Round;
import dev.kith.online.Row;
import dev.kith.online.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a stream: every row is predicted, then learned from, and counted. Checkpoints are written at ends of
 * windows; a run that is resumed reads the rows before its checkpoint again without learning from them, makes sure that
 * they are the same, and goes on.
 */
public final class StreamRun {
    /*
     * Writing a checkpoint of a large learner takes longer than learning from a window, so one is written only when at
     * least four times as long as the last one took has passed. Results do not depend on when checkpoints were written.
     */
    private static final int PATIENCE = 4;

    private final String settings;
    private final @Nullable Path file;
    private final Consumer<Tally> windowEnded;
    private final List<String> tasks;
    private final List<String> columns = new ArrayList<>();
    private final int known;
    private final Row row = new Row();
    private final Round round = new Round();
    private OnlineLearner learner;
    private Tally tally;
    private long digest;
    private long skip;
    private long consumed;
    private boolean sameRows = true;
    private int seenColumns;
    private int seenTasks;
    private @Nullable Checkpoint from;
    private long written;
    private long writing;
    private volatile boolean stopped;

    /**
     * @param settings the run in words: a checkpoint of other settings is refused
     * @param known tasks that have their numbers already
     * @param file where to write checkpoints; null for nowhere
     */
    public StreamRun(
            OnlineLearner learner,
            int window,
            String settings,
            List<String> known,
            @Nullable Path file,
            Consumer<Tally> windowEnded) {
        this.learner = learner;
        this.tally = new Tally(window);
        this.settings = settings;
        this.tasks = new ArrayList<>(known);
        this.known = known.size();
        this.file = file;
        this.windowEnded = windowEnded;
    }

    /** Goes on from the checkpoint file if there is one; true when there was. */
    public boolean resume() throws IOException {
        if (file == null || !Files.exists(file)) {
            return false;
        }
        Checkpoint checkpoint = Checkpoint.read(file);
        if (!checkpoint.settings().equals(settings)) {
            throw new DataException(file + ": the checkpoint is of a run with other settings: " + checkpoint.settings()
                    + "; this one has: " + settings);
        }
        try {
            learner = Learners.restore(checkpoint.learner());
            tally = Tally.restore(checkpoint.tally());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new DataException(file + ": parts of the checkpoint do not fit together: " + e.getMessage(), e);
        }
        from = checkpoint;
        skip = tally.rows();
        return true;
    }

    /** Takes every batch of the feed. When the feed breaks off, what was learned until then is kept. */
    public void run(Feed feed, boolean rounds) throws IOException {
        try {
            takeAll(feed, rounds);
        } catch (DataException e) {
            synchronized (this) {
                if (consumed >= skip && sameRows && file != null) {
                    checkpoint();
                }
            }
            throw e;
        }
        if (consumed < skip) {
            throw new DataException(
                    file + ": the checkpoint was taken after " + skip + " rows, the stream has only " + consumed);
        }
        synchronized (this) {
            if (file != null) {
                checkpoint();
            }
        }
    }

    private void takeAll(Feed feed, boolean rounds) throws IOException {
        for (Batch batch = feed.next(); batch != null; batch = feed.next()) {
            take(batch, rounds);
        }
    }

    /** The state is whole between rows, or rounds: whoever stops the run gets hold of it there. */
    private synchronized void take(Batch batch, boolean rounds) throws IOException {
        tasks.addAll(batch.newTasks());
        columns.addAll(batch.newColumns());
        int k = 0;
        for (; k < batch.size() && consumed < skip; k++) {
            take(batch, k);
            consumed++;
        }
        boolean newNames = !batch.newColumns().isEmpty() || !batch.newTasks().isEmpty();
        if (k > 0 && (newNames || consumed == skip)) {
            requireSameRows();
        }
        while (k < batch.size()) {
            if (stopped) {
                waitForTheEnd();
            }
            k = rounds ? learnRound(batch, k) : learnRow(batch, k);
        }
    }

    private synchronized void waitForTheEnd() {
        while (stopped) {
            try {
                wait();
            } catch (InterruptedException e) {
                // The program is about to end; nothing may be learned any more.
            }
        }
    }

    /** From another thread, just before the program ends: learns from no further row and keeps what was learned. */
    public void stop() throws IOException {
        stopped = true;
        synchronized (this) {
            if (consumed >= skip && sameRows && file != null) {
                checkpoint();
            }
        }
    }

    /** Notes that row k was seen. */
    private void take(Batch batch, int k) {
        digest = batch.digest(digest, k);
        seenColumns = Math.max(seenColumns, batch.columns(k));
        seenTasks = Math.max(seenTasks, batch.task(k) + 1);
    }

    /** Names are looked at as soon as they are there, the digest when all rows before the checkpoint are. */
    private void requireSameRows() {
        Checkpoint before = java.util.Objects.requireNonNull(from, "from");
        sameRows = false;
        requireSame("column", before.columns(), columnsSeen());
        requireSame("task", before.tasks(), tasksSeen());
        if (consumed == skip && digest != before.fingerprint()) {
            throw new DataException(file + ": the checkpoint is of another stream: its first " + skip
                    + " rows differ from those read now");
        }
        sameRows = consumed == skip;
    }

    private void requireSame(String what, List<String> before, List<String> now) {
        boolean all = consumed == skip;
        String difference =
                Columns.difference(what, all ? before : before.subList(0, Math.min(before.size(), now.size())), now);
        if (!difference.isEmpty()) {
            throw new DataException(file + ": the checkpoint is of other " + what + "s: " + difference);
        }
    }

    private List<String> columnsSeen() {
        return columns.subList(0, Math.min(seenColumns, columns.size()));
    }

    private List<String> tasksSeen() {
        return tasks.subList(0, Math.max(known, seenTasks));
    }

    private int learnRow(Batch batch, int k) throws IOException {
        batch.point(row, k);
        double y = batch.label(k);
        double margin = learner.learn(batch.task(k), row, y);
        take(batch, k);
        if (tally.count(batch.task(k), OnlineLearner.mistaken(y, margin))) {
            endWindow();
        }
        return k + 1;
    }

    private int learnRound(Batch batch, int from) throws IOException {
        round.clear();
        int to = from;
        while (to < batch.size() && batch.round(to) == batch.round(from)) {
            batch.point(round.add(batch.task(to), batch.label(to)), to);
            to++;
        }
        learner.learn(round);
        boolean ended = false;
        for (int k = from; k < to; k++) {
            take(batch, k);
            ended |= tally.count(batch.task(k), OnlineLearner.mistaken(batch.label(k), round.margin(k - from)));
        }
        if (ended) {
            endWindow();
        }
        return to;
    }

    private void endWindow() throws IOException {
        windowEnded.accept(tally);
        if (file != null && System.nanoTime() - written >= PATIENCE * writing) {
            checkpoint();
        }
    }

    private void checkpoint() throws IOException {
        long start = System.nanoTime();
        new Checkpoint(settings, digest, columnsSeen(), tasksSeen(), learner.snapshot(), tally.snapshot())
                .write(java.util.Objects.requireNonNull(file, "file"));
        written = System.nanoTime();
        writing = written - start;
    }

    public OnlineLearner learner() {
        return learner;
    }

    public Tally tally() {
        return tally;
    }

    /** Names of the tasks, in the learner's order. */
    public List<String> tasks() {
        return tasks;
    }
}
