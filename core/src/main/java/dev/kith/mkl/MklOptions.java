package dev.kith.mkl;

import java.nio.file.Path;

/**
 * What multiple kernel learning has to be told beside its {@link dev.kith.model.Training}. Immutable; start from {@link
 * #defaults()} and change one thing at a time.
 *
 * @param normalizeViews whether every view is scaled to k(x, x) = 1 on average (by cost), so that weights compare and C keeps its
 *     meaning whatever the number of features
 * @param positiveWeight costs of observations of the second class are multiplied by this
 * @param memory bytes a fit may take: beside data that are in memory already; in all for data left in a file, which are kept on
 *     disk if need be
 * @param temporary the directory for data kept on disk during the fit
 * @param crossingBits with it, what tasks have of their own shares tables of 2^crossingBits weights by hashing task x
 *     feature; 0: every task has its own
 */
public record MklOptions(boolean normalizeViews, double positiveWeight, long memory, Path temporary, int crossingBits) {
    public MklOptions {
        if (!(positiveWeight > 0 && positiveWeight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("positiveWeight must be a finite number > 0, got " + positiveWeight);
        }
        if (memory < 1) {
            throw new IllegalArgumentException("memory must be a number of bytes >= 1, got " + memory);
        }
        if (crossingBits < 0 || crossingBits > 30) {
            throw new IllegalArgumentException("crossingBits must be a whole number from 0 to 30, got " + crossingBits);
        }
    }

    /** Scaled views, classes count alike, no bound on memory, weights of its own for every task. */
    public static MklOptions defaults() {
        return new MklOptions(true, 1, Long.MAX_VALUE, Path.of(System.getProperty("java.io.tmpdir")), 0);
    }

    public MklOptions withNormalizeViews(boolean value) {
        return new MklOptions(value, positiveWeight, memory, temporary, crossingBits);
    }

    public MklOptions withPositiveWeight(double value) {
        return new MklOptions(normalizeViews, value, memory, temporary, crossingBits);
    }

    public MklOptions withMemory(long bytes) {
        return new MklOptions(normalizeViews, positiveWeight, bytes, temporary, crossingBits);
    }

    /** Where data that do not fit the memory go. */
    public MklOptions withTemporary(Path directory) {
        return new MklOptions(normalizeViews, positiveWeight, memory, directory, crossingBits);
    }

    /** One table of 2^bits weights for what tasks have of their own; 0 for a vector each. */
    public MklOptions withCrossing(int bits) {
        return new MklOptions(normalizeViews, positiveWeight, memory, temporary, bits);
    }
}
