package dev.kith.cli;

import dev.kith.cli.option.ReadingOptions;
import dev.kith.cli.option.SampledSource;
import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.option.UnknownTaskOptions;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.text.ExplanationText;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Unknown;
import dev.kith.text.Json;
import dev.kith.trust.Explainer;
import dev.kith.trust.Explanation;
import dev.kith.trust.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith explain}: why a model predicts what it predicts. */
@Command(
        name = "explain",
        description =
                "Take predictions apart: what each feature adds, what the task's own rows say and what it borrowed"
                        + " from whom. Exact for linear models; for models of one kernel by task only.",
        customSynopsis = "kith explain MODEL DATA [--rows N] [--top K] [--json]",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith explain schools.kith new-pupils.csv",
            "  kith explain schools.kith new-pupils.csv --rows 1 --top 10",
            "  kith explain schools.kith new-pupils.csv --rows 1000 --json"
        })
final class ExplainCommand implements Callable<Integer> {
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
            description = "Rows with the model's columns; labels may be absent; - is CSV from standard input.")
    @Reads
    private @Nullable Path dataFile;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SampledSource source;

    @Option(
            names = "--task",
            paramLabel = "COL",
            description =
                    "The column that names a row's task. Default: the column the model was trained with; models of wide"
                            + " data explain every task.")
    private @Nullable String task;

    @Option(names = "--rows", paramLabel = "N", description = "Explain the first N rows. Default 3.")
    private int count = 3;

    @Option(names = "--top", paramLabel = "K", description = "Name the K features and tasks that add most. Default 5.")
    private int top = 5;

    @Option(names = "--json", description = "All features and tasks, as one JSON array.")
    private boolean json;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ReadingOptions reading;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private UnknownTaskOptions unknown;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        if (count < 1 || top < 1) {
            throw new UsageException("--rows and --top must be at least 1");
        }
        source.check(dataFile);
        terminal.reading(modelFile);
        Model model = ModelFile.read(modelFile);
        if (unknown.asked().equals(Optional.of(Unknown.MISSING))) {
            throw new UsageException("--unknown missing leaves nothing to explain: use common, attributes or error");
        }
        unknown.check(model.info());
        Explainer explainer = explainer(model);
        Wanted from = source.file(dataFile, reading.reading(terminal, terminal::note), model.info(), task, terminal);
        terminal.reading(from.file());
        unknown.reading(model, () -> tell(terminal, model, explainer, from));
        return ExitCode.DONE;
    }

    private void tell(Terminal terminal, Model model, Explainer explainer, Wanted from) {
        try (Stream<Rows> batches = Tables.read(from.file(), from.reading()).batches(roles(model.info()), count)) {
            Rows rows = batches.iterator().next();
            List<ExplanationText> texts = new ArrayList<>();
            for (int i = 0; i < rows.inputs().rows(); i++) {
                for (Explanation why : explainer.all(model, unknown.asked().orElse(Unknown.ERROR), rows, i)) {
                    texts.add(new ExplanationText(i + 1, why, model.info(), top));
                }
            }
            terminal.clear();
            if (json) {
                terminal.out()
                        .println(Json.of(
                                texts.stream().map(ExplanationText::json).toList()));
            } else {
                texts.forEach(text -> text.lines().forEach(terminal.out()::println));
            }
        }
    }

    private static Explainer explainer(Model model) {
        try {
            return Explainer.of(model);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private Roles roles(ModelInfo info) {
        return new Question(Optional.ofNullable(task), false, List.of(), unknown.asked()).roles(info);
    }
}
