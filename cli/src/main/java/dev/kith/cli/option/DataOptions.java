package dev.kith.cli.option;

import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.text.TaskSpread;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Assumptions;
import dev.kith.data.layout.Reading;
import dev.kith.data.moments.OnePass;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.score.Folding;
import dev.kith.score.Split;
import dev.kith.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** What to read and which column plays which part. */
public final class DataOptions {
    @Parameters(
            arity = "0..1",
            paramLabel = "DATA",
            description = "CSV or TSV with a header line, or LIBSVM (.svm, .libsvm: label qid:TASK index:value ...);"
                    + " may be gzipped; - is CSV from standard input.")
    @Reads
    private @Nullable Path given;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SourceOptions source;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private InDatabaseOptions inDatabase;

    /** What is read, once that is known. */
    private @Nullable Path file;

    /** How that file is read, without a word. */
    private Reading reading = Reading.AUTO;

    @Option(
            names = "--task",
            paramLabel = "COL",
            description =
                    "Long data: the column that names a row's task. Given again, for --method mixed, a further column"
                            + " that groups the rows, crossed with the tasks or nested in them.")
    private List<String> tasks = List.of();

    @Option(
            names = "--target",
            paramLabel = "COL",
            description = "Long data: the column with the label. Missing labels are normal: their rows are left out.")
    private @Nullable String target;

