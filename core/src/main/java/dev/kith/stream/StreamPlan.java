package dev.kith.stream;

import dev.kith.data.ClassNames;
import dev.kith.data.Columns;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.model.Model;
import dev.kith.online.OnlineLearner;
import dev.kith.stream.source.Feed;
import dev.kith.stream.source.LabelRule;
import dev.kith.stream.source.Preparation;
import dev.kith.stream.source.RowVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What to do with the rows of a source: which learner goes through them, in which order, how rows are prepared, and where
 * the state of the run is kept. Immutable; every method returns a changed copy.
 *
 * <pre>{@code
 * StreamRun run = StreamPlan.from(RowSource.file(Path.of("rows.csv"), Roles.task("shop").target("sold")))
 *         .with(LearnerSettings.of("perceptron").with("b", "auto"))
 *         .resume(Path.of("run.state"))
 *         .run();
 * }</pre>
 *
 * Which label is the positive class: the larger of the two, by the rule of {@link ClassNames}, unless {@link #classes} or
 * {@link #positive} says otherwise. The first rows wait for the second class to appear, up to 10,000 of them; of labels
 * that are -1, 0 or 1 none has to.
 */
public final class StreamPlan {
    private static final int USUAL_WINDOW = 10_000;

    private final RowSource source;
    // The rest changes only while a copy is being made.
    private LearnerSettings learner = LearnerSettings.of(LearnerKind.PERCEPTRON);
    private LabelRule labels = LabelRule.FOUND;
    private boolean unitLength = true;
    private boolean intercept;
    private int hashBits;
    private boolean rounds;
    private int tasks;
    private OptionalLong shuffle = OptionalLong.empty();
    private int window = USUAL_WINDOW;
    private StreamListener listener = progress -> {};
    private @Nullable Path file;
    private boolean resume;
    private @Nullable String settings;
    private @Nullable Model comparator;

    private StreamPlan(RowSource source) {
        this.source = source;
    }

    /** Rows as they come, for a perceptron that finds out how much tasks share. */
    public static StreamPlan from(RowSource source) {
        return new StreamPlan(source);
    }

    private StreamPlan copy() {
        StreamPlan copy = new StreamPlan(source);
        copy.learner = learner;
        copy.labels = labels;
        copy.unitLength = unitLength;
        copy.intercept = intercept;
        copy.hashBits = hashBits;
        copy.rounds = rounds;
        copy.tasks = tasks;
        copy.shuffle = shuffle;
        copy.window = window;
        copy.listener = listener;
        copy.file = file;
        copy.resume = resume;
        copy.settings = settings;
        copy.comparator = comparator;
        return copy;
    }

    /** With this learner. */
    public StreamPlan with(LearnerSettings chosen) {
        StreamPlan copy = copy();
        copy.learner = chosen;
        return copy;
    }

    /** The two labels, known beforehand: no row waits for the second, and no other label may occur. */
    public StreamPlan classes(String negative, String positive) {
        StreamPlan copy = copy();
        copy.labels = new LabelRule(new ClassNames(negative, positive), null);
        return copy;
    }

    /** The label that counts as +1, whatever the other one is. */
    public StreamPlan positive(String label) {
        StreamPlan copy = copy();
        copy.labels = new LabelRule(null, label);
        return copy;
    }

    /** Rows are left at their lengths; otherwise they are scaled to length 1. */
    public StreamPlan unscaled() {
        StreamPlan copy = copy();
        copy.unitLength = false;
        return copy;
    }

    /** With a constant feature, for learners with explicit weights. */
    public StreamPlan withIntercept() {
        StreamPlan copy = copy();
        copy.intercept = true;
        return copy;
    }

    /** Features are hashed, with signs, to 2^bits places: memory does not grow with their number, names are lost. */
    public StreamPlan hashed(int bits) {
        if (!(bits >= 1 && bits <= 30)) {
            throw new LearnerException("{hash} bits must be a whole number from 1 to 30, got %s", bits);
        }
        StreamPlan copy = copy();
        copy.hashBits = bits;
        return copy;
    }

    /**
     * Rows up to the next one of a task already there are predicted together, before any of their labels is used. Always
     * so for the matrix learner and for wide data. Of shuffled rows, round k holds the k-th row of every task.
     */
    public StreamPlan inRounds() {
        StreamPlan copy = copy();
        copy.rounds = true;
        return copy;
    }

    /** There will be so many tasks, where the learner should know beforehand. */
    public StreamPlan expecting(int taskCount) {
        if (!(taskCount >= 1)) {
            throw new LearnerException("{tasks} must be a whole number >= 1, got %s", taskCount);
        }
        StreamPlan copy = copy();
        copy.tasks = taskCount;
        return copy;
    }

    /** Everything is read first, then gone through in an order that depends on the seed only. */
    public StreamPlan shuffled(long seed) {
        StreamPlan copy = copy();
        copy.shuffle = OptionalLong.of(seed);
        return copy;
    }

    /** A window has so many rows: at its end the listener is told, and the checkpoint written. 10,000 unless said. */
    public StreamPlan every(int rows) {
        if (!(rows >= 1)) {
            throw new LearnerException("window must be a whole number of rows >= 1, got %s", rows);
        }
        StreamPlan copy = copy();
        copy.window = rows;
        return copy;
    }

    /** Who is told how the run is doing. */
    public StreamPlan listener(StreamListener told) {
        StreamPlan copy = copy();
        copy.listener = told;
        return copy;
    }

    /** Begins anew and keeps the state of the run in this file, replaced as a whole at ends of windows and at the end. */
    public StreamPlan checkpoint(Path state) {
        StreamPlan copy = copy();
        copy.file = state;
        copy.resume = false;
        return copy;
    }

    /** As {@link #checkpoint}, but goes on from the file if it is there. */
    public StreamPlan resume(Path state) {
        StreamPlan copy = copy();
        copy.file = state;
        copy.resume = true;
        return copy;
    }

    /** The words by which a checkpoint knows its run again, and a model where it came from. Default: this plan in words. */
    public StreamPlan knownAs(String words) {
        StreamPlan copy = copy();
        copy.settings = words;
        return copy;
    }

    /**
     * Compares the mistakes with what the learner's theorem allows, given that this model, fitted in hindsight or before, predicts
     * the rows as well as it does: {@link StreamSummary#bound}.
     */
    public StreamPlan against(Model model) {
        StreamPlan copy = copy();
        copy.comparator = model;
        return copy;
    }

    /** A run that has not begun, for who wants to be able to stop it. */
    public StreamRun prepare() {
        return new StreamRun(this);
    }

    /** Goes through the stream and returns the run at its end: its summary, its model. */
    public StreamRun run() throws IOException {
        StreamRun run = prepare();
        run.run();
        return run;
    }

    /** Refuses what makes no sense together. */
    void check() {
        learner.check();
        if (!source.roles().columns(Roles.Part.WEIGHT).isEmpty()
                && !learner.kind().weighsRows()) {
            throw new LearnerException(
                    "{weight} has no effect with {learner} %s: leave it out",
                    learner.kind().key());
        }
        if (intercept && learner.keepsInputs()) {
            throw new LearnerException("{intercept} is for learners with explicit weights: leave it or {kernel} out");
        }
    }

    RowSource source() {
        return source;
    }

    boolean intercept() {
        return intercept;
    }

    int window() {
        return window;
    }

    StreamListener listener() {
        return listener;
    }

    @Nullable
    Path file() {
        return file;
    }

    boolean resumes() {
        return resume;
    }

    /** The seed of the order of rows; 0 where they come as they come. */
    long seed() {
        return shuffle.orElse(0);
    }

    List<String> knownTasks() {
        return learner.relations().map(NamedRelations::tasks).orElse(List.of());
    }

    /** Whether rows are scaled before the learner sees them: one that keeps inputs scales them itself. */
    boolean scalesRows() {
        return unitLength && !learner.keepsInputs();
    }

    Preparation preparation(RowVersion version) {
        boolean inRounds = rounds
                || learner.kind() == LearnerKind.MATRIX
                || source.roles().targetColumns().size() > 1;
        boolean names = comparator != null && hashBits == 0;
        return new Preparation(scalesRows(), intercept, hashBits, inRounds, names, labels, version);
    }

    Feed feed(RowStream rows, Preparation preparation) {
        return shuffle.isPresent()
                ? Feed.shuffled(source.name(), rows, preparation, knownTasks(), shuffle.getAsLong())
                : Feed.live(source.name(), rows, preparation, knownTasks());
    }

    OnlineLearner learner(Feed feed) {
        int expected = Math.max(Math.max(tasks, knownTasks().size()), feed.knownTasks());
        return learner.make(expected, feed.knownFeatures(), unitLength);
    }

    /** What the learner is compared with; empty where nothing is. */
    Optional<StreamBound> bound(OnlineLearner fresh, boolean inRounds) {
        if (comparator == null) {
            return Optional.empty();
        }
        String reason =
                hashBits > 0 ? "{hash} forgets the names by which features are compared" : learner.withoutBound();
        StreamBound bound = new StreamBound(
                fresh, Comparator.of(comparator).orElse(null), reason, knownTasks(), intercept, inRounds);
        knownTasks().forEach(bound::task);
        return Optional.of(bound);
    }

    /** Where tasks are read from, so that predicting needs no options. */
    Columns columns() {
        Columns.Shape shape = source.roles().targetColumns().isEmpty() ? Columns.Shape.LONG : Columns.Shape.WIDE;
        return new Columns(shape, source.roles().taskColumn(), Optional.empty(), Optional.empty());
    }

    /** What a resumed run must agree on. */
    String settings() {
        if (settings != null) {
            return settings;
        }
        StringBuilder words = new StringBuilder(source.name()).append(": ").append(learner);
        words.append(
                labels.classes() == null ? "" : " classes=" + labels.classes().list());
        words.append(labels.positive() == null ? "" : " positive=" + labels.positive());
        words.append(unitLength ? "" : " unscaled").append(intercept ? " intercept" : "");
        words.append(hashBits == 0 ? "" : " hash=" + hashBits).append(rounds ? " rounds" : "");
        words.append(tasks == 0 ? "" : " tasks=" + tasks).append(comparator == null ? "" : " against a model");
        shuffle.ifPresent(seed -> words.append(" shuffle=").append(seed));
        return words.append(" every=")
                .append(window)
                .append(' ')
                .append(source.roles())
                .toString();
    }
}
