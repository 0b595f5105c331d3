package dev.kith.model;

import dev.kith.data.Standardizer.TargetScale;
import java.util.function.Consumer;

/**
 * How a fit is set up and when it stops, whatever the method. Immutable; start from {@link #defaults()} and change one
 * thing at a time.
 *
 * @param intercept whether every task has an unpenalised intercept
 * @param standardize whether features are brought to mean 0 and deviation 1 first (where zeros are not stored, to deviation 1)
 * @param targetScale how numeric labels are scaled first; class labels never are
 * @param weighting whether every task or every observation counts the same
 * @param tolerance the relative duality gap at which a fit is done
 * @param maxIterations after so many iterations (sweeps of coordinate ascent) a fit stops with that status
 * @param seed of everything that is drawn
 * @param threads threads the fit may use
 */
public record Training(
        boolean intercept,
        boolean standardize,
        TargetScale targetScale,
        Weighting weighting,
        double tolerance,
        int maxIterations,
        long seed,
        int threads) {
    /** What the losses of observations are multiplied by, up to a factor that each trainer states. */
    public enum Weighting {
        /** weight / sum of the task's weights: every task counts the same. */
        TASK,
        /** weight: every observation counts the same. */
        OBSERVATION
    }

    public Training {
        if (!(tolerance > 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance must be a number between 0 and 1, got " + tolerance);
        }
        if (maxIterations < 1) {
            throw new IllegalArgumentException("maxIterations must be a whole number >= 1, got " + maxIterations);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be a whole number >= 1, got " + threads);
        }
    }

    /** Intercepts, standardised features, one label scale for all tasks, tasks count alike, gap 1e-6, one thread. */
    public static Training defaults() {
        return new Training(true, true, TargetScale.ALL, Weighting.TASK, 1e-6, 10_000, 0, 1);
    }

    public Training withIntercept(boolean value) {
        return changed(next -> next.intercept = value);
    }

    /** Scaling of features, and of numeric labels; {@code false} and {@code NONE} leave the data as they are. */
    public Training withScaling(boolean features, TargetScale labels) {
        return changed(next -> {
            next.standardize = features;
            next.targetScale = labels;
        });
    }

    public Training withWeighting(Weighting value) {
        return changed(next -> next.weighting = value);
    }

    public Training withStopping(double newTolerance, int newMaxIterations) {
        return changed(next -> {
            next.tolerance = newTolerance;
            next.maxIterations = newMaxIterations;
        });
    }

    public Training withSeed(long value) {
        return changed(next -> next.seed = value);
    }

    public Training withThreads(int value) {
        return changed(next -> next.threads = value);
    }

    private Training changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finished();
    }

    /** The same parts, open for change, so that changing one does not mean naming them all. */
    private static final class Draft {
        private boolean intercept;
        private boolean standardize;
        private TargetScale targetScale;
        private Weighting weighting;
        private double tolerance;
        private int maxIterations;
        private long seed;
        private int threads;

        Draft(Training from) {
            intercept = from.intercept;
            standardize = from.standardize;
            targetScale = from.targetScale;
            weighting = from.weighting;
            tolerance = from.tolerance;
            maxIterations = from.maxIterations;
            seed = from.seed;
            threads = from.threads;
        }

        Training finished() {
            return new Training(
                    intercept, standardize, targetScale, weighting, tolerance, maxIterations, seed, threads);
        }
    }
}
