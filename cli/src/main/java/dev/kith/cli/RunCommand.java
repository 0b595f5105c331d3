package dev.kith.cli;

import dev.kith.cli.run.Keys;
import dev.kith.cli.run.RunFile;
import dev.kith.cli.run.RunsFiles;
import dev.kith.cli.terminal.Completed;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith run}: what a file says. */
@Command(
        name = "run",
        description = {
            "Run what a file says: commands with their settings, in TOML.",
            "",
            "[data] holds what the commands share, a section per command what is its own; settings are called as the options"
                    + " are, files are named from the directory of the file. --save-config of any command writes one."
        },
        customSynopsis = "kith run FILE.toml [COMMAND...] [OPTIONS of the command]",
        sortOptions = false,
        footer = {
            "",
            "For example, shops.toml:",
            "  command = \"compare\"          # what kith run shops.toml does; or a list of commands",
            "",
            "  [data]",
            "  data = \"shops.csv\"",
            "  task = \"shop\"",
            "  target = \"sales\"",
            "",
            "  [compare]",
            "  methods = [\"mean\", \"mtrl\"]",
            "  report = \"shops.html\"",
            "",
            "  [fit]",
            "  method = \"mtrl\"",
            "  calibrate = true",
            "  output = \"shops.kith\"",
            "",
            "  [predict]",
            "  model = \"shops.kith\"",
            "",
            "Then:",
            "  kith run shops.toml",
            "  kith run shops.toml --folds 10",
            "  kith run shops.toml fit",
            "  kith run shops.toml predict april.csv --interval 0.9"
        })
final class RunCommand implements Callable<Integer>, Completed, RunsFiles {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "The run file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path file;

    @Parameters(
            index = "1..*",
            paramLabel = "COMMAND",
            description = "What to run of it, and what otherwise than it says: options take the place of its own.")
    private List<String> rest = List.of();

    /** Whatever stands behind the file is for the command that is run. */
    @Override
    public void complete(CommandSpec command) {
        command.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws IOException {
        CommandLine program = Main.commandLine(new Kith(kith.ending()));
        RunFile run = RunFile.read(file, program);
        List<String> named =
                rest.stream().takeWhile(word -> isCommand(program, word)).toList();
        List<String> own = rest.subList(named.size(), rest.size());
        List<String> commands = named.isEmpty() ? run.commands() : named;
        if (commands.size() > 1 && (!own.isEmpty() || kith.saveConfig().isPresent())) {
            throw new UsageException("options and files are for one command, and " + String.join(", ", commands)
                    + " are several: name one of them");
        }
        List<String> line = new ArrayList<>(inherited());
        line.addAll(own);
        List<String> typed = spec.root().commandLine().getParseResult().expandedArgs();
        for (String command : commands) {
            int code = Main.run(
                    new Kith(kith.ending(), Optional.of(new RunOrigin(run, typed))),
                    spec.commandLine().getOut(),
                    spec.commandLine().getErr(),
                    run.arguments(command, line).toArray(String[]::new));
            if (code != ExitCode.DONE) {
                return code;
            }
        }
        return ExitCode.DONE;
    }

    private static boolean isCommand(CommandLine program, String word) {
        CommandLine command = program.getSubcommands().get(word);
        return command != null && Keys.runs(command.getCommandSpec());
    }

    /** What was said of all commands before the file. */
    private List<String> inherited() {
        List<String> said = new ArrayList<>();
        if (kith.quiet()) {
            said.add("--quiet");
        }
        if (kith.debug()) {
            said.add("--debug");
        }
        kith.saveConfig().ifPresent(saved -> said.add("--save-config=" + saved));
        return said;
    }
}
