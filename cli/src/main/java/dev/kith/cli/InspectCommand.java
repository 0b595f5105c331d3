package dev.kith.cli;

import dev.kith.cli.option.LabelledReadingOptions;
import dev.kith.cli.option.SampledSource;
import dev.kith.cli.option.SourceOptions.Wanted;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.ShellWords;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.Writes;
import dev.kith.cli.text.InspectText;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.inspect.Inspection;
import dev.kith.report.InspectionPage;
import dev.kith.report.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

/** {@code kith inspect}: what is in a table, before anything is learned from it. */
@Command(
        name = "inspect",
        description =
                "Look at a table before learning from it: what its columns are, which may be task and target, what"
                        + " would give the target away, and the command to run next. Nothing is changed.",
        customSynopsis = "kith inspect DATA [--task COL] [--target COL] [OPTIONS]",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith inspect shops.csv",
            "  kith inspect shops.csv --task shop --target sales --report shops.html"
        })
final class InspectCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "DATA",
            description = "CSV or TSV with a header line; may be gzipped; - is CSV from standard input.")
    @Reads
    private @Nullable Path file;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SampledSource source;

    @Option(names = "--task", paramLabel = "COL", description = "The column that names a row's task. Default: guessed.")
    private @Nullable String task;

    @Option(names = "--target", paramLabel = "COL", description = "The column with the label. Default: guessed.")
    private @Nullable String target;

    @Option(
            names = "--targets",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Wide data: one label column for each task.")
    private List<String> targets = List.of();

    @Option(names = "--classes", paramLabel = "COL", description = "The column with a row's class, one of several.")
    private @Nullable String classes;

    @Option(names = "--report", paramLabel = "FILE.html", description = "Write the same as a page for a browser.")
    @Writes
    private @Nullable Path report;

    @Option(names = "--json", paramLabel = "FILE.json", description = "Write the same as JSON.")
    @Writes
    private @Nullable Path json;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LabelledReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        for (Path output : Stream.of(report, json).filter(Objects::nonNull).toList()) {
            Outputs.requireWritable(output);
        }
        Inspection seen = inspect(terminal).given(roles()).run();
        String command = ShellWords.of(command(seen));
        new InspectText(seen).lines(command).forEach(terminal.out()::println);
        Provenance from = kith.traced(Provenance.NONE);
        if (report != null) {
            write(report, InspectionPage.html(seen, command, from), terminal);
        }
        if (json != null) {
            write(json, InspectionPage.json(seen, command, from) + "\n", terminal);
        }
        return ExitCode.DONE;
    }

    private static void write(Path file, String text, Terminal terminal) throws IOException {
        Outputs.write(file, out -> out.write(text));
        terminal.say("Saved " + file);
    }

    /** The command to run next, which reads the same rows. */
    private List<String> command(Inspection seen) {
        List<String> words = new ArrayList<>(seen.command(""));
        int place = words.indexOf("");
        words.remove(place);
        words.addAll(place, source.words(file));
        return words;
    }

    private Inspect inspect(Terminal terminal) throws IOException {
        source.check(file);
        boolean piped = file != null && file.toString().equals(StandardInput.MARK);
        if (piped && source.copies().isEmpty()) {
            StandardInput.requireOpen();
            terminal.progress("reading standard input...");
            return Inspect.stream(StandardInput.NAME, System.in).reading(reading.reading(terminal, terminal::note));
        }
        Wanted from = source.file(file, reading.reading(terminal, terminal::note), List.of(), task, terminal);
        terminal.reading(from.file(), "inspecting");
        return Inspect.file(from.file()).reading(from.reading());
    }

    private Roles roles() {
        return Roles.targets(targets)
                .with(Roles.Part.TASK, one(task))
                .with(Roles.Part.TARGET, one(target))
                .with(Roles.Part.CLASSES, one(classes));
    }

    private static List<String> one(@Nullable String column) {
        return column == null ? List.of() : List.of(column);
    }
}
