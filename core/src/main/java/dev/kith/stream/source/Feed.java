package dev.kith.stream.source;

import dev.kith.data.RowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Batches in order, each ending where a round ends. */
public interface Feed extends AutoCloseable {
    /** The next batch, which stays valid until the call after; null at the end, and once the feed is closed. */
    @Nullable
    Batch next();

    /** How many tasks will come; 0 when that cannot be known yet. */
    int knownTasks();

    /** How many features a learner will see at most; 0 when that cannot be known yet. */
    int knownFeatures();

    /** Names of the features, once all rows have been taken. */
    List<String> features();

    /** Names of the classes behind -1 and +1, once all rows have been taken. */
    List<String> classes();

    /** Ends the feed, from any thread; whoever waits for a batch gets none. Does not close the rows. */
    @Override
    void close();

    /**
     * Rows as they come, read ahead on a thread of its own.
     *
     * @param name what messages call the rows
     * @param known tasks that have their numbers already, in order
     */
    static Feed live(String name, RowStream rows, Preparation preparation, List<String> known) {
        int features = preparation.hashBits() > 0
                ? 1 << preparation.hashBits()
                : rows.features().size();
        LabelSigns signs = new LabelSigns(preparation, false);
        return new LiveFeed(
                new LabelledRows(name, rows, preparation, signs, known),
                preparation.rounds(),
                known.size(),
                features == 0 ? 0 : features + preparation.shift());
    }

    /** All rows, read at once and gone through in random order. */
    static Feed shuffled(String name, RowStream rows, Preparation preparation, List<String> known, long seed) {
        LabelSigns signs = new LabelSigns(preparation, true);
        LabelledRows labelled = new LabelledRows(name, rows, preparation, signs, known);
        return new ShuffledFeed(labelled, preparation.rounds(), seed, known.size());
    }
}
