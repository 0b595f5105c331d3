package dev.kith.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Entry point of the program. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int code;
        // UTF-8 whatever the locale: task and column names go through unchanged, and files do not depend on the shell.
        try (PrintWriter out = writer(FileDescriptor.out);
                PrintWriter err = writer(FileDescriptor.err)) {
            code = run(out, err, args);
        }
        System.exit(code);
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8),
                /* autoFlush= */ true);
    }

    /** Runs one command line and returns its exit code; never throws, never exits. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        Kith root = new Kith();
        Failures failures = new Failures(root);
        CommandLine command = new CommandLine(root);
        for (CommandLine sub : command.getSubcommands().values()) {
            if (sub.getCommand() instanceof Completed completed) {
                completed.complete(sub.getCommandSpec());
            }
        }
        return command.setOut(out)
                .setErr(err)
                .setUsageHelpWidth(100)
                .setUsageHelpLongOptionsMaxWidth(28)
                .setAbbreviatedOptionsAllowed(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(failures::misread)
                .setExecutionExceptionHandler(failures::failed)
                .execute(args);
    }
}
