package dev.kith.cli.run;

import dev.kith.cli.terminal.NamedFiles;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.UsageException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Files as a run file names them: from its own directory, so that it may be run from any other. Absolute names stay as they are.
 *
 * @param directory of the run file, absolute
 */
record Beside(Path directory) {
    private static final Path HERE = Path.of("");

    static Beside of(Path runFile) {
        Path place = runFile.toAbsolutePath().normalize().getParent();
        return new Beside(place == null ? HERE.toAbsolutePath() : place);
    }

    /** As the command line would name it, from where the program runs. */
    String read(ArgSpec argument, String text, String at) {
        if (here()) {
            return text;
        }
        String renamed = renamed(argument, text, directory, this::fromHere);
        if (renamed.equals(text) && !isPath(argument) && names(argument, text, HERE)) {
            throw new UsageException(at + ": there is no " + text + " in " + directory
                    + "; files are named from the directory of the run file");
        }
        return renamed;
    }

    /** As the run file names it. */
    String written(ArgSpec argument, String text) {
        return here() ? text : renamed(argument, text, HERE, this::fromFile);
    }

    private boolean here() {
        return directory.equals(HERE.toAbsolutePath().normalize());
    }

    private String fromHere(String name) {
        return directory.resolve(name).normalize().toString();
    }

    private String fromFile(String name) {
        Path place = Path.of(name).toAbsolutePath().normalize();
        return Objects.equals(directory.getRoot(), place.getRoot())
                ? directory.relativize(place).toString()
                : place.toString();
    }

    private static String renamed(ArgSpec argument, String text, Path from, UnaryOperator<String> rename) {
        if (NamedFiles.role(argument) == NamedFiles.Role.NONE || text.equals(StandardInput.MARK)) {
            return text;
        }
        if (isPath(argument)) {
            return Path.of(text).isAbsolute() ? text : rename.apply(text);
        }
        // Of a text such as graph:FILE or precomputed:FILE@COLUMN the part that is a file.
        for (String part : parts(text)) {
            if (isFile(from, part)) {
                int start = text.indexOf(part);
                return text.substring(0, start) + rename.apply(part) + text.substring(start + part.length());
            }
        }
        return text;
    }

    private static boolean names(ArgSpec argument, String text, Path from) {
        return NamedFiles.role(argument) == NamedFiles.Role.READ
                && parts(text).stream().anyMatch(part -> isFile(from, part));
    }

    private static boolean isPath(ArgSpec argument) {
        return Path.class.isAssignableFrom(argument.type())
                || Stream.of(argument.auxiliaryTypes()).anyMatch(Path.class::isAssignableFrom);
    }

    private static boolean isFile(Path from, String part) {
        try {
            return !part.isBlank() && !Path.of(part).isAbsolute() && Files.isRegularFile(from.resolve(part));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static List<String> parts(String text) {
        String rest = text.substring(text.indexOf(':') + 1);
        String file = rest.lastIndexOf('@') <= 0 ? rest : rest.substring(0, rest.lastIndexOf('@'));
        String behind = text.startsWith("@") ? text.substring(1) : text;
        return Stream.of(text, rest, file, behind).distinct().toList();
    }
}
