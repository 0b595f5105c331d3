package dev.kith.cli;

import dev.kith.cli.option.DataOptions;
import dev.kith.cli.option.FeatureOptions;
import dev.kith.cli.option.MethodNames;
import dev.kith.cli.option.MethodOptions;
import dev.kith.cli.option.NewTaskOptions;
import dev.kith.cli.option.TrainingOptions;
import dev.kith.cli.option.TransformOptions;
import dev.kith.cli.terminal.Completed;
import dev.kith.cli.terminal.DefaultOutput;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.TimeLeft;
import dev.kith.cli.text.NewTaskText;
import dev.kith.data.Dataset;
import dev.kith.data.inspect.Assumptions;
import dev.kith.data.moments.OnePass;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Setup;
import dev.kith.report.Provenance;
import dev.kith.score.Measure;
import dev.kith.score.Split;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import dev.kith.select.detail.Details;
import dev.kith.select.detail.RowsNeeded;
import dev.kith.select.unseen.NewTaskResult;
import dev.kith.select.unseen.NewTasks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith compare}: which method, and does sharing help, task by task. */
@Command(
        name = "compare",
        description =
                "Find out which method predicts best, and for which tasks sharing helps: every method is tuned and"
                        + " tested on rows it has not seen, beside every task learned alone.",
        customSynopsis = {
            "kith compare DATA --task COL --target COL [--report F.html] [--json F.json] [OPTIONS]",
            "       kith compare DATA --targets C1,C2,... [OPTIONS]"
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith compare schools.csv --task school --target score --report schools.html",
            "  kith compare mines.csv --task field --target mine --measure auc --methods pooled,mtrl,mkl",
            "  kith compare schools.csv --task school --target score --safe -o schools.kith",
            "",
            "Methods:"
        })
