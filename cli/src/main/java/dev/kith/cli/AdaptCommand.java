package dev.kith.cli;

import dev.kith.adapt.Adapted;
import dev.kith.adapt.Counting;
import dev.kith.adapt.NewTask;
import dev.kith.adapt.TaskAdapter;
import dev.kith.cli.option.LabelledReadingOptions;
import dev.kith.cli.option.SampledSource;
import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.terminal.Completed;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.cli.text.AdaptText;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.score.Folding;
import dev.kith.structure.Relation;
import dev.kith.text.Json;
import dev.kith.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith adapt}: a few labelled rows of a new task join a trained model. */
@Command(
        name = "adapt",
        description = {
            "Let a new task join a trained model, from a few labelled rows of its own.",
            "",
            "The model file is all that is needed, the data it was trained on is not. What the new task has in common"
                    + " with the trained ones, and its predictor, are learned; trained tasks stay as they are, bit for"
                    + " bit. Says which tasks are nearest, what joining is expected to gain over learning alone, and"
                    + " warns where nothing in the model is like the new task."
        },
        customSynopsis = {
            "kith adapt MODEL DATA -o NEW [--task COL] [--target COL] [OPTIONS]",
            "       kith adapt MODEL DATA -o NEW --targets C1,C2,... [OPTIONS]"
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith adapt schools.kith new-school.csv -o schools-2.kith",
            "  kith adapt schools.kith pupils.csv --name school-140 --target score -o schools-2.kith --json"
                    + " joined.json",
            "  kith adapt arm.kith motions.csv --targets torque8 -o arm-8.kith",
            "  kith adapt shops.kith new-shop.csv --graph roads-2.csv -o shops-2.kith",
            "",
            "For models of linear and kernel methods with a structure (stl to logdet in 'kith fit --help'), with"
                    + " squared, logistic or poisson loss, and for boosted trees, which get the new task's mean label and a level of"
                    + " its own."
        })
