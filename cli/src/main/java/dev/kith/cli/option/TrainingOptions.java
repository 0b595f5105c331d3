package dev.kith.cli.option;

import dev.kith.cli.terminal.OutOfMemory;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.inspect.Assumptions;
import dev.kith.data.moments.OnePass;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Capability;
import dev.kith.method.KernelWidth;
import dev.kith.method.Method;
import dev.kith.method.Setup;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.structure.StructureFiles;
import dev.kith.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** How to train, whatever the method. */
public final class TrainingOptions {
    private static final String AUTO = "auto";

    /** What a fit by formula has no use for: labels stay in their units, and nothing is iterated. */
    private static final List<String> OF_OPTIMISERS =
            List.of("--no-intercept", "--target-scale", "--tol", "--max-iterations");

    @Option(
            names = "--loss",
            paramLabel = "LOSS|auto|FILE",
            description =
                    "What a wrong prediction costs. Numbers: squared (the mean), absolute (the median: outliers pull no"
                            + " harder than others), huber[:delta] (squared up to a miss of delta, then absolute; usual 1),"
                            + " eps-insensitive[:eps] (misses up to eps are free; usual 0.1), quantile:level (what a share of"
                            + " the labels stays below), poisson (counts: predictions are means, relations are between their"
                            + " logarithms); delta and eps count deviations of the labels, or their units with"
                            + " --target-scale none. Classes: logistic (with probabilities), hinge, squared-hinge;"
                            + " with --classes also softmax (with probabilities) and multiclass-hinge, which judge all"
                            + " classes of a row together. Or auto:"
                            + " for each task what suits its labels (logistic where they are all 0 or 1, else squared), so"
                            + " that numbers and classes are learned together; or a file with lines task,loss. Default:"
                            + " logistic for labels with two values, else squared.")
    @Reads
    private @Nullable String loss;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private KernelOptions kernels;

    @Option(
            names = "--approximate",
            paramLabel = "HOW",
            description =
                    "For kernels on many inputs, a few features instead of all: landmarks[:M] (each the input that"
                            + " the others explain least), uniform[:M] or leverage[:M] (landmarks drawn at random, evenly or by"
                            + " leverage), fourier[:M] (random Fourier features; gaussian and laplace), none. Default: exact up"
                            + " to 6,000 inputs, then leverage. M is 1,000 (less beyond 100,000 inputs) unless given.")
    private @Nullable String approximate;

    @Option(
            names = "--lambda",
            paramLabel = "X|auto|FILE",
            defaultValue = AUTO,
            description =
                    "Strength of the penalty, > 0, in the units of standardised data; auto (default) chooses it by"
                            + " cross-validation. Method constrained: also a file with lines task,lambda, or n^-1/2 or n^-1/4"
                            + " of each task's number of labels, as the theorems have it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
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
            description =
                    "What counts the same: every task (default; of method mean-gaussian, and with --choose evidence,"
                            + " observation) or every observation.")
    private @Nullable Weighting weighting;

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