final class CompareCommand implements Callable<Integer>, Completed, DefaultOutput {
    /** Numbers of a file that are kept as rows, 256 MB: intervals that leave out rows know more than those that leave out blocks. */
    private static final long KEPT = 1L << 25;

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
            names = "--methods",
            paramLabel = "M1,M2,...",
            split = ",",
            hideParamSyntax = true,
            completionCandidates = MethodNames.class,
            description = "What to compare with stl; see below. Default: pooled,mean,mtfl,mtrl,okl,cluster, mixed,"
                    + " boosted and mean-gaussian where they suit the labels, and mkl where these are classes. sparse, which takes"
                    + " longer than all of them together, is compared by name.")
    private List<String> methodNames = List.of();

    @Option(
            names = "--measure",
            paramLabel = "NAME",
            description = "How predictions are judged: mse, rmse, nmse, explained-variance, mae, nmae, pinball:LEVEL,"
                    + " npinball:LEVEL, deviance or explained-deviance for numbers, error, log-loss, auc or"
                    + " average-precision for classes, rank-error for classes in an order, relative-error for both. Default: what suits the loss (squared rmse,"
                    + " absolute, huber and eps-insensitive mae, quantile pinball, poisson deviance, classes error; nmse, nmae and"
                    + " npinball where tasks have units of their own), or"
                    + " relative-error where some tasks have numbers and some classes.")
    private @Nullable String measureName;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private TrainingOptions training;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private TransformOptions transform;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private FeatureOptions features;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private NewTaskOptions newTasks;

    @Option(
            names = "--budget",
            paramLabel = "SECONDS",
            description =
                    "About how long to take: methods and folds get equal shares for tuning, instead of a grid, and"
                            + " methods that are not done by then are left out and named; stl always is. The numbers"
                            + " then depend on the machine.")
    private @Nullable Double budget;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SavedModel saved;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CompareOutputs outputs;

    /** Adds what is data, not annotation: an option for each setting, and the list of methods to the help. */
    @Override
    public void complete(CommandSpec command) {
        MethodOptions.addOptions(command);
        MethodOptions.addToHelp(command);
    }

    @Override
    public Optional<Path> defaultOutput() {
        return saved.defaultFile();
    }

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        training.requireOneKernel();
        newTasks.rows();
        transform.requireNone(newTasks.wanted(), "--new-tasks");
        features.requireNone(newTasks.wanted(), "--new-tasks");
        features.requireNone(transform.asked().wanted(), "--transform");
        outputs.check();
        methodNames.forEach(Methods::named);
        data.readFor(training.kernels());
        int blocks = OnePass.blocks(training.folds(true));
        OnePass pass =
                data.piped() ? training.pass(blocks) : training.pass(blocks).withNumbers(KEPT);
        if (data.printed(terminal, pass, needsRows())) {
            return ExitCode.DONE;
        }
        Dataset read = data.readWhole(terminal, pass, needsRows());
        Compare compare = compare(read);
        List<Method> methods = compare.compared();
        saved.check(methods);
        Optional<NewTasks> tests = newTasks.tests(
                read,
                methods,
                training,
                kernelGiven(),
                Optional.ofNullable(measureName).map(Measure::named),
                MethodOptions.given(spec.commandLine().getParseResult()));
        assumed = assumed(read, compare);
        assumed.text().forEach(terminal::say);
        terminal.size(training.size(read));
        terminal.progress("comparing " + methods.size() + " methods...");
        Optional<Split> split = data.split(read);
        split.ifPresent(compare::split);
        TimeLeft clock = new TimeLeft(
                methods.stream().map(Method::name).toList(),
                split.isPresent() ? 1 : training.folds(true),
                training.threads());
        Comparison comparison =
                compare.run(new CompareWatcher(clock, terminal, kith.ending(), saved, outputs, this::found));
        Optional<NewTaskResult> unseen = tests.map(test -> test.run((name, done, of) ->
                terminal.progress("new tasks: training " + done + " of " + of + " (" + name + ") done")));
        terminal.progress("training " + comparison.sharing().name() + " on all rows...");
        CompareWords words = new CompareWords(comparison);
        List<String> lines = new ArrayList<>(words.lines());
        List<String> sentences = new ArrayList<>(comparison.sentences());
        data.warning().ifPresent(warning -> {
            lines.addAll(Terminal.wrapped(warning));
            sentences.add(warning);
        });
        transformed(comparison).ifPresent(sentence -> {
            lines.addAll(Terminal.wrapped(sentence));
            sentences.add(sentence);
        });
        unseen.ifPresent(found -> {
            lines.add("");
            lines.addAll(new NewTaskText(found).lines());
            RowsNeeded.of(found, comparison).ifPresent(needed -> lines.addAll(Terminal.wrapped(needed.sentence())));
        });
        Map<Path, String> files =
                outputs.files(found(comparison, sentences).with(unseen, details(comparison, unseen, terminal)));
        kith.ending().keepNothing();
        terminal.clear();
        lines.forEach(terminal::say);
        outputs.write(files, terminal);
        saved.writePossible(comparison, terminal);
        return ExitCode.DONE;
    }

    private Assumptions assumed(Dataset read, Compare compare) {
        Assumptions all = data.assumed(read, spec.commandLine().getParseResult());
        Assumptions more = training.asked(read).isPresent() ? all : all.withLoss(compare.lossNames(), read);
        more = training.withWidths(more, read);
        return data.splits() || data.holdsOutOtherwise()
                ? more
                : more.withRandomFolds(data.folding().name(training.folds(true)));
    }

    /** What needs each row, where moments of the rows will not do. */
    private Optional<String> needsRows() {
        if (measureName != null && !Measure.named(measureName).ofSquares()) {
            return Optional.of("--measure " + measureName);
        }
        if (newTasks.wanted()) {
            return Optional.of("--new-tasks");
        }
        if (outputs.wantsPredictions()) {
            return Optional.of("--predictions");
        }
        Optional<String> asked = data.needsRows()
                .or(transform::needsRows)
                .or(features::needsRows)
                .or(training::needsRows)
                .or(saved::needsRows);
        // Of the usual methods those that need rows are left out where there are too many of them.
        return asked.or(() -> methodNames.stream()
                .filter(name -> !learnsFromMoments(Methods.named(name)))
                .map(name -> "method '" + name + "'")
                .findFirst());
    }

    /** The scale that labels were learned on. */
    private Optional<String> transformed(Comparison comparison) {
        if (!transform.asked().wanted()) {
            return Optional.empty();
        }
        String found = comparison
                .shown()
                .model()
                .info()
                .schema()
                .transform()
                .map(back -> back.transform().meaning())
                .orElse("labels as they are");
        return Optional.of((transform.asked().auto()
                        ? "Every method learned the scale of labels that its training rows chose, here "
                        : "Every method learned ")
                + found + "; predictions and measures are in the labels' own units.");
    }

    private boolean kernelGiven() {
        return spec.commandLine().getParseResult().hasMatchedOption("--kernel");
    }

    private boolean learnsFromMoments(Method method) {
        Map<String, String> own = MethodOptions.given(spec.commandLine().getParseResult());
        own.keySet().removeIf(parameter -> !method.has(parameter));
        Setup setup = new Setup(
                TaskLosses.all(Losses.squared()),
                training.kernel(),
                training.training(method.usual()),
                training.approximation(),
                method.open(own).first());
        return method.trainer(setup, 1).learnsFromMoments();
    }

    private Compare compare(Dataset read) {
        Compare compare = Compare.on(read)
                .training(training::training)
                .approximation(training.approximation())
                .transform(transform.asked())
                .featuresFrom(features.asked())
                .folds(training.folds(true))
                .folding(data.folding())
                .threads(training.threads());
        training.asked(read).ifPresent(compare::losses);
        if (!methodNames.isEmpty()) {
            compare.methods(methodNames);
        }
        if (measureName != null) {
            compare.measure(Measure.named(measureName));
        }
        if (budget != null) {
            compare.seconds(budget);
        }
        if (kernelGiven()) {
            compare.kernel(training.kernel());
        }
        training.lambda().ifPresent(compare::lambda);
        MethodOptions.given(spec.commandLine().getParseResult()).forEach(compare::set);
        compare.compared().forEach(training::requireApproximable);
        return compare;
    }

    /** What the best method shows beyond verdicts, where it is asked for. */
    private Optional<Details> details(Comparison comparison, Optional<NewTaskResult> unseen, Terminal terminal) {
        if (!outputs.wantsReport()) {
            return Optional.empty();
        }
        terminal.progress("looking at what matters to " + comparison.winner().name() + "...");
        Details details = Details.of(comparison, training.seed());
        return Optional.of(unseen.flatMap(found -> RowsNeeded.of(found, comparison))
                .map(details::with)
                .orElse(details));
    }

    private CompareOutputs.Found found(Comparison comparison, List<String> sentences) {
        Provenance provenance =
                Provenance.of(kith.commandLine(), training.seed()).assuming(assumed);
        return new CompareOutputs.Found(comparison, sentences, kith.traced(provenance));
    }
}
