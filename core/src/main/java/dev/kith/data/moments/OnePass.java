package dev.kith.data.moments;

/**
 * How rows that may be many are read: kept as they are up to a number of numbers, then collapsed into {@link Moments} as they pass by, where
 * that takes less memory.
 *
 * @param folds into which rows are dealt for cross-validation; 0 for none
 * @param seed of the folds
 * @param threads how many collapse rows
 * @param numbers how many numbers rows may have before they are collapsed
 * @param squared whether labels with two values are numbers, too; otherwise such rows are kept, since they may be classes
 */
public record OnePass(int folds, long seed, int threads, long numbers, boolean squared) {
    /** 32 MB: below, there is nothing to save. */
    public static final long USUAL_NUMBERS = 1 << 22;

    public OnePass {
        if (folds < 0 || folds == 1) {
            throw new IllegalArgumentException("folds must be 0 or at least 2, got " + folds);
        }
        if (threads < 1 || numbers < 0) {
            throw new IllegalArgumentException(
                    "threads must be >= 1 and numbers >= 0, got " + threads + " and " + numbers);
        }
    }

    /** Blocks that a spread can be told from. */
    private static final int FEWEST_BLOCKS = 20;

    /**
     * Into how many blocks rows are dealt for k folds with k folds inside each: fold f has the blocks f, f + k, f + 2k, ... A model is compared with
     * another by leaving out one block after the other.
     */
    public static int blocks(int k) {
        return Math.multiplyExact(k, Math.max(k, (FEWEST_BLOCKS + k - 1) / k));
    }

    /** Rows up to {@link #USUAL_NUMBERS} are kept; two-valued labels may be classes; all cores. */
    public static OnePass folds(int folds, long seed) {
        return new OnePass(folds, seed, Runtime.getRuntime().availableProcessors(), USUAL_NUMBERS, false);
    }

    /** Collapses rows beyond another number of numbers. */
    public OnePass withNumbers(long value) {
        return new OnePass(folds, seed, threads, value, squared);
    }

    public OnePass withThreads(int value) {
        return new OnePass(folds, seed, value, numbers, squared);
    }

    /** Labels are numbers, however few values they take. */
    public OnePass withSquared(boolean value) {
        return new OnePass(folds, seed, threads, numbers, value);
    }
}
