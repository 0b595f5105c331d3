package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.convex.ApproximationError;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.loss.Absolute;
import dev.kith.loss.Squared;
import dev.kith.loss.TaskLosses;
import dev.kith.mkl.MklTrainer;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.model.Trainer;
import dev.kith.model.Uncertainty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith fit}: one method, one data file, one model. */
@Command(
        name = "fit",
        description = "Train one method on a data file and save the model.",
        customSynopsis = {
            "kith fit DATA --task COL --target COL --method METHOD [-o MODEL] [OPTIONS]",
            "       kith fit DATA --targets C1,C2,... --method METHOD [-o MODEL] [OPTIONS]"
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith fit schools.csv --task school --target score --method mean -o schools.kith",
            "  kith fit arm.csv --targets torque1,torque2,torque3 --method stl --lambda 0.01 -o arm.kith",
            "  kith fit shops.csv --task shop --target sales --drop city --method graph --graph roads.csv \\",
            "       --kernel gaussian:5 -o shops.kith",
            "  kith fit schools.csv --task school --target score --method mtfl --calibrate -o schools.kith",
            "  kith fit schools.csv --task school --target score --method sparse --bootstrap 50 -o schools.kith",
            "  kith fit circle.csv --targets y1,y2 --method constrained --constraint \"y1^2 + y2^2 = 1\" -o circle.kith",
            "",
            "A setting the method does not use is an error, so that nothing is ignored silently.",
            "",
            "Methods:"
        })
final class FitCommand implements Callable<Integer>, Completed, DefaultOutput {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DataOptions data;

    @Option(names = "--method", paramLabel = "METHOD", required = true, description = "How to learn; see below.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String methodName;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private TrainingOptions training;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CalibrationOptions calibration;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private BootstrapOptions bootstrap;

    @Option(names = "--strict", description = "Exit with code 4 when the tolerance was not reached.")
    private boolean strict;

    @Option(names = "--json", paramLabel = "FILE", description = "Where to write the summary of the fit as JSON.")
    @Writes
    private @Nullable Path json;

    @Option(names = "--report", paramLabel = "FILE", description = "Where to write what was learned as an HTML page.")
    @Writes
    private @Nullable Path report;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "MODEL",
            description = "Where to save the model, for example schools.kith. Default METHOD.kith.")
    @Writes
    private @Nullable Path given;

    /** Adds what is data, not annotation: an option for each setting, and the list of methods to the help. */
    @Override
    public void complete(CommandSpec command) {
        Settings.addOptions(command);
        Methods.addToHelp(command);
    }

    @Override
    public Optional<Path> defaultOutput() {
        return given == null ? Optional.of(Path.of(methodName + ".kith")) : Optional.empty();
    }

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Method method = Methods.find(methodName);
        bootstrap.check(method);
        Settings settings = Settings.of(spec.commandLine().getParseResult(), method);
        OptionalDouble lambda = method.penalised() ? training.lambda() : training.noLambda(method.name());
        int folds = training.folds(lambda.isEmpty() || !settings.tuned().isEmpty() || calibration.wanted());
        int calibrationFolds = training.folds(true, CalibrationOptions.USUAL_FOLDS);
        // Everything that can be wrong without looking at the data is said before the data are read.
        Setup first = new Setup(
                training.losses().orElseGet(() -> TaskLosses.all(new Squared())),
                training.kernel(),
                training.training(data.usualTargetScale(), method.usualTolerance()),
                training.approximation(),
                settings,
                bootstrap.recorded(calibration.recorded(data.recorded(), calibrationFolds)));
        Trainer<? extends Model> draft =
                method.recipe().trainer(settings.tuned().isEmpty() ? first : first.with(settings.first()), 1);
        training.requireApproximable(method, draft);
        Optional<OutputRelation> relation = relation(method, settings, first.losses());
        Path output = given == null ? defaultOutput().orElseThrow() : given;
        Outputs.requireWritable(output);
        if (json != null) {
            Outputs.requireWritable(json);
        }
        if (report != null) {
            Outputs.requireWritable(report);
        }

