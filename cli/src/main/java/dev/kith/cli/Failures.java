package dev.kith.cli;

import dev.kith.cli.option.MethodOptions;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.OutOfMemory;
import dev.kith.cli.terminal.Printable;
import dev.kith.cli.terminal.StandardOutput;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.constraint.ProjectionException;
import dev.kith.data.DataException;
import dev.kith.linalg.NumericalException;
import dev.kith.method.SettingException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line on standard error and an exit code; {@code --debug} adds the stack trace. */
record Failures(Kith root) {
    /** The command line could not be understood. */
    int misread(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(prefix(command) + place(e, command) + Printable.line(firstLine(e.getMessage())));
        if (e instanceof UnmatchedArgumentException unmatched) {
            unmatched.getSuggestions().stream()
                    .limit(3)
                    .reduce((a, b) -> a + ", " + b)
                    .ifPresent(names -> err.println("Did you mean: " + names + "?"));
        }
        err.println("Help: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /** Of a run file the line that was meant. */
    private String place(ParameterException e, CommandLine command) {
        return e.getArgSpec() == null
                ? ""
                : root.origin()
                        .flatMap(from -> from.run().place(command.getCommandName(), e.getArgSpec()))
                        .map(at -> at + ": ")
                        .orElse("");
    }

    /** The command failed while it ran. */
    int failed(Exception e, CommandLine command, ParseResult parsed) {
        return failed(e, command);
    }

    /** The command failed while it ran, or the machine did. */
    int failed(Throwable thrown, CommandLine command) {
        // What a thread of its own died of arrives wrapped.
        Throwable e = error(thrown);
        if (e instanceof StandardOutput.Lost lost && lost.readerGone()) {
            return ExitCode.READER_GONE;
        }
        OutOfMemory.releaseReserve();
        root.terminal().ifPresent(Terminal::clear);
        if (root.debug()) {
            e.printStackTrace(Printable.writer(command.getErr()));
        }
        command.getErr().println(prefix(command) + Printable.line(message(e, command)));
        return code(e);
    }

    private static Throwable error(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            if (e instanceof Error) {
                return e;
            }
        }
        return thrown;
    }

    private static String prefix(CommandLine command) {
        return command.getCommandSpec().qualifiedName() + ": ";
    }

    private static int code(Throwable e) {
        if (e instanceof UsageException || e instanceof IllegalArgumentException || e instanceof ProjectionException) {
            return ExitCode.USAGE;
        }
        if (e instanceof DataException
                || e instanceof IOException
                || e instanceof UncheckedIOException
                || e instanceof StandardOutput.Lost) {
            return ExitCode.DATA;
        }
        return ExitCode.BUG;
    }

    private String message(Throwable e, CommandLine command) {
        if (e instanceof OutOfMemoryError memory) {
            return OutOfMemory.message(memory, root.terminal(), command.getCommandSpec());
        }
        Throwable cause = e instanceof UncheckedIOException io && io.getCause() != null ? io.getCause() : e;
        if (cause instanceof FileSystemException file) {
            return file.getFile() + ": " + (file.getReason() == null ? reason(file) : file.getReason());
        }
        if (e instanceof SettingException setting) {
            return MethodOptions.option(firstLine(setting.getMessage()));
        }
        if (code(e) != ExitCode.BUG || e instanceof NumericalException) {
            return firstLine(cause.getMessage());
        }
        return "unexpected error: " + firstLine(cause.toString()) + doing() + " (this is a bug; --debug shows where)";
    }

    private String doing() {
        return root.terminal()
                .map(Terminal::doing)
                .filter(doing -> !doing.isEmpty())
                .map(doing -> " after \"" + doing + "\"")
                .orElse("");
    }

    private static String reason(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        return e instanceof AccessDeniedException
                ? "permission denied"
                : "cannot be read or written (" + e.getClass().getSimpleName() + ")";
    }

    private static String firstLine(@org.jspecify.annotations.Nullable String message) {
        return message == null ? "no message" : message.lines().findFirst().orElse("no message");
    }
}
