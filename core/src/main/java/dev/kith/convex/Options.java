package dev.kith.convex;

import dev.kith.data.Standardizer.TargetScale;

/**
 * How a convex fit is set up and when it stops. Immutable; start from {@link #defaults()} and change one thing at a time.
 *
 * @param intercept whether every task has an unpenalised intercept
 * @param standardize whether features are brought to mean 0 and deviation 1 first
 * @param targetScale how numeric labels are scaled first; class labels never are
 * @param weighting whether every task or every observation counts the same
 * @param tolerance the relative duality gap at which a fit is done
 * @param maxIterations after so many iterations a fit stops with that status
 * @param solver which algorithm learns the structure
 * @param seed of landmarks and random features; nothing else is drawn
 * @param threads threads the linear algebra may use
 * @param approximation how a kernel on many inputs is approximated
 */
public record Options(
        boolean intercept,
        boolean standardize,
        TargetScale targetScale,
        Weighting weighting,
        double tolerance,
        int maxIterations,
        Solver solver,
        long seed,
        int threads,
        Approximation approximation) {
    /** What the observations' weights are multiplied by. */
    public enum Weighting {
        /** w = weight / sum of the task's weights: every task counts the same. */
        TASK,
        /** w = weight: every observation counts the same. */
        OBSERVATION
    }

    /** Algorithms for learned structure. */
    public enum Solver {
        /** The direct one where the penalty has a cheap proximal step, else alternating. */
        AUTO,
        /** Alternating minimisation over predictors and structure with a vanishing barrier. */
        ALTERNATING,
        /** Proximal steps on the predictors with the structure minimised out. */
        PROXIMAL
    }

    public Options {
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

    /** Intercepts, standardised features, one label scale for all tasks, tasks count alike, gap 1e-6. */
    public static Options defaults() {
        return new Options(
                true, true, TargetScale.ALL, Weighting.TASK, 1e-6, 10_000, Solver.AUTO, 0, 1, Approximation.AUTO);
    }

    public Options withIntercept(boolean value) {
        return new Options(
                value,
                standardize,
                targetScale,
                weighting,
                tolerance,
                maxIterations,
                solver,
                seed,
                threads,
                approximation);
    }

    /** Scaling of features, and of numeric labels; {@code false} and {@code NONE} leave the data as they are. */
    public Options withScaling(boolean features, TargetScale labels) {
        return new Options(
                intercept, features, labels, weighting, tolerance, maxIterations, solver, seed, threads, approximation);
    }

    public Options withWeighting(Weighting value) {
        return new Options(
                intercept,
                standardize,
                targetScale,
                value,
                tolerance,
                maxIterations,
                solver,
                seed,
                threads,
                approximation);
    }

    public Options withStopping(double newTolerance, int newMaxIterations) {
        return new Options(
                intercept,
                standardize,
                targetScale,
                weighting,
                newTolerance,
                newMaxIterations,
                solver,
                seed,
                threads,
                approximation);
    }

    public Options withSolver(Solver value) {
        return new Options(
                intercept,
                standardize,
                targetScale,
                weighting,
                tolerance,
                maxIterations,
                value,
                seed,
                threads,
                approximation);
    }

    public Options withSeed(long value) {
        return new Options(
                intercept,
                standardize,
                targetScale,
                weighting,
                tolerance,
                maxIterations,
                solver,
                value,
                threads,
                approximation);
    }

    public Options withThreads(int value) {
        return new Options(
                intercept,
                standardize,
                targetScale,
                weighting,
                tolerance,
                maxIterations,
                solver,
                seed,
                value,
                approximation);
    }

    public Options withApproximation(Approximation value) {
        return new Options(
                intercept, standardize, targetScale, weighting, tolerance, maxIterations, solver, seed, threads, value);
    }
}
