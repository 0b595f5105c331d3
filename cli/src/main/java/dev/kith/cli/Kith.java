package dev.kith.cli;

import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.Terminal;
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
            AdaptCommand.class,
            UpdateCommand.class,
            StreamCommand.class,
            ReproduceCommand.class
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

    private final Ending ending;
    private @Nullable Terminal terminal;

    Kith(Ending ending) {
        this.ending = ending;
    }

    /** What happens when a signal ends the program. */
    Ending ending() {
        return ending;
    }

    /** Where the command spoke, if it did. */
    Optional<Terminal> terminal() {
        return Optional.ofNullable(terminal);
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
