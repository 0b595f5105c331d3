package dev.kith.cli;

import dev.kith.convex.Options;
import dev.kith.convex.Options.Weighting;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.loss.Absolute;
import dev.kith.loss.Hinge;
import dev.kith.loss.Logistic;
import dev.kith.loss.Loss;
import dev.kith.loss.Squared;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to train, whatever the method. */
final class TrainingOptions {
    private static final String AUTO = "auto";

    @Option(
            names = "--loss",
            paramLabel = "LOSS",
            description =
                    "What a wrong prediction costs: squared, absolute (mkl and its baselines, constrained), hinge or"
                            + " logistic. Default: logistic for labels with two values, else squared.")
    private @Nullable String loss;

    @Option(
            names = "--kernel",
            paramLabel = "KERNEL",
            defaultValue = "linear",
            description = Kernels.SYNTAX + ". Default linear.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String kernel;

    @Option(
            names = "--lambda",
            paramLabel = "X|auto",
            defaultValue = AUTO,
            description =
                    "Strength of the penalty, > 0, in the units of standardised data; auto (default) chooses it by"
                            + " cross-validation.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String lambda;

    @Option(
            names = "--folds",
            paramLabel = "K",
            description = "Folds of the cross-validation behind auto (default 5) and behind fit's --calibrate (default"
                    + " 10), inside every task.")
    private @Nullable Integer folds;

    @Option(names = "--no-intercept", description = "Predictors without a constant term.")
    private boolean noIntercept;

    @Option(
            names = "--no-standardize",
            description =
                    "Leave features and labels as they are. Default: features to mean 0 and deviation 1, labels as"
                            + " --target-scale says.")
    private boolean noStandardize;

    @Option(
            names = "--target-scale",
            paramLabel = "all|task|none",
            description = "Scale labels by one deviation for all tasks (default for long data), one for each task"
                    + " (default for wide data), or not.")
    private @Nullable TargetScale targetScale;

    @Option(
            names = "--weighting",
            paramLabel = "task|observation",
            defaultValue = "task",
            description = "What counts the same: every task (default) or every observation.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Weighting weighting;

    @Option(
            names = "--tol",
            paramLabel = "X",
            description = "Relative duality gap at which a fit is done. Default 1e-6 (known structures reach far less);"
                    + " 1e-3 for methods with --C.")
    private @Nullable Double tolerance;

    @Option(names = "--max-iterations", paramLabel = "N", description = "Stop after so many iterations.")
    private @Nullable Integer maxIterations;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of everything random (folds). Default 1.")
    private long seed;

    @Option(names = "--threads", paramLabel = "N", description = "Threads for the linear algebra. Default: all cores.")
    private @Nullable Integer threads;

    /** The loss asked for; empty when it is to follow from the labels. */
    Optional<Loss> loss() {
        if (loss == null) {
            return Optional.empty();
        }
        return Optional.of(
                switch (loss) {
                    case "squared" -> new Squared();
                    case "absolute" -> new Absolute();
                    case "hinge" -> new Hinge();
                    case "logistic" -> new Logistic();
                    default ->
                        throw new UsageException(
                                "--loss must be squared, absolute, hinge or logistic, got '" + loss + "'");
                });
    }

    /** The loss asked for, or the one that suits the labels. */
    Loss loss(Dataset data) {
        return loss().orElseGet(() -> data.twoValued() ? new Logistic() : new Squared());
    }

    Kernel kernel() {
        return Kernels.parse(kernel);
    }

    /** For a method without lambda, which then must not be given. */
    OptionalDouble noLambda(String method) {
        if (!lambda.equals(AUTO)) {
            throw new UsageException("--lambda is not used by method '" + method + "'; it has --C instead");
        }
        return OptionalDouble.of(Double.NaN);
    }

    /** Empty for auto. */
    OptionalDouble lambda() {
        if (lambda.equals(AUTO)) {
            return OptionalDouble.empty();
        }
        double value;
        try {
            value = Double.parseDouble(lambda);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--lambda must be a finite number > 0 or auto, got '" + lambda + "'");
        }
        return OptionalDouble.of(value);
    }

    /** @param used whether anything needs folds: otherwise --folds would have no effect */
    int folds(boolean used) {
        return folds(used, 5);
    }

    /** @param usual how many there are when nothing is asked for */
    int folds(boolean used, int usual) {
        if (folds != null && !used) {
            throw new UsageException("--folds is used to choose settings that are auto, and none is");
        }
        if (folds != null && folds < 2) {
            throw new UsageException("--folds must be a whole number >= 2, got " + folds);
        }
        return folds == null ? usual : folds;
    }

    int threads() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    long seed() {
        return seed;
    }

    /** @param usual the scale of labels when none is asked for */
    Options options(TargetScale usual) {
        return options(usual, Options.defaults().tolerance());
    }

    /** @param usualTolerance the gap to reach when none is asked for */
    Options options(TargetScale usual, double usualTolerance) {
        if (noStandardize && targetScale != null) {
            throw new UsageException("--target-scale has no effect with --no-standardize: use one of them");
        }
        TargetScale labels = noStandardize ? TargetScale.NONE : targetScale == null ? usual : targetScale;
        Options defaults = Options.defaults();
        return defaults.withIntercept(!noIntercept)
                .withScaling(!noStandardize, labels)
                .withWeighting(weighting)
                .withStopping(
                        tolerance == null ? usualTolerance : tolerance,
                        maxIterations == null ? defaults.maxIterations() : maxIterations)
                .withSeed(seed)
                .withThreads(threads());
    }
}