final class AdaptCommand implements Callable<Integer>, Completed {
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
                    "Labelled rows of the new task, or of several: CSV, TSV or LIBSVM with the model's features; -"
                            + " is CSV from standard input.")
    @Reads
    private @Nullable Path dataFile;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SampledSource source;

    @Option(
            names = "--task",
            paramLabel = "COL",
            description = "The column that names a row's task. Default: the column the model was trained with.")
    private @Nullable String task;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "All rows are of one new task of this name; there need be no task column.")
    private @Nullable String name;

    @Option(
            names = "--target",
            paramLabel = "COL",
            description = "The column with the label. Default: the column the model was trained with.")
    private @Nullable String target;

    @Option(
            names = "--targets",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Wide data: one label column for each new task; blank = not observed.")
    private List<String> targets = List.of();

    @Option(names = "--weight", paramLabel = "COL", description = "A column of weights, numbers >= 0.")
    private @Nullable String weight;

    @Option(
            names = "--count",
            paramLabel = "row|task",
            description = "In models whose tasks count the same: a new row counts as a row of an average trained task"
                    + " (default), so that few rows cannot shout down what the others know; or the new task counts as a"
                    + " whole task, however few its rows.")
    private @Nullable Counting counting;

    @Option(
            names = "--time",
            paramLabel = "COL",
            description =
                    "Find out how far new tasks are missed, for gain and intervals, on rows later than those they are"
                            + " predicted from, by this column of dates or numbers. Default: rows are left out in turn.")
    private @Nullable String time;

    @Option(names = "--json", paramLabel = "FILE", description = "Where to write what became of the tasks as JSON.")
    @Writes
    private @Nullable Path json;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "NEW",
            required = true,
            description = "Where to save the model with the new tasks.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Writes
    private Path output;

    /** Adds the files that known structures are read from. */
    @Override
    public void complete(CommandSpec command) {
        RecordedRelation.addOptions(command);
    }

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LabelledReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        source.check(dataFile);
        terminal.reading(modelFile);
        ModelFile.Content content = ModelFile.readContent(modelFile);
        Model model = content.model();
        Relation relation = RecordedRelation.of(model, spec.commandLine().getParseResult());
        Counting counts = counting(model.info());
        Outputs.requireWritable(output);
        if (json != null) {
            Outputs.requireWritable(json);
        }
        Wanted from = source.file(dataFile, reading.reading(terminal, terminal::say), model.info(), task, terminal);
        Dataset rows = read(model.info(), from, terminal);
        terminal.progress("learning from " + Words.count(rows.size(), "label") + "...");
        Adapted adapted = new TaskAdapter(model, relation, counts, folding(from)).adapt(rows);
        ModelFile.Content joined = adapted.content(content);
        ModelFile.write(joined, output);
        AdaptText text = new AdaptText(
                model.info(), adapted.tasks(), joined.uncertainty().errors(), Optional.ofNullable(time));
        text.lines().forEach(terminal::say);
        for (NewTask task : adapted.tasks()) {
            text.warning(task).ifPresent(terminal::note);
        }
        AdaptText.notKept(content).ifPresent(terminal::note);
        text.notForward().ifPresent(terminal::note);
        if (json != null) {
            String told = Json.of(kith.named(text.json()));
            Outputs.write(json, out -> out.write(told + "\n"));
        }
        terminal.say("Saved " + output);
        return ExitCode.DONE;
    }

    private Counting counting(ModelInfo info) {
        if (counting != null && "observation".equals(info.parameters().get("weighting"))) {
            throw new UsageException("--count is for models whose tasks count the same; in this one every row does");
        }
        return counting == null ? Counting.ROW : counting;
    }

    private Folding folding(Wanted from) {
        return time == null
                ? Folding.random()
                : Folding.forward(
                        time,
                        Tables.read(from.file(), from.reading().telling(line -> {}))
                                .column(time),
                        0,
                        OptionalDouble.empty());
    }

    private Dataset read(ModelInfo info, Wanted from, Terminal terminal) {
        terminal.reading(from.file());
        Table table = Tables.read(from.file(), from.reading());
        Roles roles = info.inputs(labels(info, table.format()));
        Dataset rows = table.dataset(weight == null ? roles : roles.weight(weight));
        return name == null ? rows : named(rows, name);
    }

    private Roles labels(ModelInfo info, Format format) {
        if (!targets.isEmpty()) {
            if (task != null || target != null || name != null) {
                throw new UsageException(
                        "--targets names tasks and labels at once: it needs no --task, --target or" + " --name");
            }
            return Roles.targets(targets);
        }
        if (format == Format.LIBSVM) {
            return Roles.none();
        }
        String label = target == null ? info.columns().target().orElse(null) : target;
        if (label == null) {
            throw new UsageException(
                    "say where the labels are: --target COL, or --targets C1,C2,... for a column for each new task");
        }
        if (name != null) {
            if (task != null) {
                throw new UsageException("--name says that all rows are of one task: it needs no --task");
            }
            return Roles.targets(label);
        }
        String column = task == null ? info.columns().task().orElse(null) : task;
        if (column == null) {
            throw new UsageException("say which task the rows are of: --name NAME for all of them, or --task COL");
        }
        return Roles.task(column).target(label);
    }

    /** The same rows, all of them of the task called so. */
    private static Dataset named(Dataset rows, String name) {
        if (rows.taskCount() != 1) {
            throw new DataException("--name is for rows of one task, these are of " + rows.taskCount());
        }
        int size = rows.size();
        return Dataset.of(
                        rows.inputs(),
                        List.of(name),
                        IntStream.range(0, size).map(rows::row).toArray(),
                        new int[size],
                        IntStream.range(0, size).mapToDouble(rows::label).toArray(),
                        IntStream.range(0, size).mapToDouble(rows::weight).toArray(),
                        rows.classes().orElse(null))
                .withSource(rows.source());
    }
}
