package dev.kith.cli.stream;

import org.jspecify.annotations.Nullable;

/**
 * What is done to rows before a learner sees them.
 *
 * @param unitLength whether rows are scaled to length 1; a row of zeros stays as it is
 * @param intercept whether a constant 1 becomes feature 0 and the others move up by one
 * @param hashBits features are hashed, with signs, to 2^hashBits; 0 for no hashing
 * @param positive the label that counts as +1; null for 1 among -1 (or 0) and 1, or the second text to appear
 * @param rounds whether rows up to the next one of a task already there form a round
 */
public record Preparation(
        boolean unitLength,
        boolean intercept,
        int hashBits,
        @Nullable String positive,
        boolean rounds) {
    public Preparation {
        if (hashBits < 0 || hashBits > 30) {
            throw new IllegalArgumentException("hash bits must be a whole number from 1 to 30, got " + hashBits);
        }
    }
}
