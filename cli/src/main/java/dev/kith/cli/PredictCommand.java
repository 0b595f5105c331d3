package dev.kith.cli;

import dev.kith.cli.option.GramOptions;
import dev.kith.cli.option.IntervalOptions;
import dev.kith.cli.option.IntoOptions;
import dev.kith.cli.option.ProbabilityOptions;
import dev.kith.cli.option.ReadingOptions;
import dev.kith.cli.option.SampledSource;
import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.option.UnknownTaskOptions;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.report.ModelReport;
import dev.kith.report.Report;
import dev.kith.report.ReportPage;
import dev.kith.score.Confusion;
import dev.kith.text.Words;
import dev.kith.trust.Predictor;
import dev.kith.trust.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith predict}: a model and new rows give predictions, in the order of the rows. */
@Command(
        name = "predict",
        description = "Predict for new rows with a saved model. Columns are found by name.",
        customSynopsis = "kith predict MODEL DATA [OPTIONS]",
        sortOptions = false,
        footer = {
            "",
            "Output is CSV: the id columns, then task,prediction for a model of long data or one column for each task for"
                    + " a model of wide data. Two-class models add the probability of the second class where they know"
                    + " it. A model of several classes (fit --classes) predicts a class, and says how often it was right"
                    + " if the rows name theirs; of classes inside tasks or in an order (--task with --classes, --order) it gives the probability of every class. --interval adds low,high (NAME:low,NAME:high for wide data), --decision"
                    + " decision (NAME:decision).",
            "",
            "Examples:",
            "  kith predict schools.kith new-pupils.csv --id pupil -o predictions.csv",
            "  kith predict arm.kith motions.csv | head",
            "  kith predict schools.kith new-pupils.csv --interval 0.9",
            "  kith predict mines.kith field.csv --probabilities isotonic",
            "  kith predict sales.kith --sql postgresql://db.example.org/shop --query @today.sql --id day --into"
                    + " forecast",
            "  kith predict schools.kith new-pupils.csv --unknown common"
        })
final class PredictCommand implements Callable<Integer> {
    /** Rows that are in memory at a time, where that many at a time are predicted as all are. */
    private static final int BATCH = 1 << 15;

    private static final int MOST_MISTAKES = 3;

