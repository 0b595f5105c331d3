package dev.kith.cli;

import dev.kith.cli.option.LabelOptions;
import dev.kith.cli.option.LabelledReadingOptions;
import dev.kith.cli.option.SampledSource;
import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.option.UnknownTaskOptions;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.text.ScoreText;
import dev.kith.cli.text.UnseenText;
import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.Predictions.Unknown;
import dev.kith.score.Measure;
import dev.kith.select.fresh.ModelContest;
import dev.kith.select.fresh.ModelScore;
import dev.kith.select.fresh.UnseenScore;
import dev.kith.text.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            "counted and left out (--unknown common or attributes predicts them too). Rows the model was trained on flatter it."
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

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private UnknownTaskOptions unknown;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Optional<Measure> asked = Optional.ofNullable(measure).map(Measure::named);
        boolean queried = source.asks() && second == null;
        Path rows = queried ? null : data;
        Path rival = queried ? data : second;
        source.check(rows);
        terminal.reading(model);
        Model first = treating(ModelFile.read(model));
        Wanted from =
                source.file(rows, reading.reading(terminal, terminal::note), first.info(), labels.task(), terminal);
        terminal.reading(from.file(), "scoring");
        Table table = Tables.read(from.file(), from.reading());
        Roles roles = labels.roles(first);
        Optional<UnseenScore> unseen = unseen(first, table, roles, asked);
        terminal.clear();
        boolean alone = unseen.map(UnseenScore::alone).orElse(false);
        if (alone && rival != null) {
            throw new UsageException("no labelled row is of a task of " + name(model)
                    + ": two models are compared on tasks that both have");
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        if (!alone) {
            ScoreText text = text(first, table, roles, asked, rival, terminal);
            all.putAll(text.json());
            lines.addAll(text.lines());
        }
        unseen.map(found -> new UnseenText(found, unknown.words(first))).ifPresent(text -> {
            all.put("unseen", text.json());
            lines.addAll(text.lines());
        });
        terminal.clear();
        if (json) {
            terminal.out().println(Json.of(kith.named(all)));
        } else {
            lines.forEach(terminal.out()::println);
        }
        return ExitCode.DONE;
    }

    /** Levels of further task columns that a model does not have are treated as its unknown tasks are. */
    private Model treating(Model read) {
        return unknown.asked()
                .filter(one -> one != Unknown.MISSING)
                .map(read::treating)
                .orElse(read);
    }

    /** Of rows of tasks that the model does not have, where these are predicted. */
    private Optional<UnseenScore> unseen(Model scored, Table table, Roles roles, Optional<Measure> asked) {
        Optional<Unknown> way = unknown.asked();
        if (way.isPresent()) {
            unknown.check(scored.info());
        }
        return way.filter(one -> one == Unknown.COMMON || one == Unknown.ATTRIBUTES)
                .flatMap(one -> UnseenScore.of(scored, table, roles, one, asked));
    }

    private ScoreText text(
            Model first, Table table, Roles roles, Optional<Measure> asked, @Nullable Path rival, Terminal terminal)
            throws IOException {
        ModelScore score = ModelScore.of(first, table, roles, asked);
        if (unknown.asked().equals(Optional.of(Unknown.ERROR))
                && !score.strangers().isEmpty()) {
            throw new DataException(table.name() + ": "
                    + Names.unknown(
                            "task", score.strangers().get(0), first.info().tasks()));
        }
        ScoreText text = new ScoreText(name(model), table.name(), score);
        if (rival == null) {
            return text;
        }
        terminal.reading(rival);
        Model other = treating(ModelFile.read(rival));
        return text.with(name(rival), ModelContest.of(first, other, table, roles, asked, LEVEL));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