    /** The losses asked for; empty when they are to follow from the labels. */
    public Optional<TaskLosses> losses() {
        if (loss == null || loss.equals(AUTO)) {
            return Optional.empty();
        }
        Optional<Loss> named = Losses.find(loss);
        if (named.isPresent()) {
            return named.map(TaskLosses::all);
        }
        Path file = Path.of(loss);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("--loss must be " + String.join(", ", Losses.names())
                    + ", auto, or a file with lines task,loss; got '" + loss + "'");
        }
        Map<String, Loss> each = new LinkedHashMap<>();
        StructureFiles.pairs(file).forEach((task, name) -> {
            each.put(
                    task,
                    Losses.find(name)
                            .orElseThrow(() -> new DataException(file.getFileName() + ": the loss of '" + task
                                    + "' must be " + String.join(", ", Losses.names()) + "; got '" + name + "'")));
        });
        return Optional.of(TaskLosses.each(each));
    }

    /** The losses asked for, or those that suit the labels and the method. */
    public TaskLosses losses(Method method, Dataset data) {
        return asked(data).orElseGet(() -> Setup.usualLosses(method, data));
    }

    /** The losses asked for; empty where they follow from labels and method. */
    public Optional<TaskLosses> asked(Dataset data) {
        if (loss != null && loss.equals(AUTO)) {
            return Optional.of(TaskLosses.suiting(data));
        }
        Optional<TaskLosses> losses = losses();
        losses.ifPresent(each -> each.of(data.tasks()));
        return losses;
    }

    /** What of these options needs each row, where moments of the rows will not do. */
    public Optional<String> needsRows() {
        if (!(kernel() instanceof Linear)) {
            return Optional.of("kernel '" + kernels.text() + "'");
        }
        boolean squared = losses().map(
                        asked -> asked.common().map(Loss::quadratic).orElse(false))
                .orElse(loss == null);
        return squared ? Optional.empty() : Optional.of("--loss " + loss);
    }

    /** How many rows are read in one pass, dealt to so many folds. */
    public OnePass pass(int dealt) {
        return new OnePass(dealt, seed, threads(), OnePass.USUAL_NUMBERS, losses().isPresent());
    }

    /** What the data to learn from are known to take, and the whole kernel matrix where there may be one. */
    public String size(Dataset data) {
        double rows = data.inputs().rows();
        double features = data.inputs().features().size();
        String text = Words.count((long) rows, "row") + " of " + Words.count((long) features, "feature");
        if (data.inputs() instanceof DenseInputs) {
            text += " take " + OutOfMemory.size(Double.BYTES * rows * features);
        }
        return kernel() instanceof Linear
                ? text
                : text + ", their kernel matrix " + OutOfMemory.size(Double.BYTES * rows * rows);
    }

    /** Refuses --approximate where it would have no effect. */
    public void requireApproximable(Method method) {
        if (approximate != null && (!method.can(Capability.APPROXIMATES) || kernel() instanceof Linear)) {
            throw new UsageException(
                    "--approximate is for kernels such as gaussian, in methods that learn or are given a"
                            + " structure; method '" + method.name() + "' with kernel '" + kernels.text()
                            + "' does not use it");
        }
    }

    /** Refuses options that a method has no use for: one whose fit is a formula, or one that counts observations. */
    public static void requireUsed(Method method, ParseResult parsed) {
        if (!method.can(Capability.OPTIMISES)) {
            OF_OPTIMISERS.forEach(option -> requireAbsent(option, method, parsed));
        }
        if (!method.can(Capability.WEIGHTS_TASKS)) {
            requireAbsent("--weighting", method, parsed);
        }
    }

    private static void requireAbsent(String option, Method method, ParseResult parsed) {
        if (parsed.hasMatchedOption(option)) {
            throw new UsageException(option + " is not used by method '" + method.name() + "'");
        }
    }

    /** The kernel of all tasks; the linear one where a file names one for each. */
    public Kernel kernel() {
        return kernels.kernel();
    }

    /** What the kernel says about the data to read. */
    public KernelOptions kernels() {
        return kernels;
    }

    private boolean lambdaEach() {
        return lambda.startsWith("n^") || Files.isRegularFile(Path.of(lambda));
    }

    /** Refuses a file of kernels where one kernel serves all methods and tasks. */
    public void requireOneKernel() {
        kernels.eachTask().ifPresent(file -> {
            throw new UsageException("--kernel must be one for all tasks here, got the file '" + file + "'");
        });
    }

    /** Values per task that were given in place of those of all tasks, as settings of the method. */
    public Map<String, String> perTask(Method method) {
        Map<String, String> each = new LinkedHashMap<>();
        if (lambdaEach()) {
            each.put("lambdas", lambda);
        }
        kernels.eachTask().ifPresent(file -> each.put("kernels", file));
        each.keySet().forEach(name -> {
            if (!method.has(name)) {
                throw new UsageException(
                        name + " by task are for method 'constrained'; method '" + method.name() + "' has one for all");
            }
        });
        return each;
    }

    /** Empty for auto, and for a method without lambda, which then must not be given. */
    public OptionalDouble lambda(Method method) {
        if (!method.can(Capability.LAMBDA) && !lambda.equals(AUTO)) {
            throw new UsageException("--lambda is not used by method '" + method.name() + "'"
                    + (method.has("C") ? "; it has --C instead" : ""));
        }
        if (method.has("lambdas") && lambdaEach()) {
            return OptionalDouble.of(1); // not used, and not to be chosen
        }
        return method.can(Capability.LAMBDA) ? lambda() : OptionalDouble.empty();
    }

    /** Empty for auto. */
    public OptionalDouble lambda() {
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

    /** How many folds; {@code used} says whether anything needs them: otherwise --folds would have no effect. */
    public int folds(boolean used) {
        return folds(used, 5);
    }

    /** How many folds, {@code usual} when nothing is asked for. */
    public int folds(boolean used, int usual) {
        if (folds != null && !used) {
            throw new UsageException("--folds is used to choose settings that are auto, and none is");
        }
        if (folds != null && folds < 2) {
            throw new UsageException("--folds must be a whole number >= 2, got " + folds);
        }
        return folds == null ? usual : folds;
    }

    public int threads() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    public long seed() {
        return seed;
    }

    /** What was asked for, over a method's usual training. */
    public Training training(Training usual) {
        if (noStandardize && targetScale != null) {
            throw new UsageException("--target-scale has no effect with --no-standardize: use one of them");
        }
        TargetScale labels = noStandardize ? TargetScale.NONE : targetScale == null ? usual.targetScale() : targetScale;
        return usual.withIntercept(!noIntercept)
                .withScaling(!noStandardize, labels)
                .withWeighting(weighting == null ? usual.weighting() : weighting)
                .withStopping(
                        tolerance == null ? usual.tolerance() : tolerance,
                        maxIterations == null ? usual.maxIterations() : maxIterations)
                .withSeed(seed)
                .withThreads(threads());
    }

    /** What is assumed of widths that were left out. */
    public Assumptions withWidths(Assumptions all, Dataset read) {
        Kernel kernel = kernel();
        return kernel.open()
                ? all.withWidths(
                        KernelWidth.known(kernel, read, training(Training.defaults()))
                                .times(1)
                                .spec(),
                        kernel.searched())
                : all;
    }

    public Approximation approximation() {
        return approximate == null ? Approximation.AUTO : Approximation.parse(approximate);
    }
}
