package dev.kith.cli.stream;

import dev.kith.data.RowStream;
import java.util.List;

/** Opens feeds and keeps what is learned about the rows on the way. */
public final class Streams implements AutoCloseable {
    private final RowStream rows;
    private final LabelledRows labelled;
    private final Feed feed;
    private final int knownFeatures;

    private Streams(RowStream rows, LabelledRows labelled, Feed feed, int knownFeatures) {
        this.rows = rows;
        this.labelled = labelled;
        this.feed = feed;
        this.knownFeatures = knownFeatures;
    }

    /** Rows as they come. */
    public static Streams live(String name, RowStream rows, Preparation preparation, List<String> known) {
        int features = preparation.hashBits() > 0
                ? 1 << preparation.hashBits()
                : rows.features().size();
        LabelledRows labelled = new LabelledRows(name, rows, preparation, known);
        Feed feed = new LiveFeed(labelled, preparation.rounds(), known.size());
        return new Streams(rows, labelled, feed, features == 0 ? 0 : features + shift(preparation));
    }

    /** All rows, in random order. */
    public static Streams shuffled(
            String name, RowStream rows, Preparation preparation, List<String> known, long seed) {
        LabelledRows labelled = new LabelledRows(name, rows, preparation, known);
        ShuffledFeed feed = new ShuffledFeed(labelled, preparation.rounds(), seed, known.size());
        return new Streams(rows, labelled, feed, Math.max(1, feed.width()));
    }

    private static int shift(Preparation preparation) {
        return preparation.intercept() ? 1 : 0;
    }

    public Feed feed() {
        return feed;
    }

    /** How many features a learner will see at most; 0 when that cannot be known yet. */
    public int knownFeatures() {
        return knownFeatures;
    }

    /** How many tasks are known; only a shuffled feed knows those that are still to come. */
    public int knownTasks() {
        return feed instanceof ShuffledFeed ? labelled.tasks().size() : 0;
    }

    /** Names of the features, once all rows have been taken. */
    public List<String> features() {
        return labelled.features();
    }

    /** Names of the classes behind -1 and +1, once all rows have been taken. */
    public List<String> classes() {
        return labelled.classes();
    }

    @Override
    public void close() {
        feed.close();
        rows.close();
    }
}
