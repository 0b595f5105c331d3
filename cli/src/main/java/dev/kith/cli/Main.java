package dev.kith.cli;

import dev.kith.cli.run.RunWriter;
import dev.kith.cli.run.RunsFiles;
import dev.kith.cli.terminal.Completed;
import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.NamedFiles;
import dev.kith.cli.terminal.StandardOutput;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Entry point of the program. */
public final class Main {
    /** For when there is no memory left to say anything else; made while there is. */
    private static final byte[] LAST_WORDS =
            "kith: out of memory; give Java more, for example KITH_JAVA_OPTS=-Xmx8g\n".getBytes(StandardCharsets.UTF_8);

    private Main() {}

    public static void main(String[] args) {
        Ending ending = Ending.onSignals();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> ending.exit(lastWords(e)));
        int code;
        try {
            code = run(ending, StandardOutput.open(), standardError(), args);
        } catch (Throwable e) {
            code = lastWords(e);
        }
        ending.exit(code);
    }

    /** Of a thread nobody waits for, or of a failure to say what failed. */
    private static int lastWords(Throwable e) {
        try {
            byte[] words = e instanceof OutOfMemoryError
                    ? LAST_WORDS
                    : ("kith: unexpected error: " + e + " (this is a bug)\n").getBytes(StandardCharsets.UTF_8);
            new FileOutputStream(FileDescriptor.err).write(words);
        } catch (IOException | OutOfMemoryError nobody) {
            // Nobody to tell.
        }
        return ExitCode.BUG;
    }

    /** What cannot be written here cannot be reported anywhere: the exit code has to do. */
    private static PrintWriter standardError() {
        return new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), StandardCharsets.UTF_8),
                /* autoFlush= */ true);
    }

    /** Runs one command line and returns its exit code; never exits. */
    static int run(Ending ending, PrintWriter out, PrintWriter err, String... args) {
        return run(new Kith(ending), out, err, args);
    }

    /** The same for a program that knows where its arguments came from. */
    static int run(Kith root, PrintWriter out, PrintWriter err, String... args) {
        Failures failures = new Failures(root);
        CommandLine command = commandLine(root)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(failures::misread)
                .setExecutionExceptionHandler(failures::failed)
                .setExecutionStrategy(parsed -> execute(parsed, failures));
        return command.execute(args);
    }

    /** All commands and options. */
    static CommandLine commandLine(Kith root) {
        CommandLine command = new CommandLine(root);
        for (CommandLine sub : command.getSubcommands().values()) {
            if (sub.getCommand() instanceof Completed completed) {
                completed.complete(sub.getCommandSpec());
            }
        }
        return command.setUsageHelpWidth(100)
                .setUsageHelpLongOptionsMaxWidth(28)
                .setAbbreviatedOptionsAllowed(false)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Before the command runs, so that it is there however that ends. */
    private static void saveConfig(ParseResult parsed, Kith root) throws IOException {
        if (root.saveConfig().isPresent() && !(parsed.commandSpec().userObject() instanceof RunsFiles)) {
            Path file = root.saveConfig().get();
            String text = RunWriter.text(parsed, file);
            Outputs.requireWritable(file);
            Outputs.write(file, out -> out.write(text));
            root.terminal(parsed.commandSpec()).note("Saved " + file);
        }
    }

    /** What holds for every command stands here: files apart before it starts, all output written before it is done. */
    private static int execute(ParseResult parsed, Failures failures) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        CommandLine command = last.commandSpec().commandLine();
        try {
            NamedFiles.of(last)
                    .and(failures.root().origin().map(from -> from.run().file()))
                    .requireApart();
            saveConfig(last, failures.root());
            int code = new CommandLine.RunLast().execute(parsed);
            command.getOut().flush();
            return code;
        } catch (ParameterException | ExecutionException e) {
            throw e;
        } catch (RuntimeException | IOException e) {
            throw new ExecutionException(command, "failed", e);
        } catch (Error e) {
            return failures.failed(e, command);
        }
    }
}
