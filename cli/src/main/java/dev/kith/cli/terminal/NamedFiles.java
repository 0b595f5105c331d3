package dev.kith.cli.terminal;

import dev.kith.file.disk.AtomicFile;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The files that a command line names, so that no output takes the place of an input or of another output. Every option
 * that names one says with {@link Reads} or {@link Writes} what happens to it, and an option made at run time with
 * {@link Role}; commands themselves need not look.
 */
public record NamedFiles(List<Named> inputs, List<Named> outputs) {
    private static final Path STANDARD_INPUT = Path.of("/dev/stdin");
    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    /** What happens to the file, as the user object of an option made at run time. */
    public enum Role {
        /** It is read. */
        READ,
        /** It is written. */
        WRITTEN,
        /** The option names no file. */
        NONE
    }

    /** @param by the option, as the user wrote it */
    record Named(String by, Path file) {}

    /** What happens to the file that an option names. */
    public static Role role(ArgSpec option) {
        if (option.userObject() instanceof Role role) {
            return role;
        }
        if (option.userObject() instanceof AnnotatedElement field) {
            return field.isAnnotationPresent(Reads.class)
                    ? Role.READ
                    : field.isAnnotationPresent(Writes.class) ? Role.WRITTEN : Role.NONE;
        }
        return Role.NONE;
    }

    public static NamedFiles of(ParseResult parsed) {
        List<Named> inputs = new ArrayList<>();
        List<Named> outputs = new ArrayList<>();
        for (ArgSpec option : parsed.commandSpec().args()) {
            switch (role(option)) {
                case READ -> named(option).forEach(inputs::add);
                case WRITTEN -> named(option).forEach(outputs::add);
                case NONE -> {}
            }
        }
        if (parsed.commandSpec().userObject() instanceof DefaultOutput command) {
            command.defaultOutput().ifPresent(file -> outputs.add(new Named("-o (by default)", file)));
        }
        // Where the shell sent it; the terminal and pipes are nobody's file.
        if (Files.isRegularFile(STANDARD_OUTPUT)) {
            outputs.add(new Named("standard output", STANDARD_OUTPUT));
        }
        return new NamedFiles(inputs, outputs);
    }

    private static Stream<Named> named(ArgSpec option) {
        String by = option instanceof OptionSpec o ? o.names()[0] : option.paramLabel();
        Object value = option.getValue();
        if (value instanceof Path file) {
            return Stream.of(new Named(by, file));
        }
        Stream<?> texts =
                value == null ? Stream.of() : value instanceof Collection<?> all ? all.stream() : Stream.of(value);
        return texts.flatMap(text -> files(text.toString())).map(file -> new Named(by, file));
    }

    /**
     * Text may be a file, a word in front of one (graph:FILE), one with a column (precomputed:FILE@COLUMN), a query (@FILE), standard input, or
     * a word alone.
     */
    private static Stream<Path> files(String text) {
        if (text.equals("-")) {
            return Stream.of(STANDARD_INPUT);
        }
        try {
            if (text.startsWith("@")) {
                return Stream.of(Path.of(text.substring(1)));
            }
            String rest = text.substring(text.indexOf(':') + 1);
            String file = rest.indexOf('@') < 0 ? rest : rest.substring(0, rest.lastIndexOf('@'));
            return Stream.of(text, rest, file).distinct().map(Path::of);
        } catch (InvalidPathException e) {
            return Stream.of();
        }
    }

    /** With the run file that the arguments came from, which is read too. */
    public NamedFiles and(Optional<Path> runFile) {
        List<Named> all = new ArrayList<>(inputs);
        runFile.ifPresent(file -> all.add(new Named("the run file", file)));
        return new NamedFiles(all, outputs);
    }

    /** Refuses, with a {@link UsageException}, to lose a file. */
    public void requireApart() {
        for (int k = 0; k < outputs.size(); k++) {
            Named output = outputs.get(k);
            for (Named input : inputs) {
                if (Files.exists(input.file) && same(input.file, output.file)) {
                    throw new UsageException(output.by + " and " + input.by + " are the same file" + text(input, output)
                            + ", which would be lost: write to another one");
                }
            }
            for (Named other : outputs.subList(0, k)) {
                if (same(other.file, output.file)) {
                    throw new UsageException(other.by + " and " + output.by + " are the same file" + text(other, output)
                            + ", of which only one would be left: write to two");
                }
            }
        }
    }

    private static String text(Named a, Named b) {
        Path shown = a.file.startsWith("/dev") ? b.file : a.file;
        return a.file.equals(b.file) || shown.equals(b.file) ? " (" + shown + ")" : " (" + a.file + ", " + b.file + ")";
    }

    /** Through links of both kinds, and where there is no file yet. */
    private static boolean same(Path a, Path b) {
        try {
            boolean there = Files.exists(a) && Files.exists(b);
            return there ? Files.isSameFile(a, b) : place(a).equals(place(b));
        } catch (IOException e) {
            return a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
        }
    }

    private static Path place(Path file) throws IOException {
        Path end = AtomicFile.destination(file);
        @Nullable Path directory = end.getParent();
        return directory == null || !Files.exists(directory)
                ? end.normalize()
                : directory.toRealPath().resolve(end.getFileName());
    }
}
