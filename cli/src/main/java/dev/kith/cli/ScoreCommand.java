package dev.kith.cli;

import dev.kith.cli.option.LabelOptions;
import dev.kith.cli.option.LabelledReadingOptions;
import dev.kith.cli.option.SampledSource;
import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.text.ScoreText;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.select.fresh.ModelContest;
import dev.kith.select.fresh.ModelScore;
import dev.kith.text.Json;
import java.io.IOException;
import java.nio.file.Path;
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

/** {@code kith score}: the measures of a saved model on fresh labelled rows. */
@Command(
        name = "score",
        description =
                "Say how well a saved model predicts labelled rows, overall and task by task; with a second model,"
                        + " which of the two is better, and for whom.",
        customSynopsis = "kith score MODEL DATA [MODEL2] [--measure NAME] [--json]",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith score sales.kith march.csv",
            "  kith score january.kith march.csv february.kith",
            "  kith score sales.kith march.csv --measure mae --json",
            "",
            "DATA has the columns that the model was trained with, labels included; rows of tasks that the model does"
                    + " not have are",
            "counted and left out. Rows the model was trained on flatter it."
        })
final class ScoreCommand implements Callable<Integer> {
    private static final double LEVEL = 0.95;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MODEL", description = "A model saved by kith.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path model;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DATA",
            description =
                    "Labelled rows: CSV, TSV or LIBSVM, may be gzipped; - is CSV from standard input. With --query"
                            + " this is MODEL2.")
    @Reads
    private @Nullable Path data;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SampledSource source;

    @Parameters(index = "2", arity = "0..1", paramLabel = "MODEL2", description = "Another model, to compare with it.")
    @Reads
    private @Nullable Path second;

    @Option(
            names = "--measure",
            paramLabel = "NAME",
            description = "The one measure to judge by, as in kith compare. Default: what suits the model's loss, and"
                    + " others.")
    private @Nullable String measure;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LabelOptions labels;

    @Option(names = "--json", description = "Everything, as one JSON object.")
    private boolean json;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LabelledReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Optional<Measure> asked = Optional.ofNullable(measure).map(Measure::named);
        boolean queried = source.asks() && second == null;
        Path rows = queried ? null : data;
        Path rival = queried ? data : second;
        source.check(rows);
        terminal.reading(model);
        Model first = ModelFile.read(model);
        Wanted from = source.file(rows, reading.reading(terminal::note), first.info(), labels.task(), terminal);
        terminal.reading(from.file());
        Table table = Tables.read(from.file(), from.reading());
        Roles roles = labels.roles(first);
        ModelScore score = ModelScore.of(first, table, roles, asked);
        ScoreText text = new ScoreText(name(model), table.name(), score);
        if (rival != null) {
            terminal.reading(rival);
            Model other = ModelFile.read(rival);
            text = text.with(name(rival), ModelContest.of(first, other, table, roles, asked, LEVEL));
        }
        terminal.clear();
        if (json) {
            terminal.out().println(Json.of(kith.named(text.json())));
        } else {
            text.lines().forEach(terminal.out()::println);
        }
        return ExitCode.DONE;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
