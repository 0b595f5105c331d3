package dev.kith.mkl;

import dev.kith.data.Standardizer.TargetScale;
import java.nio.file.Path;

/**
 * How a fit is set up and when it stops. Immutable; start from {@link #defaults()} and change one thing at a time.
 *
 * @param intercept whether every task has an unpenalised intercept
 * @param standardize whether features are brought to mean 0 and deviation 1 first (sparse ones to deviation 1)
 * @param targetScale how numeric labels are scaled first; class labels never are
 * @param normalizeViews whether every view is scaled to k(x, x) = 1 on average (by cost), so that weights compare and C keeps its
 *     meaning whatever the number of features
 * @param weighting what makes the costs of observations
 * @param positiveWeight costs of observations of the second class are multiplied by this
 * @param tolerance the relative duality gap at which a fit is done
 * @param maxEpochs after so many sweeps a fit stops with that status
 * @param memory bytes a fit may take: beside data that are in memory already; in all for data left in a file, which are kept on
 *     disk if need be
 * @param crossingBits with it, what tasks have of their own shares tables of 2^crossingBits weights by hashing task x
 *     feature; 0: every task has its own
 * @param temporary the directory for data kept on disk during the fit
 * @param threads tasks visited at the same time, on as many threads; results depend on it within the tolerance
 */
public record MklOptions(
        boolean intercept,
        boolean standardize,
        TargetScale targetScale,
        boolean normalizeViews,
        Weighting weighting,
        double positiveWeight,
        double tolerance,
        int maxEpochs,
        long seed,
        long memory,
        Path temporary,
        int crossingBits,
        int threads) {
    /** Whether every task or every observation costs the same. */
    public enum Weighting {
        /** C times weight times (mean total weight of a task) / (total weight of this task). */
        TASK,
        /** C times weight. */
        OBSERVATION
    }

    public MklOptions {
        if (!(positiveWeight > 0 && positiveWeight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("positiveWeight must be a finite number > 0, got " + positiveWeight);
        }
        if (!(tolerance > 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance must be a number between 0 and 1, got " + tolerance);
        }
        if (maxEpochs < 1) {
            throw new IllegalArgumentException("maxEpochs must be a whole number >= 1, got " + maxEpochs);
        }
        if (memory < 1) {
            throw new IllegalArgumentException("memory must be a number of bytes >= 1, got " + memory);
        }
        if (crossingBits < 0 || crossingBits > 30) {
            throw new IllegalArgumentException("crossingBits must be a whole number from 0 to 30, got " + crossingBits);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be a whole number >= 1, got " + threads);
        }
    }

    /** Intercepts, scaled features, labels and views, observations count alike, gap 1e-3, no bound on memory, 1 thread. */
    public static MklOptions defaults() {
        return new MklOptions(
                true,
                true,
                TargetScale.ALL,
                true,
                Weighting.OBSERVATION,
                1,
                1e-3,
                1000,
                0,
                Long.MAX_VALUE,
                Path.of(System.getProperty("java.io.tmpdir")),
                0,
                1);
    }

    public MklOptions withIntercept(boolean value) {
        return new MklOptions(
                value,
                standardize,
                targetScale,
                normalizeViews,
                weighting,
                positiveWeight,
                tolerance,
                maxEpochs,
                seed,
                memory,
                temporary,
                crossingBits,
                threads);
    }

    /** Scaling of features, of numeric labels, and of whole views. */
    public MklOptions withScaling(boolean features, TargetScale labels, boolean views) {
        return new MklOptions(
                intercept,
                features,
                labels,
                views,
                weighting,
                positiveWeight,
                tolerance,
                maxEpochs,
                seed,
                memory,
                temporary,
                crossingBits,
                threads);
    }

    public MklOptions withWeighting(Weighting value, double positive) {
        return new MklOptions(
                intercept,
                standardize,
                targetScale,
                normalizeViews,
                value,
                positive,
                tolerance,
                maxEpochs,
                seed,
                memory,
                temporary,
                crossingBits,
                threads);
    }

    public MklOptions withStopping(double newTolerance, int newMaxEpochs) {
        return new MklOptions(
                intercept,
                standardize,
                targetScale,
                normalizeViews,
                weighting,
                positiveWeight,
                newTolerance,
                newMaxEpochs,
                seed,
                memory,
                temporary,
                crossingBits,
                threads);
    }

    public MklOptions withSeed(long value) {
        return new MklOptions(
                intercept,
                standardize,
                targetScale,
                normalizeViews,
                weighting,
                positiveWeight,
                tolerance,
                maxEpochs,
                value,
                memory,
                temporary,
                crossingBits,
                threads);
    }

    public MklOptions withMemory(long bytes) {
        return new MklOptions(
                intercept,
                standardize,
                targetScale,
                normalizeViews,
                weighting,
                positiveWeight,
                tolerance,
                maxEpochs,
                seed,
                bytes,
                temporary,
                crossingBits,
                threads);
    }

    /** Where data that do not fit the memory go. */
    public MklOptions withTemporary(Path directory) {
        return new MklOptions(
                intercept,
                standardize,
                targetScale,
                normalizeViews,
                weighting,
                positiveWeight,
                tolerance,
                maxEpochs,
                seed,
                memory,
                directory,
                crossingBits,
                threads);
    }

    /** One table of 2^bits weights for what tasks have of their own; 0 for a vector each. */
    public MklOptions withCrossing(int bits) {
        return new MklOptions(
                intercept,
                standardize,
                targetScale,
                normalizeViews,
                weighting,
                positiveWeight,
                tolerance,
                maxEpochs,
                seed,
                memory,
                temporary,
                bits,
                threads);
    }

    public MklOptions withThreads(int value) {
        return new MklOptions(
                intercept,
                standardize,
                targetScale,
                normalizeViews,
                weighting,
                positiveWeight,
                tolerance,
                maxEpochs,
                seed,
                memory,
                temporary,
                crossingBits,
                value);
    }
}
