package dev.kith.cli;

import dev.kith.cli.completion.Shell;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith completion}: a script for the shell. */
@Command(
        name = "completion",
        description = "Print a script that lets the shell complete commands, options and their values.",
        customSynopsis = "kith completion bash|zsh|fish",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  source <(kith completion bash)      in ~/.bashrc",
            "  source <(kith completion zsh)       in ~/.zshrc, after compinit",
            "  kith completion fish | source       in ~/.config/fish/config.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Shell shell;

    @Override
    public Integer call() {
        Terminal terminal = kith.terminal(spec);
        PrintWriter out = terminal.data();
        out.print(shell.script(spec.root().commandLine()));
        out.flush();
        return ExitCode.DONE;
    }
}
