package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.cli.report.Report;
import dev.kith.cli.report.ReportPage;
import dev.kith.data.Dataset;
import dev.kith.data.Split;
import dev.kith.loss.Hinge;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Training;
import dev.kith.model.Version;
import dev.kith.select.Comparison;
import dev.kith.select.Contender.Trained;
import dev.kith.select.HeldOut;
import dev.kith.select.Measure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
    private static final String BASELINE = "stl";
    private static final List<String> USUAL =
            List.of("stl", "pooled", "mean", "mtfl", "mtrl", "okl", "cluster", "sparse");
    /** Besides the usual ones where labels are classes. */
    private static final List<String> FOR_CLASSES = List.of("mkl");

    private static final double LEVEL = 0.95;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DataOptions data;

    @Option(
            names = "--methods",
            paramLabel = "M1,M2,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "What to compare with stl; see below. Default: pooled,mean,mtfl,mtrl,okl,cluster,sparse, and mkl"
                            + " where labels are classes.")
    private List<String> methodNames = List.of();

    @Option(
            names = "--measure",
            paramLabel = "NAME",
            description = "How predictions are judged: mse, rmse, nmse, explained-variance or mae for numbers, error,"
                    + " log-loss, auc or average-precision for classes, relative-error for both. Default nmse, error, or"
                    + " relative-error where some tasks have numbers and some classes.")
    private @Nullable String measureName;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private TrainingOptions training;

    @Option(
            names = "--budget",
            paramLabel = "SECONDS",
            description =
                    "About how long to take: methods and folds get equal shares for tuning, instead of a grid. The"
                            + " numbers then depend on the machine.")
    private @Nullable Double budget;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SavedModel saved;

    @Option(names = "--report", paramLabel = "FILE.html", description = "Write a report to look at in a browser.")
    @Writes
    private @Nullable Path reportFile;

    @Option(names = "--json", paramLabel = "FILE.json", description = "Write everything the report has, as JSON.")
    @Writes
    private @Nullable Path jsonFile;

    /** Adds what is data, not annotation: an option for each setting, and the list of methods to the help. */
    @Override
    public void complete(CommandSpec command) {
        Settings.addOptions(command);
        Methods.addToHelp(command);
    }

    @Override
    public Optional<Path> defaultOutput() {
        return saved.defaultFile();
    }

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        for (Path file : Stream.of(reportFile, jsonFile)
                .filter(java.util.Objects::nonNull)
                .toList()) {
            Outputs.requireWritable(file);
        }
        List<String> asked = asked();
        Dataset read = data.readWhole(terminal);
        TaskLosses losses = training.losses(read);
        Dataset dataset = losses.labelled(read);
        Measure measure = measure(losses, dataset.tasks());
        List<Split> splits = data.split(dataset)
                .map(List::of)
                .orElseGet(() -> Split.folds(dataset, training.folds(true), training.seed()));
        List<MethodContender> contenders = contenders(asked, losses, splits.size());
        List<Method> methods = contenders.stream().map(MethodContender::method).toList();
        saved.check(methods);

        terminal.size(training.size(dataset));
        List<Integer> labels = CompareReport.trainingLabels(dataset, splits);
        TimeLeft clock = new TimeLeft(methods.stream().map(Method::name).toList(), splits.size(), training.threads());
        FinishedMethods finished =
                new FinishedMethods(dataset, data.labels(), measure, LEVEL, methods, clock, terminal);
        finished.whenReady(partial -> kith.ending().keep(keeper(partial, labels, terminal)));
        terminal.progress("comparing " + contenders.size() + " methods...");
        List<HeldOut> heldOut =
                new Comparison(dataset, List.copyOf(contenders), splits, training.threads()).run(finished);
        CompareResult result = finished.result();
        int shared = result.shared();
        boolean given = splits.size() == 1;
        terminal.progress("training " + methods.get(shared).name() + " on all rows...");
        Trained trained = given
                ? heldOut.get(shared).fits().get(0)
                : contenders.get(shared).train(dataset);
        CompareReport report = CompareReport.of(result, trained, labels);
        kith.ending().keepNothing();
        terminal.clear();
        report.words().lines().forEach(terminal::say);
        write(files(report, report.words().sentences()), terminal);
        saved.write(result, contenders, given ? null : trained, shared, terminal);
        return ExitCode.DONE;
    }

    /** The methods, the baseline first. */
    private List<String> asked() {
        if (methodNames.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>(List.of(BASELINE));
        methodNames.stream().filter(name -> !names.contains(name)).forEach(names::add);
        names.forEach(Methods::find);
        if (names.size() == 1) {
            throw new UsageException(
                    "--methods must name a method besides " + BASELINE + ", which every comparison has");
        }
        return names;
    }

    private Measure measure(TaskLosses losses, List<String> tasks) {
        boolean classes = losses.of(tasks).stream().anyMatch(Loss::classification);
        boolean numbers = !losses.of(tasks).stream().allMatch(Loss::classification);
        if (measureName == null) {
            return classes && numbers ? Measure.RELATIVE_ERROR : classes ? Measure.ERROR : Measure.NMSE;
        }
        Measure measure = Measure.named(measureName);
        if ((classes && !measure.ofClasses()) || (numbers && !measure.ofNumbers())) {
            throw new UsageException("--measure " + measureName + " is for "
                    + (measure.ofClasses() ? "classes" : "numbers") + ", and the labels are learned as "
                    + (classes && numbers ? "numbers and classes" : classes ? "classes" : "numbers"));
        }
        if (measure == Measure.LOG_LOSS && losses.uses(new Hinge())) {
            throw new UsageException("--measure log-loss needs probabilities: --loss logistic, got " + losses.name());
        }
        return measure;
    }

    private List<MethodContender> contenders(List<String> asked, TaskLosses losses, int splits) {
        List<String> names = new ArrayList<>(asked.isEmpty() ? USUAL : asked);
        if (asked.isEmpty() && losses.common().isEmpty()) {
            names.remove("pooled");
        } else if (asked.isEmpty() && losses.common().orElseThrow().classification()) {
            names.addAll(FOR_CLASSES);
        }
        List<Method> methods = names.stream().map(Methods::find).toList();
        Settings.requireUsed(spec.commandLine().getParseResult(), methods);
        // The linear algebra stays on one thread: the trainings themselves are what runs side by side.
        Training alone = training.training(data.usualTargetScale()).withThreads(1);
        Tuner tuner =
                new Tuner(training.folds(true), training.seed(), Terminal.silent(), share(methods.size() * splits));
        List<MethodContender> contenders = new ArrayList<>();
        for (Method method : methods) {
            Settings settings = Settings.open(spec.commandLine().getParseResult(), method);
            OptionalDouble lambda = method.penalised() ? training.lambda() : OptionalDouble.of(Double.NaN);
            Setup setup =
                    new Setup(losses, training.kernel(), alone, training.approximation(), settings, data.recorded());
            training.requireApproximable(
                    method,
                    method.recipe().trainer(settings.tuned().isEmpty() ? setup : setup.with(settings.first()), 1));
            contenders.add(new MethodContender(method, setup, lambda, tuner));
        }
        return contenders;
    }

    /** What one of so many searches may take. */
    private double share(int searches) {
        if (budget == null) {
            return Double.POSITIVE_INFINITY;
        }
        if (!(budget > 0 && budget < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--budget must be a finite number of seconds > 0, got " + budget);
        }
        return budget * Math.min(training.threads(), searches) / searches;
    }

    /** Of a comparison cut short: what its finished methods show, the best of them as one of its folds trained it. */
    private Ending.Keeper keeper(FinishedMethods.Partial partial, List<Integer> labels, Terminal terminal) {
        if (partial.result().isEmpty()) {
            return () -> terminal.note(partial.words());
        }
        CompareResult result = partial.result().get();
        Trained trained = result.heldOut().get(result.shared()).fits().get(0);
        CompareReport report = CompareReport.of(result, trained, labels);
        List<String> sentences = new ArrayList<>(List.of(partial.words()));
        sentences.addAll(report.words().sentences());
        List<String> lines = report.words().lines();
        Map<Path, String> files = files(report, sentences);
        return () -> {
            terminal.note(partial.words());
            write(files, terminal);
            lines.forEach(terminal::say);
        };
    }

    /** What to write where. */
    private Map<Path, String> files(CompareReport comparison, List<String> sentences) {
        Map<Path, String> files = new LinkedHashMap<>();
        if (reportFile != null || jsonFile != null) {
            Map<String, String> provenance = CompareReport.provenance(commandLine(), training.seed());
            Report report = comparison.report("Kith: does sharing help?", sentences, provenance);
            if (reportFile != null) {
                files.put(reportFile, ReportPage.html(report, Version.current()));
            }
            if (jsonFile != null) {
                files.put(jsonFile, report.json() + "\n");
            }
        }
        return files;
    }

    private void write(Map<Path, String> files, Terminal terminal) throws IOException {
        if (!files.isEmpty()) {
            terminal.say("");
        }
        for (Map.Entry<Path, String> file : files.entrySet()) {
            Outputs.write(file.getKey(), out -> out.write(file.getValue()));
            terminal.say(
                    "Saved " + file.getKey() + (file.getKey().equals(reportFile) ? " (open it in a browser)" : ""));
        }
    }

    /** What was typed, as it can be pasted: with the command itself and options before it, quoted where need be. */
    private String commandLine() {
        return "kith "
                + ShellWords.of(spec.root().commandLine().getParseResult().expandedArgs());
    }
}