    /** What predictions call the column of tasks. */
    private static final String TASK = "task";

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MODEL", description = "A model saved by kith.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path modelFile;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DATA",
            description =
                    "The rows: CSV, TSV or LIBSVM, as for fit; labels may be absent; - is CSV from standard input.")
    @Reads
    private @Nullable Path dataFile;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SampledSource source;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private IntoOptions into;

    @Option(
            names = "--task",
            paramLabel = "COL",
            description = "The column that names a row's task. Default: the column the model was trained with.")
    private @Nullable String task;

    @Option(
            names = "--all-tasks",
            description = "Predict every task for every row, one column for each task, without a task column.")
    private boolean allTasks;

    @Option(
            names = "--id",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Columns to copy in front of the predictions.")
    private List<String> id = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT.csv",
            description = "Where to write. Default: standard output.")
    @Writes
    private @Nullable Path output;

    @Option(
            names = "--decision",
            description = "Add the decision value of every class, for rankings, ROC curves and thresholds of your own:"
                    + " positive for the second class; with several classes that of the one chosen.")
    private boolean decision;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description =
                    "For a model of two classes and rows that have their labels, in the columns it was trained with:"
                            + " write ROC and precision-recall curves of its decisions as a page.")
    @Writes
    private @Nullable Path report;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private GramOptions grams;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private IntervalOptions intervals;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ProbabilityOptions probabilities;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ReadingOptions reading;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private UnknownTaskOptions unknown;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        intervals.check();
        if (allTasks && task != null) {
            throw new UsageException("--all-tasks needs no --task: use one of them");
        }
        source.check(dataFile, into.wanted());
        into.check(source.database(), output != null);
        terminal.reading(modelFile);
        ModelFile.Content content = grams.on(ModelFile.readContent(modelFile));
        Model model = content.model();
        Scope scope = question().scope(model.info());
        Predictor asked = probabilities.on(intervals.on(Predictor.of(content).scope(scope), scope));
        Predictor predictor = unknown.on(decision ? asked.decisions() : asked, scope);
        Wanted from = source.file(dataFile, reading.reading(terminal, terminal::note), model.info(), task, terminal);
        terminal.reading(from.file(), "predicting");
        Table table = Tables.read(from.file(), from.reading());
        if (report != null) {
            writeReport(content, table, report, terminal);
        }
        Roles roles = question().roles(model.info());
        unknown.reading(model, () -> predict(terminal, table, roles, predictor, scope));
        terminal.clear();
        return ExitCode.DONE;
    }

    private void predict(Terminal terminal, Table table, Roles roles, Predictor predictor, Scope scope)
            throws IOException {
        Model model = predictor.model();
        if (Question.inBatches(predictor, scope)) {
            predictInBatches(terminal, table, roles, predictor);
            return;
        }
        Rows rows = checked(table.rows(roles), scope);
        grams.requireRows(model, rows);
        noteIgnored(terminal, rows);
        terminal.progress("predicting " + Words.count(rows.inputs().rows(), "row") + "...");
        Predictions predictions = Question.predict(predictor, rows);
        write(terminal, predictions::writeTo);
        said(terminal, rows.inputs().rows());
        noteUnproven(terminal, predictions.unproven());
        unknown.note(terminal, model, predictions.unknown());
        predictor.intervalWords().ifPresent(terminal::note);
        Optional<String> classes = model.info().columns().classes().filter(table.header()::contains);
        if ((scope == Scope.ONE_CLASS || scope == Scope.CHOICE) && classes.isPresent()) {
            judge(terminal, model.info(), predictions, table.column(classes.get()));
        }
    }

    private void writeReport(ModelFile.Content content, Table table, Path file, Terminal terminal) throws IOException {
        Outputs.requireWritable(file);
        String name = String.valueOf(modelFile.getFileName());
        Dataset labelled = table.dataset(content.model().info().labelledRoles());
        Report page = ModelReport.of(content, name, labelled);
        ReportPage.write(page.withProvenance(kith.traced(page.provenance())), file);
        terminal.note(page.sentences().get(0));
        terminal.note("Saved " + file);
    }

    /** Rows are read, predicted and written some at a time: memory does not grow with their number. */
    private void predictInBatches(Terminal terminal, Table table, Roles roles, Predictor predictor) throws IOException {
        long[] count = new long[1];
        int[] unproven = new int[1];
        int[] strange = new int[1];
        try (Stream<Rows> batches = table.batches(roles, BATCH)) {
            Iterator<Rows> each = batches.iterator();
            Rows[] current = {checked(each.next(), Scope.OWN_TASK)};
            write(terminal, out -> {
                Predictions first = Question.predict(predictor, current[0]);
                first.writeTo(out);
                unproven[0] += first.unproven();
                strange[0] += first.unknown();
                count[0] += current[0].inputs().rows();
                while (each.hasNext()) {
                    current[0] = each.next();
                    Predictions more = Question.predict(predictor, current[0]);
                    more.writeLinesTo(out);
                    unproven[0] += more.unproven();
                    strange[0] += more.unknown();
                    count[0] += current[0].inputs().rows();
                }
            });
            noteIgnored(terminal, current[0]);
        }
        said(terminal, count[0]);
        noteUnproven(terminal, unproven[0]);
        unknown.note(terminal, predictor.model(), strange[0]);
    }

    private static Rows checked(Rows rows, Scope scope) {
        if (scope == Scope.OWN_TASK && rows.tasks().size() < rows.inputs().rows()) {
            throw new UsageException("name the column with each row's task: --task COL, or predict --all-tasks");
        }
        return rows;
    }

    private static void noteIgnored(Terminal terminal, Rows rows) {
        if (rows.ignored() > 0) {
            terminal.note("Ignored " + Words.count(rows.ignored(), "value") + " of features the model does not have.");
        }
    }

    private static void noteUnproven(Terminal terminal, int rows) {
        if (rows > 0) {
            terminal.note(Words.count(rows, "row")
                    + " marked 1 in column 'unproven': other outputs that obey the constraint may fit better.");
        }
    }

    private Question question() {
        return new Question(Optional.ofNullable(task), allTasks, id, unknown.asked());
    }

    /** How many of the rows that name their class were predicted right, and which classes were taken for others most often. */
    private static void judge(Terminal terminal, ModelInfo info, Predictions predictions, List<String> truth) {
        long known = Confusion.labelled(truth);
        Confusion confusion = Confusion.of(
                info.columns().choice().map(ClassChoice::classes).orElse(info.tasks()), predictions, truth);
        terminal.note("Accuracy " + Words.number(100.0 * confusion.right() / known) + "%: " + confusion.right() + " of "
                + Words.count(known, "labelled row") + " predicted right.");
        if (!confusion.mistakes().isEmpty()) {
            terminal.note("Most often confused: "
                    + confusion.mistakes().stream()
                            .limit(MOST_MISTAKES)
                            .map(one -> one.truth() + " taken for " + one.answer() + " (" + one.rows() + ")")
                            .collect(Collectors.joining(", "))
                    + ".");
        }
    }

    private void write(Terminal terminal, Outputs.Text text) throws IOException {
        if (into.wanted()) {
            Outputs.write(into.file(), text);
            terminal.progress("writing " + into.name() + "...");
            into.write(keys());
        } else if (output == null) {
            text.writeTo(terminal.data());
        } else {
            Outputs.write(output, text);
        }
    }

    /** Columns that are no predictions. */
    private Set<String> keys() {
        Set<String> keys = new HashSet<>(id);
        keys.add(TASK);
        return keys;
    }

    private void said(Terminal terminal, long rows) {
        if (into.wanted() || output != null) {
            terminal.say("Predicted " + Words.count(rows, "row") + " into " + (into.wanted() ? into.name() : output));
        }
    }
}
