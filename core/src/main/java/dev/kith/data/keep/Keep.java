package dev.kith.data.keep;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which rows of a table are kept: those that meet a condition, and of these so many as are asked for, drawn at random without replacement
 * by the seed, every subset as likely as any other. They stay in the order of the table.
 *
 * @param condition empty for all rows
 * @param sample how many; empty for all
 * @param seed decides which
 * @param missing spellings of missing cells beside the usual ones
 */
public record Keep(Optional<Condition> condition, OptionalInt sample, long seed, List<String> missing) {
    public Keep {
        if (sample.isPresent() && sample.getAsInt() < 1) {
            throw new IllegalArgumentException("a sample must have at least 1 row, got " + sample.getAsInt());
        }
        missing = List.copyOf(missing);
    }

    /** Every row. */
    public static Keep all() {
        return new Keep(Optional.empty(), OptionalInt.empty(), 1, List.of());
    }

    /**
     * Those that meet a condition.
     *
     * @throws IllegalArgumentException if the text is not a {@link Condition}
     */
    public Keep where(String text) {
        return new Keep(Optional.of(Condition.of(text)), sample, seed, missing);
    }

    /** So many of them, or all where there are fewer. */
    public Keep sample(int count, long by) {
        return new Keep(condition, OptionalInt.of(count), by, missing);
    }

    /** With other spellings of missing cells, which a condition finds null. */
    public Keep missing(List<String> words) {
        return new Keep(condition, sample, seed, words);
    }

    /** Whether there is anything to be left out. */
    public boolean keepsAll() {
        return condition.isEmpty() && sample.isEmpty();
    }
}
