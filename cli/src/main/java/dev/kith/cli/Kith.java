package dev.kith.cli;

import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.ShellWords;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.Writes;
import dev.kith.report.Provenance;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command. A new command is a class and its name in {@code subcommands}. */
@Command(
        name = "kith",
        description = {
            "Learn related tasks together.",
            "",
            "Many prediction problems that are alike (one per shop, patient, sensor, user), each with little data:"
                    + " kith fits them jointly and shows who is like whom."
        },
        customSynopsis = "kith COMMAND [OPTIONS]",
        sortOptions = false,
        versionProvider = About.class,
        subcommands = {
            DemoCommand.class,
            InspectCommand.class,
            DataCommand.class,
            QueryCommand.class,
            FitCommand.class,
            CompareCommand.class,
            PredictCommand.class,
            ExplainCommand.class,
            ScoreCommand.class,
            ShowCommand.class,
            DiffCommand.class,
            ExtractCommand.class,
            ExportCommand.class,
            AdaptCommand.class,
            UpdateCommand.class,
            RunCommand.class,
            StreamCommand.class,
            ServeCommand.class,
            ReproduceCommand.class,
            CompletionCommand.class
        },
        footer = {
            "",
            "Every command explains itself: kith COMMAND --help",
            "",
            "Exit codes: 0 done, 2 wrong usage, 3 wrong data or file, 4 not converged with --strict, 1 anything else;",
            "130 and 143 ended by a signal, 141 nobody read the output to its end."
        })
final class Kith implements Runnable {
    private static final int LAST = 1000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            order = LAST,
            description = "Show this help and stop.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version, the linear algebra and the Java in use, and stop.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean version;

    @Option(
            names = "--quiet",
            scope = ScopeType.INHERIT,
            order = LAST,
            description = "No progress and no summary, only errors.")
    private boolean quiet;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            order = LAST,
            description = "Show where in the program an error came from.")
    private boolean debug;

    @Option(
            names = "--save-config",
            paramLabel = "FILE.toml",
            scope = ScopeType.INHERIT,
            order = LAST,
            description = "Write what was asked to a file that kith run does again, and do it.")
    @Writes
    private @Nullable Path saveConfig;

    private final Ending ending;
    private final Optional<RunOrigin> origin;
    private @Nullable Terminal terminal;

    Kith(Ending ending) {
        this(ending, Optional.empty());
    }

    /** @param origin the run file that the arguments came from */
    Kith(Ending ending, Optional<RunOrigin> origin) {
        this.ending = ending;
        this.origin = origin;
    }

    /** What happens when a signal ends the program. */
    Ending ending() {
        return ending;
    }

    /** Where the command spoke, if it did. */
    Optional<Terminal> terminal() {
        return Optional.ofNullable(terminal);
    }

    /** Where what was asked is to be kept. */
    Optional<Path> saveConfig() {
        return Optional.ofNullable(saveConfig);
    }

    /** The run file that the arguments came from. */
    Optional<RunOrigin> origin() {
        return origin;
    }

    /** What was typed, as it can be pasted: with the command itself and options before it, quoted where need be. */
    String commandLine() {
        return "kith "
                + ShellWords.of(origin.map(RunOrigin::typed)
                        .orElseGet(() -> spec.commandLine().getParseResult().expandedArgs()));
    }

    /** Where results come from, with the run file if there is one. */
    Provenance traced(Provenance provenance) {
        return origin.map(from -> provenance.runBy(from.name())).orElse(provenance);
    }

    /** What a command found, as JSON has it, with the run file that asked for it if there is one. */
    Map<String, @Nullable Object> named(Map<String, @Nullable Object> found) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(found);
        origin.ifPresent(from -> all.put("runFile", from.name()));
        return all;
    }

    boolean quiet() {
        return quiet;
    }

    boolean debug() {
        return debug;
    }

    /** Where a command speaks. */
    Terminal terminal(CommandSpec command) {
        if (terminal == null) {
            CommandLine line = command.commandLine();
            terminal = new Terminal(line.getOut(), line.getErr(), quiet);
        }
        return terminal;
    }

    /** {@code kith} alone explains itself. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut(), CommandLine.Help.Ansi.AUTO);
    }
}