    @Option(
            names = "--targets",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Wide data: one label column for each task; blank = not observed.")
    private List<String> targets = List.of();

    @Option(
            names = "--classes",
            paramLabel = "COL",
            description =
                    "Several classes: the column with a row's class. One task for each class, of the class against"
                            + " the rest; predictions name a class. With --task every task has its own classifier, and"
                            + " they learn from each other.")
    private @Nullable String classColumn;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OrderOptions order;

    @Option(
            names = "--features",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Columns to learn from. Default: every column without another part; numbers, or yes and no.")
    private List<String> features = List.of();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private TextColumnOptions textColumns;

    @Option(
            names = "--strings",
            paramLabel = "COL",
            description = "A text column to learn from with a string kernel (spectrum:k, weighted-degree:k).")
    private @Nullable String strings;

    @Option(
            names = "--threshold",
            paramLabel = "X",
            description = "Make two classes of numeric labels: 1 where the label is at least X, else 0.")
    private @Nullable Double threshold;

    @Option(names = "--weight", paramLabel = "COL", description = "A column of weights, numbers >= 0.")
    private @Nullable String weight;

    @Option(
            names = "--id",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Key columns: nothing is learned from them, predictions repeat them.")
    private List<String> id = List.of();

    @Option(
            names = "--drop",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Columns to leave out.")
    private List<String> drop = List.of();

    @Option(
            names = "--missing",
            paramLabel = "W1,W2,...",
            split = ",",
            hideParamSyntax = true,
            description = "How missing labels and features are spelled, beside blank, NA, N/A, null, NaN, ? and a lone"
                    + " point; kept in the model. Numbers count however they are written.")
    private List<String> missing = List.of();

    @Option(
            names = "--impute",
            paramLabel = "auto|none",
            description =
                    "Missing features: auto fills them by what training rows say (median of the task drawn to that of"
                            + " all rows, most frequent category; a feature says where, from 10 cells on), also when the"
                            + " model predicts; none makes them an error. Default auto.")
    private String impute = "auto";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LabelledReadingOptions layout;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private GuessOptions guess;

    @Option(
            names = "--split-file",
            paramLabel = "FILE",
            description = "A published split: row k of FILE speaks of row k of DATA. Only training rows are used.")
    @Reads
    private @Nullable Path splitFile;

    @Option(names = "--split-column", paramLabel = "COL", description = "The column of the split file that tells.")
    private @Nullable String splitColumn;

    @Option(
            names = "--train-value",
            paramLabel = "V",
            description = "What that column says for training rows. Default train.")
    private @Nullable String trainValue;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private HoldOutOptions holdOut;

    private KernelOptions kernels = new KernelOptions();

    /** What is learned from depends on the kernel. */
    public void readFor(KernelOptions chosen) {
        kernels = chosen;
    }

    private @Nullable String task() {
        return tasks.isEmpty() ? null : tasks.get(0);
    }

    /** Refuses several columns of tasks where a method does not know what to do with them. */
    public void requireOneTask(Method method) {
        if (groups() && !method.can(Capability.GROUPS)) {
            throw new UsageException("several --task are for "
                    + Methods.capable(Capability.GROUPS).stream()
                            .map(one -> "--method " + one.name())
                            .collect(Collectors.joining(" and "))
                    + ", got --method " + method.name() + "; name one column of tasks, or use that");
        }
    }

    /** Whether rows belong to levels of several columns. */
    private boolean groups() {
        return tasks.size() > 1;
    }

    private boolean wide() {
        return !targets.isEmpty();
    }

    /** The data to train on, with inputs left in the file for a method that can do with that. */
    public Dataset readLeaving(Terminal terminal) throws IOException {
        return training(terminal, readWhole(terminal, (table, roles) -> table.datasetOnFile(roles), Optional.empty()));
    }

    /**
     * The data to learn from: all, or the training rows of a published split.
     *
     * @param pass how rows are read that may be many
     * @param needed what needs the rows themselves, so that they are not collapsed
     */
    public Dataset read(Terminal terminal, OnePass pass, Optional<String> needed) throws IOException {
        return training(terminal, readWhole(terminal, pass, needed));
    }

    /** What of these options needs each row, where moments of the rows will not do. */
    public Optional<String> needsRows() {
        if (splitFile != null) {
            return Optional.of("--split-file");
        }
        return threshold != null ? Optional.of("--threshold") : holdOut.option();
    }

    private Dataset training(Terminal terminal, Dataset data) {
        Optional<Split> split = split(data);
        if (split.isEmpty()) {
            return data;
        }
        Dataset training = split.get().train();
        terminal.say("Training on the " + Words.count(training.size(), "label") + " whose " + splitColumn + " is "
                + usedTrainValue() + ".");
        return training;
    }

    /** Whether a second table says what tasks are like. */
    public boolean joins() {
        return source.joins();
    }

    /** Whether the data come from standard input, which is read once. */
    public boolean piped() {
        return given != null
                && given.toString().equals(StandardInput.MARK)
                && source.copies().isEmpty();
    }

    /** The file that is read, which is there once rows have been. */
    private Path file() {
        return file != null ? file : Objects.requireNonNull(given);
    }

    /**
     * Prints what a database would be asked; false where that was not wanted.
     *
     * @param needed what needs the rows themselves
     */
    public boolean printed(Terminal terminal, OnePass pass, Optional<String> needed) throws IOException {
        inDatabase.check(source.asks(), needed.or(this::needsCells));
        return inDatabase.wanted() && inDatabase.printed(source, roles(Format.CSV), pass, terminal);
    }

    /** What of these options speaks of cells as they are written, or of rows one by one. */
    private Optional<String> needsCells() {
        if (guess.wanted()) {
            return Optional.of("--auto");
        }
        return missing.isEmpty() ? source.copies() : Optional.of("--missing");
    }

    /** All rows, whatever the split says. */
    public Dataset readWhole(Terminal terminal, OnePass pass, Optional<String> needed) throws IOException {
        OnePass used = needed.isPresent() ? pass.withNumbers(Long.MAX_VALUE) : pass;
        source.check(given);
        checkSplit();
        if (inDatabase.wanted()) {
            return said(terminal, inDatabase.dataset(source, roles(Format.CSV), used, terminal), needed);
        }
        if (piped()) {
            StandardInput.requireOpen();
            terminal.progress("reading standard input...");
            guess.requireNoStream();
            Dataset data = Tables.dataset(
                    StandardInput.NAME,
                    System.in,
                    Format.CSV,
                    layout.reading(terminal, terminal::say),
                    roles(Format.CSV),
                    used);
            return said(terminal, data, needed);
        }
        return readWhole(terminal, (table, roles) -> table.dataset(roles, used), needed);
    }

    private Dataset readWhole(Terminal terminal, BiFunction<Table, Roles, Dataset> how, Optional<String> needed)
            throws IOException {
        source.check(given);
        checkSplit();
        Wanted from = source.file(given, layout.reading(terminal, terminal::say), missing, task(), terminal);
        file = from.file();
        reading = from.reading().telling(line -> {});
        terminal.reading(from.file());
        Table table = Tables.read(from.file(), from.reading());
        Roles roles = guess.complete(from.file(), from.reading(), roles(table.format()), terminal);
        return said(terminal, how.apply(table, roles), needed);
    }

    private Dataset said(Terminal terminal, Dataset read, Optional<String> needed) {
        Dataset data = classes(read);
        kernels.requireRows(data);
        Optional<Preparation> preparation = Preparation.fit(data);
        terminal.say(summary(
                data,
                preparation
                                .map(Preparation::features)
                                .orElse(data.inputs().features())
                                .size()
                        - data.columns().groupings().size(),
                layout.skips()));
        preparation.ifPresent(made -> made.words().forEach(line -> terminal.say("  " + line)));
        TaskSpread.of(data).ifPresent(terminal::say);
        double numbers =
                (double) data.inputs().rows() * data.inputs().features().size();
        if (needed.isPresent() && data.inputs() instanceof DenseInputs && numbers > OnePass.USUAL_NUMBERS) {
            terminal.say("All rows are kept in memory: " + needed.get() + " needs each of them.");
        }
        return data;
    }

    /** The published split of these data, if one was given. */
    public Optional<Split> split(Dataset data) {
        return splitFile == null
                ? Optional.empty()
                : Optional.of(Split.given(
                        data, Tables.read(splitFile), Objects.requireNonNull(splitColumn), usedTrainValue()));
    }

    /** What of the data nobody said. */
    public Assumptions assumed(Dataset data, ParseResult parsed) {
        boolean whole = !piped() && !inDatabase.wanted() && file != null;
        Set<String> said = new HashSet<>(id);
        said.addAll(drop);
        said.addAll(features);
        Assumptions read = whole ? Assumptions.none().withFile(file(), reading, said) : Assumptions.none();
        Assumptions more = parsed.hasMatchedOption("--features") ? read : read.withFeatures(data);
        return more.withMissing(data);
    }

    /** Whether a published split says what is tested. */
    public boolean splits() {
        return splitFile != null;
    }

    /** Whether rows are held out by time or by group. */
    public boolean holdsOutOtherwise() {
        return holdOut.option().isPresent();
    }

    /** How rows are held out. */
    public Folding folding() {
        return inDatabase.wanted() ? Folding.random() : holdOut.folding(file(), reading);
    }

    /** What must be known of rows that were held out at random though they have dates. */
    public Optional<String> warning() {
        if (splitFile != null || inDatabase.wanted()) {
            return Optional.empty();
        }
        Set<String> labels = new HashSet<>(targets);
        labels.addAll(tasks);
        Stream.of(target, classColumn, weight).filter(Objects::nonNull).forEach(labels::add);
        return holdOut.warning(file(), reading, labels);
    }

    /** Refuses to be told how rows are held out where none are. */
    public void requireHoldsOut(boolean used) {
        holdOut.requireUsed(used);
    }

    private String usedTrainValue() {
        return trainValue == null ? "train" : trainValue;
    }

    private Dataset classes(Dataset data) {
        if (threshold == null) {
            return data;
        }
        double[] labels = new double[data.size()];
        for (int o = 0; o < labels.length; o++) {
            labels[o] = data.label(o) >= threshold ? 1 : 0;
        }
        return data.withLabels(labels);
    }

    private void checkSplit() {
        if (splitFile == null && (splitColumn != null || trainValue != null)) {
            throw new UsageException("--split-column and --train-value need --split-file");
        }
        if (splitFile != null && (source.leavesOut().isPresent() || source.asks())) {
            throw new UsageException(
                    "--split-file speaks of the rows of DATA by their number, which they do not keep with "
                            + source.leavesOut().orElse("--query"));
        }
        if (splitFile != null && splitColumn == null) {
            throw new UsageException("--split-file needs --split-column, the column that says which rows train");
        }
    }

    private static String summary(Dataset data, int features, boolean unreadable) {
        long read = data.source().read();
        long skipped = data.source().skipped();
        return "Read " + data.source().name() + ": " + Words.count(read, "row")
                + (skipped > 0
                        ? ", " + Words.count(read - skipped, "row") + " used, " + Words.count(skipped, "row")
                                + " without any label" + (unreadable ? " or unreadable" : "") + " skipped"
                        : ", all used")
                + "; " + Words.count(data.taskCount(), "task") + ", "
                + Words.count(features, "feature") + ", "
                + Words.count(data.labels(), "label")
                + (data.collapsed().isPresent()
                        ? "; rows collapsed into moments, " + Words.count(data.size(), "weighted row")
                                + " stand for them"
                        : "")
                + ".";
    }

    private Roles roles(Format format) {
        Roles roles = labels(format)
                .features(features)
                .treated(textColumns.treatments())
                .id(id.toArray(String[]::new))
                .drop(drop.toArray(String[]::new));
        roles = kernels.inputs(strings == null ? roles : roles.strings(strings))
                .missing(missing)
                .impute(imputes());
        return holdOut.apart(weight == null ? roles : roles.weight(weight));
    }

    private boolean imputes() {
        if (!impute.equals("auto") && !impute.equals("none")) {
            throw new UsageException("--impute must be auto or none, got '" + impute + "'");
        }
        return impute.equals("auto");
    }

    private Roles labels(Format format) {
        guess.check();
        String task = task();
        if (groups() && (target == null || classColumn != null || wide())) {
            throw new UsageException("several --task need --target, the column with a label that is a number");
        }
        order.requireClasses(classColumn != null);
        if (classColumn != null) {
            if (target != null || wide() || threshold != null) {
                throw new UsageException(
                        "--classes says where the labels are: it needs no --target, --targets or --threshold");
            }
            return order.on(
                    task == null ? Roles.classes(classColumn) : Roles.task(task).choice(classColumn));
        }
        if (wide()) {
            if (task != null || target != null) {
                throw new UsageException(
                        "--targets is for wide data, --task and --target for long data: use one shape");
            }
            return Roles.targets(targets);
        }
        if (task != null && target != null) {
            return Roles.task(task, tasks.subList(1, tasks.size()).toArray(String[]::new))
                    .target(target);
        }
        if (guess.wanted()) {
            return task != null
                    ? Roles.task(task)
                    : target != null ? Roles.none().target(target) : Roles.none();
        }
        if (task != null) {
            throw new UsageException("--task needs --target, the column with the label");
        }
        if (target != null) {
            return Roles.targets(target);
        }
        if (format == Format.LIBSVM) {
            return Roles.none();
        }
        throw new UsageException("say where the labels are: --task COL --target COL (long data, a row for each"
                + " observation), --targets C1,C2,... (wide data, a column for each task) or --classes COL (several"
                + " classes); kith inspect shows the columns, --auto guesses");
    }
}
