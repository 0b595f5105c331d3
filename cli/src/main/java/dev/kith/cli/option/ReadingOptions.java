package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.layout.Reading;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a table of text is written, where that is not to be found out. */
public final class ReadingOptions {
    private static final Map<String, Character> NAMED =
            Map.of("tab", '\t', "\\t", '\t', "comma", ',', "semicolon", ';', "pipe", '|', "space", ' ');

    @Option(
            names = "--separator",
            paramLabel = "C",
            description = "What stands between fields: one character, tab or space. Default: found out from the first"
                    + " rows, said where it is not what is usual.")
    private @Nullable String separator;

    @Option(
            names = "--decimal",
            paramLabel = ",|.",
            description = "The decimal mark. Default: found out from the first rows, a comma is said.")
    private @Nullable String decimal;

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            description = "The encoding of the text, such as windows-1252 or ISO-8859-1. Default: UTF-8, or what a byte"
                    + " order mark says.")
    private @Nullable String encoding;

    @Option(
            names = "--plain-numbers",
            description = "Refuse numbers with separators of thousands or a unit (1,234 or 12 kg). Default: read where"
                    + " nearly all first cells of a column are written so, and said.")
    private boolean plainNumbers;

    private final Set<String> told = new HashSet<>();

    /**
     * What the options say.
     *
     * @param terminal shows how far the reading is
     * @param listener told each line once, however often a file is read
     */
    public Reading reading(Terminal terminal, Consumer<String> listener) {
        Reading reading = Reading.AUTO.plainNumbers(plainNumbers).telling(line -> {
            if (told.add(line)) {
                listener.accept(capital(line));
            }
        });
        reading = reading.watched(terminal::read);
        try {
            reading = separator == null ? reading : reading.separator(one("--separator", separator));
            reading = decimal == null ? reading : reading.decimal(one("--decimal", decimal));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        return encoding == null ? reading : reading.encoding(charset(encoding));
    }

    private static String capital(String line) {
        return Character.toUpperCase(line.charAt(0)) + line.substring(1) + ".";
    }

    private static char one(String option, String text) {
        Character named = NAMED.get(text.toLowerCase(Locale.ROOT));
        if (named == null && text.length() != 1) {
            throw new UsageException(option + " must be one character, got '" + text + "'");
        }
        return named == null ? text.charAt(0) : named;
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new UsageException("--encoding must be the name of an encoding, such as UTF-8, UTF-16LE, windows-1252"
                    + " or ISO-8859-1, got '" + name + "'");
        }
    }
}