        boolean leave = draft instanceof MklTrainer
                && settings.has(Setting.MEMORY)
                && settings.tuned().isEmpty()
                && relation.isEmpty()
                && !calibration.wanted();
        Dataset read = data.read(terminal, leave);
        Setup setup = first.with(training.losses(read));
        Dataset dataset = setup.losses().labelled(read);
        terminal.progress(method.name() + ": fitting...");
        terminal.size(training.size(dataset));
        Optional<RelationStudy> study = relation.map(r -> new RelationStudy(r, dataset));
        study.ifPresent(s -> terminal.say(s.plausible()));
        Tuner.Choice choice = new Tuner(folds, training.seed(), terminal).choose(method, setup, lambda, dataset);
        ChosenBy chosenBy = ChosenBy.of(spec.commandLine().getParseResult(), method, settings, lambda, folds);
        terminal.say(describe(choice, chosenBy));
        Consumer<Progress> progress = step -> terminal.progress(
                method.name() + ": iteration " + step.iteration() + ", gap " + Terminal.number(step.gap()));
        Fit<? extends Model> fit = study.isPresent()
                ? study.get().train(choice, training.seed(), dataset, progress)
                : train(choice.trainer(), dataset, progress, terminal);
        terminal.say(describe(fit.report()));
        Optional<ApproximationError> approximated = choice.trainer() instanceof ConvexTrainer convex
                ? ApproximationError.of(convex, dataset)
                : Optional.empty();
        approximated.ifPresent(error -> terminal.say(describe(error)));
        study.ifPresent(s -> s.gained().forEach(terminal::say));
        Trainer<? extends Model> trainer =
                study.isPresent() ? study.get().trainer(choice, training.seed()) : choice.trainer();
        Uncertainty uncertainty = calibration.uncertainty(
                trainer, fit.model(), setup, dataset, calibrationFolds, training.seed(), terminal);
        ModelFile.Content content = new ModelFile.Content(
                fit.model(),
                uncertainty,
                bootstrap.stability(trainer, fit.model(), dataset, training.seed(), training.threads(), terminal));
        ModelFile.write(content, output);
        if (json != null) {
            String summary = Json.of(summary(choice, chosenBy, fit, study, approximated));
            Outputs.write(json, out -> out.write(summary + "\n"));
        }
        if (report != null) {
            List<Integer> labels = Arrays.stream(dataset.countPerTask()).boxed().toList();
            Outputs.report(report, ModelReport.of(content, String.valueOf(output.getFileName()), fit.report(), labels));
        }
        terminal.say("Saved " + output);
        return strict && fit.report().status() != Status.CONVERGED ? ExitCode.NOT_CONVERGED : ExitCode.DONE;
    }

    private Optional<OutputRelation> relation(Method method, Settings settings, TaskLosses losses) {
        boolean constrained = method.name().equals(ConstrainedMethod.NAME);
        if (constrained) {
            ConstrainedMethod.requireUsed(spec.commandLine().getParseResult());
        } else if (settings.tuned().contains(Setting.PERTURBED)) {
            throw new UsageException("--perturbed auto is for method '" + ConstrainedMethod.NAME + "'; give a number");
        } else if (method.penalised() && losses.uses(new Absolute())) {
            throw new UsageException("--loss absolute is not used by method '" + method.name() + "'");
        }
        return OutputRelation.of(settings.first());
    }

    private static Map<String, @Nullable Object> summary(
            Tuner.Choice choice,
            ChosenBy chosenBy,
            Fit<? extends Model> fit,
            Optional<RelationStudy> study,
            Optional<ApproximationError> approximated) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("method", choice.method().name());
        content.put("loss", fit.model().info().loss());
        content.put("kernel", fit.model().info().kernel());
        content.put("lambda", choice.lambda());
        content.put("tuned", choice.tuned());
        content.put("chosenBy", chosenBy.reasons());
        content.put("parameters", fit.model().info().parameters());
        content.put("status", fit.report().status().name().toLowerCase(Locale.ROOT));
        content.put("objective", fit.report().objective());
        content.put("gap", fit.report().gap());
        content.put("iterations", fit.report().iterations());
        content.put("seconds", fit.report().seconds());
        study.ifPresent(s -> content.put("constraint", s.content()));
        approximated.ifPresent(error -> content.put(
                "approximation", Map.of("how", error.approximation().spec(), "difference", error.difference())));
        return content;
    }

    private static String describe(ApproximationError error) {
        return "Kernel approximated by " + error.approximation().spec().replace(":", " ") + ": on "
                + Terminal.count(error.observations(), "label")
                + " left out its predictions differ from the exact fit's by "
                + Terminal.number(100 * error.difference()) + "% of their deviation.";
    }

    private static Fit<? extends Model> train(
            Trainer<? extends Model> trainer, Dataset dataset, Consumer<Progress> progress, Terminal terminal) {
        return trainer instanceof MklTrainer mkl
                ? mkl.train(dataset, progress, plan -> terminal.say(plan + "."))
                : trainer.train(dataset, progress);
    }

    private static String describe(Tuner.Choice choice, ChosenBy chosenBy) {
        StringBuilder text = new StringBuilder("Method " + choice.method().name() + ": "
                + choice.method().summary() + "; " + choice.setup().losses().name() + " loss, "
                + (choice.setup().settings().tunesKernel()
                        ? "gaussian"
                        : choice.setup().kernel().spec()) + " kernel"
                + (choice.method().penalised()
                        ? ", " + chosenBy.describe(ChosenBy.LAMBDA, Terminal.number(choice.lambda()))
                        : ""));
        List<Setting> shown = choice.method().settings().stream()
                .filter(choice.setup().settings()::has)
                .toList();
        for (Setting setting : shown) {
            text.append(", ")
                    .append(chosenBy.describe(
                            setting.key(), choice.setup().settings().recorded(setting)));
        }
        return text.append('.').toString();
    }

    private static String describe(FitReport report) {
        if (Double.isNaN(report.objective())) {
            return "Solved in closed form, " + Terminal.number(report.seconds()) + " s.";
        }
        String end = Map.of(
                        Status.CONVERGED, "Converged",
                        Status.MAX_ITERATIONS, "NOT converged, stopped at --max-iterations",
                        Status.STALLED, "NOT converged, rounding errors allow no better",
                        Status.INTERRUPTED, "NOT converged, interrupted")
                .get(report.status());
        String bound = Double.isNaN(report.gap())
                ? ", a stationary point of a problem that is not convex (no gap), "
                : ", relative gap " + Terminal.number(report.gap()) + ", ";
        return end + ": objective " + Terminal.number(report.objective()) + bound
                + Terminal.count(report.iterations(), "iteration") + ", " + Terminal.number(report.seconds()) + " s.";
    }
}
