package dev.kith.stream;

import dev.kith.data.DataException;
import dev.kith.data.RowStream;
import dev.kith.model.Model;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Round;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.learner.Learners;
import dev.kith.stream.source.Batch;
import dev.kith.stream.source.Feed;
import dev.kith.stream.source.Preparation;
import dev.kith.stream.source.RowVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a stream: every row is predicted, then learned from, and counted. Checkpoints are written at ends of
 * windows; a run that is resumed reads the rows before its checkpoint again without learning from them, makes sure that
 * they are the same, and goes on. However often it was killed, it ends with the numbers of an uninterrupted run.
 *
 * <p>{@link #run} belongs to one thread; {@link #stop} may be called from any.
 */
public final class StreamRun {
    /*
     * Writing a checkpoint of a large learner takes longer than learning from a window, so one is written only when at
     * least four times as long as the last one took has passed. Results do not depend on when checkpoints were written.
     */
    private static final int PATIENCE = 4;

    private final StreamPlan plan;
    private final Row row = new Row();
    private final Round round = new Round();
    private RowVersion version = RowVersion.CURRENT;
    private @Nullable OnlineLearner learner;
    private @Nullable Tally tally;
    private @Nullable StreamPosition position;
    private @Nullable StreamSummary summary;
    private @Nullable Feed feed;
    private @Nullable StreamBound bound;
    private long written;
    private long writing;
    private boolean begun;
    private boolean kept;
    private volatile boolean stopped;

    StreamRun(StreamPlan plan) {
        this.plan = plan;
    }

    /**
     * Goes through the stream to its end, or until somebody calls {@link #stop}. Once. When the rows break a rule, what
     * was learned until then is kept in the checkpoint.
     *
     * @throws DataException if a row breaks a rule, or the checkpoint is of other settings or another stream
     */
    public StreamSummary run() throws IOException {
        if (begun) {
            throw new IllegalStateException("a run goes through its stream once; prepare another");
        }
        begun = true;
        plan.check();
        Optional<Checkpoint> before = before();
        version = before.map(Checkpoint::version).orElse(RowVersion.CURRENT);
        Preparation preparation = plan.preparation(version);
        try (RowStream rows = plan.source().open();
                Feed opened = plan.feed(rows, preparation)) {
            long start = System.nanoTime();
            begin(opened, before, preparation.rounds());
            goThrough(opened, preparation.rounds());
            return end((System.nanoTime() - start) / 1e9);
        }
    }

    private synchronized StreamSummary end(double seconds) {
        StreamSummary all =
                StreamSummary.of(begun(learner), begun(tally), begun(position).tasks(), seconds, stopped);
        summary = bound == null ? all : all.with(bound.summary(begun(position).classes()));
        return summary;
    }

    private Optional<Checkpoint> before() throws IOException {
        Path file = plan.file();
        if (file == null || !plan.resumes() || !Files.exists(file)) {
            return Optional.empty();
        }
        Checkpoint checkpoint = Checkpoint.read(file);
        if (!checkpoint.settings().equals(plan.settings())) {
            throw new DataException(file + ": the checkpoint is of a run with other settings: " + checkpoint.settings()
                    + "; this one has: " + plan.settings());
        }
        return Optional.of(checkpoint);
    }

    private synchronized void begin(Feed opened, Optional<Checkpoint> before, boolean rounds) {
        OnlineLearner fresh = plan.learner(opened);
        bound = plan.bound(fresh, rounds).orElse(null);
        try {
            learner = before.map(c -> Learners.restore(c.learner())).orElse(fresh);
            tally = before.map(c -> Tally.restore(c.tally())).orElseGet(() -> new Tally(plan.window()));
            if (bound != null && before.isPresent()) {
                bound.restore(before.get().bound(), String.valueOf(plan.file()));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new DataException(
                    plan.file() + ": parts of the checkpoint do not fit together: " + e.getMessage(), e);
        }
        long skip = before.isPresent() ? tally.rows() : 0;
        position = new StreamPosition(plan.knownTasks(), before.orElse(null), skip, String.valueOf(plan.file()));
        feed = opened;
        if (stopped) {
            opened.close();
        }
        before.ifPresent(c -> plan.listener().resumed(skip));
    }

    private void goThrough(Feed opened, boolean rounds) throws IOException {
        try {
            for (Batch batch = opened.next(); batch != null; batch = opened.next()) {
                take(batch, rounds);
            }
        } catch (DataException e) {
            keep();
            throw e;
        }
        if (stopped) {
            awaitKept();
        } else {
            begun(position).requireEnd();
            keep();
        }
    }

    /** The state is whole between rows, or rounds: whoever stops the run gets hold of it there. */
    private synchronized void take(Batch batch, boolean rounds) throws IOException {
        if (stopped) {
            return;
        }
        int k = begun(position).enter(batch);
        if (bound != null) {
            bound.enter(batch);
        }
        while (k < batch.size() && !stopped) {
            k = rounds ? learnRound(batch, k) : learnRow(batch, k);
        }
    }

    /**
     * Ends the run, from another thread: no further row is learned from, the checkpoint is written if there is to be one,
     * and {@link #run} returns. Returns when the checkpoint is written.
     */
    public void stop() throws IOException {
        stopped = true;
        synchronized (this) {
            try {
                if (feed != null && summary == null) {
                    feed.close();
                    keep();
                }
            } finally {
                kept = true;
                notifyAll();
            }
        }
    }

    private synchronized void awaitKept() {
        boolean interrupted = false;
        while (!kept) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private int learnRow(Batch batch, int k) throws IOException {
        batch.point(row, k);
        double y = batch.label(k);
        double margin = learnFrom(begun(learner), batch, k, y);
        if (bound != null) {
            bound.row(batch.task(k), row, y, margin);
            bound.endOfRound();
        }
        begun(position).pass(batch, k);
        if (begun(tally).count(batch.task(k), OnlineLearner.mistaken(y, margin))) {
            endWindow();
        }
        return k + 1;
    }

    private double learnFrom(OnlineLearner by, Batch batch, int k, double y) {
        double weight = batch.weight(k);
        if (weight == 1) {
            return by.learn(batch.task(k), row, y);
        }
        double margin = by.predict(batch.task(k), row);
        by.update(batch.task(k), row, y, margin, weight);
        return margin;
    }

    private int learnRound(Batch batch, int from) throws IOException {
        round.clear();
        int to = from;
        while (to < batch.size() && batch.round(to) == batch.round(from)) {
            batch.point(round.add(batch.task(to), batch.label(to), batch.weight(to)), to);
            to++;
        }
        begun(learner).learn(round);
        boolean ended = false;
        for (int k = from; k < to; k++) {
            double margin = round.margin(k - from);
            if (bound != null) {
                bound.row(batch.task(k), round.row(k - from), batch.label(k), margin);
            }
            begun(position).pass(batch, k);
            ended |= begun(tally).count(batch.task(k), OnlineLearner.mistaken(batch.label(k), margin));
        }
        if (bound != null) {
            bound.endOfRound();
        }
        if (ended) {
            endWindow();
        }
        return to;
    }

    private void endWindow() throws IOException {
        Tally counts = begun(tally);
        int last = counts.windows() - 1;
        plan.listener()
                .windowEnded(new StreamProgress(
                        counts.rows(), counts.mistakes(), counts.windowRows(last), counts.windowMistakes(last)));
        if (System.nanoTime() - written >= PATIENCE * writing) {
            keep();
        }
    }

    /** Writes the checkpoint, where there is to be one and the rows before the last one have come again. */
    private synchronized void keep() throws IOException {
        StreamPosition here = begun(position);
        if (plan.file() == null || !here.caughtUp()) {
            return;
        }
        long start = System.nanoTime();
        new Checkpoint(
                        plan.settings(),
                        version,
                        here.digest(),
                        here.columnsSeen(),
                        here.tasksSeen(),
                        here.classes(),
                        begun(learner).snapshot(),
                        begun(tally).snapshot(),
                        bound == null ? Snapshot.builder().build() : bound.snapshot())
                .write(plan.file());
        written = System.nanoTime();
        writing = written - start;
    }

    private static <T> T begun(@Nullable T part) {
        return Objects.requireNonNull(part, "the run has not begun");
    }

    /** What the run came to. */
    public StreamSummary summary() {
        return ended(summary);
    }

    private static <T> T ended(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the run has not ended");
        }
        return part;
    }

    /** What was learned, as a model. Hashed features have no names, and a model needs them. */
    public Model model() {
        Feed taken = begun(feed);
        StreamSummary all = summary();
        return new StreamModel(
                        begun(learner),
                        begun(position).tasks(),
                        taken.features(),
                        taken.classes(),
                        plan.intercept(),
                        plan.source().sparse(),
                        plan.settings(),
                        plan.columns(),
                        plan.source().name(),
                        all.all().rows(),
                        plan.seed())
                .model();
    }

    /** A copy of the learner that goes on one example at a time. Hashed features have no names, and it needs them. */
    public NamedLearner learner() {
        summary();
        Feed taken = begun(feed);
        return new NamedLearner(
                plan.scalesRows(),
                plan.intercept(),
                plan.settings(),
                taken.features(),
                begun(position).tasks(),
                taken.classes(),
                Learners.restore(begun(learner).snapshot()),
                Tally.restore(begun(tally).snapshot()));
    }
}
