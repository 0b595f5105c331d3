package dev.kith.cli;

import dev.kith.cli.option.BootstrapOptions;
import dev.kith.cli.option.CalibrationOptions;
import dev.kith.cli.option.ChoosingOptions;
import dev.kith.cli.option.DataOptions;
import dev.kith.cli.option.FeatureOptions;
import dev.kith.cli.option.MethodNames;
import dev.kith.cli.option.MethodOptions;
import dev.kith.cli.option.TrainingOptions;
import dev.kith.cli.option.TransformOptions;
import dev.kith.cli.terminal.Completed;
import dev.kith.cli.terminal.DefaultOutput;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.text.FitText;
import dev.kith.cli.text.RelationText;
import dev.kith.convex.ApproximationError;
import dev.kith.convex.CommonTrainer;
import dev.kith.convex.ConstantFeature;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.DrawnTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Names;
import dev.kith.data.inspect.Assumptions;
import dev.kith.data.moments.Moments;
import dev.kith.data.prepare.Preparation;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.OutputRelation;
import dev.kith.method.Parameter;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.mixed.CrossedTrainer;
import dev.kith.mkl.MklTrainer;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.transform.TransformedTrainer;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.select.Choice;
import dev.kith.select.RelationStudy;
import dev.kith.select.Search;
import dev.kith.text.Words;
import dev.kith.trust.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ParseResult;
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
            "  kith fit circle.csv --targets y1,y2 --method constrained --constraint \"y1^2 + y2^2 = 1\" -o"
                    + " circle.kith",
            "",
            "A setting the method does not use is an error, so that nothing is ignored silently.",
            "",
            "Methods:"
        })
final class FitCommand implements Callable<Integer>, Completed, DefaultOutput {
    private static final String MKL = "--method mkl";

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DataOptions data;

    private Assumptions assumed = Assumptions.none();

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            required = true,
            completionCandidates = MethodNames.class,
            description = "How to learn; see below.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String methodName;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private TrainingOptions training;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ChoosingOptions choosing;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private TransformOptions transform;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private FeatureOptions features;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CalibrationOptions calibration;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private BootstrapOptions bootstrap;

    @Option(
            names = "--keep-moments",
            description =
                    "Save the moments of the rows with the model, so that kith update can teach it more rows; of a"
                            + " task with few rows they are the rows. Linear kernel and squared loss.")
    private boolean keepMoments;

    @Option(names = "--strict", description = "Exit with code 4 when the tolerance was not reached.")
    private boolean strict;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private FitOutputs outputs;

    /** Adds what is data, not annotation: an option for each setting, and the list of methods to the help. */
    @Override
    public void complete(CommandSpec command) {
        MethodOptions.addOptions(command);
        MethodOptions.addToHelp(command);
    }

