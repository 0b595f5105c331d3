package dev.kith.cli;

import dev.kith.adapt.ModelUpdate;
import dev.kith.cli.option.LabelledReadingOptions;
import dev.kith.cli.option.SampledSource;
import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.cli.text.FitText;
import dev.kith.data.Dataset;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.moments.Moments;
import dev.kith.data.moments.OnePass;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith update}: more rows for a model that kept its moments. */
@Command(
        name = "update",
        description = {
            "Teach a model more rows, exactly: the result is that of a fit to all rows, old and new.",
            "",
            "The model must have been fitted with --keep-moments; the rows it was fitted to are not needed. DATA may"
                    + " also be another such model, whose rows are then added. lambda and the method's settings stay as"
                    + " they are; new tasks join."
        },
        customSynopsis = {"kith update MODEL DATA (-o NEW | --in-place) [OPTIONS]"},
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith fit shops.csv --task shop --target sales --method mean --keep-moments -o shops.kith",
            "  kith update shops.kith today.csv --in-place",
            "  kith update shops.kith today.csv --half-life 100000 -o shops-2.kith",
            "  kith update north.kith south.kith -o both.kith"
        })
final class UpdateCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MODEL", description = "A model saved by kith fit --keep-moments.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path modelFile;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DATA",
            description = "Labelled rows with the model's features: CSV or TSV, may be gzipped; - is CSV from standard"
                    + " input. Or another model that kept its moments (.kith).")
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
            names = "--target",
            paramLabel = "COL",
            description = "The column with the label. Default: the column the model was trained with.")
    private @Nullable String target;

    @Option(names = "--weight", paramLabel = "COL", description = "A column of weights, numbers >= 0.")
    private @Nullable String weight;

    @Option(
            names = "--half-life",
            paramLabel = "N",
            description = "Forget: the weight of old rows halves with every N new ones. Default: all rows count alike.")
    private @Nullable Double halfLife;

    @Option(names = "--in-place", description = "Save over MODEL; it is replaced when the new one is complete.")
    private boolean inPlace;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "NEW",
            description = "Where to save the model that knows all rows.")
    @Writes
    private @Nullable Path given;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LabelledReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Path output = output();
        if (halfLife != null && !(halfLife > 0 && halfLife < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--half-life must be a finite number > 0, got " + halfLife);
        }
        source.check(dataFile);
        terminal.reading(modelFile);
        ModelFile.Content content = ModelFile.readContent(modelFile);
        ModelUpdate old = ModelUpdate.of(content);
        Outputs.requireWritable(output);
        Moments rows = read(content.model().info(), terminal);
        double share = halfLife == null ? 1 : Math.pow(2, -rows.rows() / halfLife);
        if (!(share > 0)) {
            throw new UsageException("--half-life " + halfLife + " leaves nothing of the old rows after "
                    + Words.count(rows.rows(), "new one"));
        }
        ModelUpdate update = (halfLife == null ? old : old.forget(share)).learn(rows);
        terminal.progress("fitting...");
        Fit<? extends Model> fit = update.fit(step -> terminal.progress("iteration " + step.iteration()));
        terminal.clear();
        terminal.say(described(content.model().info(), rows, share));
        terminal.say(FitText.of(fit));
        ModelFile.write(update.content(fit.model()), output);
        terminal.say("Saved " + output);
        return ExitCode.DONE;
    }

    private Path output() {
        if (inPlace == (given != null)) {
            throw new UsageException("say where to save the model: either -o NEW or --in-place");
        }
        return given == null ? modelFile : given;
    }

    private static String described(ModelInfo info, Moments rows, double share) {
        Set<String> known = new HashSet<>(info.tasks());
        List<String> joined =
                rows.tasks().stream().filter(name -> !known.contains(name)).toList();
        return "Learned " + Words.count(rows.rows(), "row") + " of "
                + (rows.source().name().isEmpty()
                        ? "the other model"
                        : rows.source().name())
                + (joined.isEmpty() ? "" : "; " + Words.count(joined.size(), "new task"))
                + (share < 1 ? "; older rows count " + Words.number(share) + " of what they did" : "") + ".";
    }

    private Moments read(ModelInfo info, Terminal terminal) throws IOException {
        if (dataFile != null && dataFile.toString().toLowerCase(Locale.ROOT).endsWith(".kith")) {
            if (source.copies().isPresent()) {
                throw new UsageException(source.copies().get() + " is for rows, " + dataFile + " is a model");
            }
            if (task != null || target != null || weight != null) {
                throw new UsageException("--task, --target and --weight are for rows, " + dataFile + " is a model");
            }
            return ModelUpdate.of(ModelFile.readContent(dataFile)).moments();
        }
        OnePass once = OnePass.folds(0, 0).withSquared(true);
        // features are made of rows, so rows must not become moments before
        OnePass pass = info.schema().preparation().isPresent() ? once.withNumbers(Long.MAX_VALUE) : once;
        if (dataFile != null
                && dataFile.toString().equals(StandardInput.MARK)
                && source.copies().isEmpty()) {
            StandardInput.requireOpen();
            Dataset rows = Tables.dataset(
                    StandardInput.NAME,
                    System.in,
                    Format.CSV,
                    reading.reading(terminal, terminal::say),
                    roles(info),
                    pass);
            return Moments.of(info.prepared(rows));
        }
        Wanted from = source.file(dataFile, reading.reading(terminal, terminal::say), info, task, terminal);
        terminal.reading(from.file());
        return Moments.of(info.prepared(Tables.read(from.file(), from.reading()).dataset(roles(info), pass)));
    }

    private Roles roles(ModelInfo info) {
        Roles labels = info.inputs(labels(info));
        return weight == null ? labels : labels.weight(weight);
    }

    private Roles labels(ModelInfo info) {
        if (info.columns().everyTask()) {
            if (task != null || target != null) {
                throw new UsageException(
                        "--task and --target are for models of long data; this one's tasks are columns");
            }
            return Roles.targets(info.tasks());
        }
        String ofTask = task == null ? info.columns().task().orElse(null) : task;
        String ofLabel = target == null ? info.columns().target().orElse(null) : target;
        if (ofTask == null || ofLabel == null) {
            throw new UsageException("say where tasks and labels are: --task COL --target COL");
        }
        return Roles.task(ofTask).target(ofLabel);
    }
}
