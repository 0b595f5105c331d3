package dev.kith.cli;

import dev.kith.data.Columns;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.Table;
import dev.kith.data.Tables;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.model.Probability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
                    + " if the rows name theirs. --interval adds low,high (NAME:low,NAME:high for wide data).",
            "",
            "Examples:",
            "  kith predict schools.kith new-pupils.csv --id pupil -o predictions.csv",
            "  kith predict arm.kith motions.csv | head",
            "  kith predict schools.kith new-pupils.csv --interval 0.9",
            "  kith predict mines.kith field.csv --probabilities isotonic"
        })
final class PredictCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", description = "A model saved by kith.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path modelFile;

    @Parameters(paramLabel = "DATA", description = "The rows: CSV, TSV or LIBSVM, as for fit; labels may be absent.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path dataFile;

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

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private IntervalOptions intervals;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ProbabilityOptions probabilities;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        intervals.check();
        if (allTasks && task != null) {
            throw new UsageException("--all-tasks needs no --task: use one of them");
        }
        terminal.reading(modelFile);
        ModelFile.Content content = ModelFile.readContent(modelFile);
        Model model = content.model();
        Columns columns = model.info().columns();
        String taskColumn = task != null ? task : columns.task().orElse(null);
        boolean wide = allTasks || (task == null && columns.everyTask());
        Optional<IntervalOptions.Bounds> bounds = intervals.of(content, wide);
        Probability probability = probabilities.of(content);
        terminal.reading(dataFile);
        Table table = Tables.read(dataFile);
        Rows rows = table.rows(roles(model, wide ? null : taskColumn));
        if (!wide && rows.tasks().size() < rows.inputs().rows()) {
            throw new UsageException("name the column with each row's task: --task COL, or predict --all-tasks");
        }
        if (rows.ignored() > 0) {
            terminal.note(
                    "Ignored " + Terminal.count(rows.ignored(), "value") + " of features the model does not have.");
        }
        terminal.progress("predicting " + Terminal.count(rows.inputs().rows(), "row") + "...");
        String classColumn = columns.classes().orElse(null);
        if (classColumn == null || allTasks) {
            Predictions predictions =
                    new Predictions(model, rows, wide, probability, bounds.map(IntervalOptions.Bounds::intervals));
            write(terminal, rows, predictions::writeTo);
            bounds.ifPresent(found -> terminal.note(found.words()));
        } else {
            ClassPredictions predictions = new ClassPredictions(model, rows, probability);
            write(terminal, rows, predictions::writeTo);
            if (table.header().contains(classColumn)) {
                terminal.note(predictions.accuracy(table.column(classColumn)));
            }
        }
        return ExitCode.DONE;
    }

    private void write(Terminal terminal, Rows rows, Outputs.Text text) throws IOException {
        if (output == null) {
            text.writeTo(terminal.data());
        } else {
            Outputs.write(output, text);
            terminal.say("Predicted " + Terminal.count(rows.inputs().rows(), "row") + " into " + output);
        }
    }

    private Roles roles(Model model, @Nullable String taskColumn) {
        Roles roles = taskColumn == null ? Roles.none() : Roles.task(taskColumn);
        return model.info().inputs(roles).id(id.toArray(String[]::new)).knownTasks(model.info().tasks());
    }
}