    @Override
    public Optional<Path> defaultOutput() {
        return outputs.model().isPresent() ? Optional.empty() : Optional.of(Path.of(methodName + ".kith"));
    }

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        ParseResult parsed = spec.commandLine().getParseResult();
        data.readFor(training.kernels());
        Method method = Methods.named(methodName);
        data.requireOneTask(method);
        bootstrap.check(method);
        Map<String, String> values = MethodOptions.of(method, parsed, training.kernel());
        values.putAll(training.perTask(method));
        boolean drawn = drawsIntercepts(method, values);
        if (drawn) {
            values.put(DrawnTrainer.COST, Parameter.AUTO);
        }
        Settings settings = method.settings(values);
        OptionalDouble lambda = training.lambda(method);
        boolean open = method.searches(values, lambda.isPresent());
        boolean tuned = open && !choosing.evidence();
        int folds = training.folds(tuned || calibration.wanted());
        data.requireHoldsOut(tuned || calibration.wanted());
        int calibrationFolds = training.folds(true, Calibration.USUAL_FOLDS);
        Trainer<? extends Model> draft = draft(method, settings, open);
        Optional<OutputRelation> relation = relation(method, settings);
        outputs.check(output());
        requireMoments(draft, relation);
        transform.requireNone(keepMoments, "--keep-moments");
        transform.requireNone(relation.isPresent(), "a relation between outputs");
        features.requireNone(keepMoments, "--keep-moments");
        features.requireNone(relation.isPresent(), "a relation between outputs");
        boolean leave = draft instanceof MklTrainer
                && method.can(Capability.ROWS_ON_DISK)
                && settings.has("memory")
                && !tuned
                && relation.isEmpty()
                && !calibration.wanted()
                && !transform.asked().wanted()
                && !features.wanted();
        if (data.printed(
                terminal, training.pass(tuned ? folds : 0), leave ? Optional.of(MKL) : needsRows(draft, relation))) {
            return ExitCode.DONE;
        }
        Dataset read = leave
                ? data.readLeaving(terminal)
                : data.read(terminal, training.pass(tuned ? folds : 0), needsRows(draft, relation));
        TaskLosses losses = training.losses(method, read);
        Dataset dataset = losses.labelled(read);
        assumed = assumed(read, losses, tuned || calibration.wanted(), tuned ? folds : calibrationFolds);
        assumed.text().forEach(terminal::say);
        if (drawn) {
            terminal.say(
                    "Intercepts are drawn together (--intercept-cost auto), so that what --task-table says of tasks"
                            + " has something to explain.");
        }
        terminal.progress(method.name() + ": fitting...");
        terminal.size(training.size(dataset));
        relation.ifPresent(r -> terminal.say(RelationText.plausible(RelationStudy.plausibility(r, dataset))));
        Choice choice = search(read, method, values, lambda, losses, folds)
                .choose((name, candidate) -> terminal.progress(name + ": cross-validating candidate " + candidate));
        terminal.say(FitText.of(choice));
        FitOutputs.Result result = train(choice, relation, dataset, terminal);
        noteIdle(choice, result.fit().model(), dataset, terminal);
        ModelFile.Content content = content(choice, relation, result, dataset, calibrationFolds, terminal);
        content = keepMoments ? content.with(Moments.of(Preparation.prepared(dataset))) : content;
        outputs.write(output(), result, content, dataset, assumed, kith);
        terminal.say("Saved " + output());
        return strict && result.fit().report().status() != Status.CONVERGED ? ExitCode.NOT_CONVERGED : ExitCode.DONE;
    }

    /** Where a second table says what tasks are like, free intercepts would leave it nothing to explain. */
    private boolean drawsIntercepts(Method method, Map<String, String> values) {
        return data.joins()
                && method.has(DrawnTrainer.COST)
                && !values.containsKey(DrawnTrainer.COST)
                && training.kernel() instanceof Linear
                && training.training(method.usual()).intercept();
    }

    /** Columns of tasks, where intercepts could be drawn together and are free. */
    private void noteIdle(Choice choice, Model model, Dataset dataset, Terminal terminal) {
        Trainer<? extends Model> trainer = choice.trainer();
        boolean free = (trainer instanceof ConvexTrainer || trainer instanceof CommonTrainer)
                && choice.method().has(DrawnTrainer.COST)
                && model instanceof LinearModel
                && choice.setup().training().intercept();
        List<String> idle = free ? ConstantFeature.withinTasks(model.info().prepared(dataset)) : List.of();
        if (!idle.isEmpty()) {
            terminal.say(Names.some(idle) + (idle.size() == 1 ? " is" : " are")
                    + " the same within every task: free intercepts leave nothing for "
                    + (idle.size() == 1 ? "it" : "them") + " to explain (--intercept-cost auto does).");
        }
    }

    private Assumptions assumed(Dataset read, TaskLosses losses, boolean holdsOut, int folds) {
        Assumptions all = data.assumed(read, spec.commandLine().getParseResult());
        Assumptions more = training.asked(read).isPresent() ? all : all.withLoss(losses.name(), read);
        more = choosing.assumed(
                training.withWidths(more, read), spec.commandLine().getParseResult());
        return holdsOut && !data.holdsOutOtherwise()
                ? more.withRandomFolds(data.folding().name(folds))
                : more;
    }

    private void requireMoments(Trainer<? extends Model> draft, Optional<OutputRelation> relation) {
        boolean linear = linear(draft);
        if (keepMoments
                && (!linear || relation.isPresent() || training.needsRows().isPresent())) {
            throw new UsageException("--keep-moments is for linear models with the squared loss; "
                    + (linear && relation.isEmpty() ? training.needsRows().orElseThrow() : "--method " + methodName)
                    + " is not one");
        }
    }

    private static boolean linear(Trainer<? extends Model> draft) {
        return draft instanceof ConvexTrainer
                || draft instanceof LinearTrainer
                || draft instanceof DrawnTrainer
                || draft instanceof CommonTrainer;
    }

    /** What needs each row, where moments of the rows will not do. */
    private Optional<String> needsRows(Trainer<? extends Model> draft, Optional<OutputRelation> relation) {
        if (!(linear(draft) || draft instanceof CrossedTrainer) || relation.isPresent()) {
            return Optional.of("--method " + methodName);
        }
        if (calibration.wanted() || bootstrap.wanted()) {
            return Optional.of(calibration.wanted() ? "--calibrate" : "--bootstrap");
        }
        return data.needsRows()
                .or(transform::needsRows)
                .or(features::needsRows)
                .or(choosing::needsRows)
                .or(training::needsRows);
    }

    private Path output() {
        return outputs.model().orElseGet(() -> defaultOutput().orElseThrow());
    }

    /** Everything that can be wrong without looking at the data is said before the data are read. */
    private Trainer<? extends Model> draft(Method method, Settings settings, boolean open) {
        TrainingOptions.requireUsed(method, spec.commandLine().getParseResult());
        training.requireApproximable(method);
        Setup setup = new Setup(
                training.losses().orElseGet(() -> TaskLosses.all(Losses.squared())),
                training.kernel(),
                training.training(method.usual()),
                training.approximation(),
                settings.first());
        Setup whole = setup.with(transform.asked()).with(features.asked());
        method.trainer(whole, 1);
        choosing.check(method, whole, open);
        return method.trainer(setup, 1);
    }

    private Optional<OutputRelation> relation(Method method, Settings settings) {
        if (method.has("constraint")) {
            return OutputRelation.of(settings.first().values());
        }
        Map<String, String> onTop = MethodOptions.given(spec.commandLine().getParseResult());
        for (String name : List.of("perturbed", "robust")) {
            if (Parameter.AUTO.equals(onTop.get(name))) {
                throw new UsageException("--" + name + " auto is for method 'constrained'; give a number");
            }
        }
        return OutputRelation.of(onTop);
    }

    private Search search(
            Dataset read,
            Method method,
            Map<String, String> values,
            OptionalDouble lambda,
            TaskLosses losses,
            int folds) {
        Search search = Search.on(read)
                .method(method)
                .defaultsForTheRest()
                .losses(losses)
                .training(usual -> choosing.training(
                        training.training(usual), spec.commandLine().getParseResult()))
                .approximation(training.approximation())
                .transform(transform.asked())
                .featuresFrom(features.asked())
                .folds(folds)
                .folding(data.folding());
        values.forEach(search::set);
        lambda.ifPresent(search::lambda);
        return spec.commandLine().getParseResult().hasMatchedOption("--kernel") && !values.containsKey("kernels")
                ? choosing.search(search.kernel(training.kernel()))
                : choosing.search(search);
    }

    private FitOutputs.Result train(
            Choice choice, Optional<OutputRelation> relation, Dataset dataset, Terminal terminal) {
        Consumer<Progress> progress = step -> terminal.progress(
                choice.method().name() + ": iteration " + step.iteration() + ", gap " + Words.number(step.gap()));
        Optional<RelationStudy> study = relation.map(r -> RelationStudy.run(r, choice, dataset, progress));
        Fit<? extends Model> fit =
                study.isPresent() ? study.get().fit() : train(choice.trainer(), dataset, progress, terminal);
        terminal.say(FitText.of(fit));
        Optional<ApproximationError> approximated = approximated(choice.trainer(), dataset);
        approximated.ifPresent(error -> terminal.say(FitText.of(error)));
        Optional<RelationText> told = study.map(s -> new RelationText(
                relation.orElseThrow(), RelationStudy.plausibility(relation.orElseThrow(), dataset), s));
        told.ifPresent(text -> text.gained().forEach(terminal::say));
        return new FitOutputs.Result(choice, fit, told, approximated);
    }

    private static Optional<ApproximationError> approximated(Trainer<? extends Model> trainer, Dataset dataset) {
        if (trainer instanceof TransformedTrainer<?> transformed) {
            return approximated(transformed.trainer(), transformed.learned(dataset));
        }
        return trainer instanceof ConvexTrainer convex
                ? ApproximationError.of(convex, Preparation.prepared(dataset))
                : Optional.empty();
    }

    private ModelFile.Content content(
            Choice choice,
            Optional<OutputRelation> relation,
            FitOutputs.Result result,
            Dataset dataset,
            int calibrationFolds,
            Terminal terminal) {
        Trainer<? extends Model> trainer =
                relation.isPresent() ? RelationStudy.trainer(relation.get(), choice, dataset) : choice.trainer();
        ModelFile.Content plain = new ModelFile.Content(result.fit().model(), Uncertainty.none());
        return bootstrap.add(
                calibration.add(plain, trainer, choice, dataset, calibrationFolds, data.folding(), terminal),
                trainer,
                dataset,
                training,
                terminal);
    }

    private static Fit<? extends Model> train(
            Trainer<? extends Model> trainer, Dataset dataset, Consumer<Progress> progress, Terminal terminal) {
        return trainer instanceof MklTrainer mkl
                ? mkl.train(dataset, progress, plan -> terminal.say(plan + "."))
                : trainer.train(dataset, progress);
    }
}
