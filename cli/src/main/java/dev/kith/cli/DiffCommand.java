package dev.kith.cli;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.text.DiffErrors;
import dev.kith.cli.text.DiffText;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.select.ErrorDiff;
import dev.kith.select.ModelDiff;
import dev.kith.text.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith diff}: what changed between two models. */
@Command(
        name = "diff",
        description = "Say what changed from one model to another: settings, tasks, ties, weights, errors.",
        customSynopsis = "kith diff BEFORE AFTER [--data DATA --task COL --target COL] [--json]",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith diff january.kith february.kith",
            "  kith diff stl.kith mean.kith --data held-out.csv --task school --target score",
            "  kith diff january.kith february.kith --json"
        })
final class DiffCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "BEFORE", description = "A model saved by kith.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path before;

    @Parameters(paramLabel = "AFTER", description = "Another one.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path after;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DiffErrors errors;

    @Option(names = "--json", description = "Everything, as one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        terminal.reading(before);
        Model old = ModelFile.read(before);
        terminal.reading(after);
        Model now = ModelFile.read(after);
        ModelDiff diff = ModelDiff.of(old, now);
        Optional<ErrorDiff> measured = errors.wanted() ? Optional.of(errors.measure(old, now)) : Optional.empty();
        DiffText text = new DiffText(diff, measured);
        if (json) {
            terminal.out().println(Json.of(text.json()));
        } else {
            text.lines().forEach(terminal.out()::println);
        }
        return ExitCode.DONE;
    }
}
