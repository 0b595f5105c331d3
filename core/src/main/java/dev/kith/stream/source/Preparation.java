package dev.kith.stream.source;

/**
 * What is done to rows before a learner sees them.
 *
 * @param unitLength whether rows are scaled to length 1; a row of zeros stays as it is
 * @param intercept whether a constant 1 becomes feature 0 and the others move up by one
 * @param hashBits features are hashed, with signs, to 2^hashBits; 0 for no hashing
 * @param rounds whether rows up to the next one of a task already there form a round
 * @param names whether batches carry the names of all features
 */
public record Preparation(
        boolean unitLength,
        boolean intercept,
        int hashBits,
        boolean rounds,
        boolean names,
        LabelRule labels,
        RowVersion version) {
    public Preparation {
        if (!(hashBits >= 0 && hashBits <= 30)) {
            throw new IllegalArgumentException("hash bits must be a whole number from 1 to 30, got " + hashBits);
        }
    }

    /** The number of feature 0 of the stream. */
    int shift() {
        return intercept ? 1 : 0;
    }
}
