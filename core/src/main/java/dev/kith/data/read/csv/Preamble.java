package dev.kith.data.read.csv;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands before the header: a line {@code sep=;}, as Excel understands it, and comments, lines that begin with # and have not as
 * many fields as the line after them.
 *
 * @param bytes how long it is
 * @param lines how many lines it has
 * @param separator what sep= says, 0 where it does not
 * @param next the line after it
 * @param header whether that line is there as a whole, and another after it
 */
record Preamble(int bytes, int lines, char separator, String next, boolean header) {
    private static final Pattern SEPARATOR = Pattern.compile("\"?sep=([^\"])\"?", Pattern.CASE_INSENSITIVE);
    private static final String SEPARATORS = ",\t;|";

    static Preamble of(byte[] start) {
        int at = 0;
        int lines = 0;
        char separator = 0;
        while (true) {
            int end = end(start, at);
            if (end < 0) {
                return new Preamble(at, lines, separator, text(start, at, start.length), false);
            }
            String line = text(start, at, end);
            int following = end(start, end);
            Matcher said = SEPARATOR.matcher(line.strip());
            boolean says = at == 0 && said.matches();
            boolean blank = line.isBlank() && following >= 0;
            boolean comment = line.startsWith("#") && following >= 0 && !alike(line, text(start, end, following));
            if (!says && !comment && !blank) {
                return new Preamble(at, lines, separator, line, lineAfter(start, end));
            }
            separator = says ? said.group(1).charAt(0) : separator;
            lines++;
            at = end;
        }
    }

    /** Whether a whole line that is not blank begins there, or after blank ones. */
    private static boolean lineAfter(byte[] start, int from) {
        int at = from;
        int end = end(start, at);
        while (end >= 0 && text(start, at, end).isBlank()) {
            at = end;
            end = end(start, at);
        }
        return end >= 0;
    }

    /** Whether two lines have as many fields, more than one, between some separators. */
    private static boolean alike(String a, String b) {
        return SEPARATORS
                .chars()
                .anyMatch(c -> a.indexOf(c) >= 0
                        && a.chars().filter(d -> d == c).count()
                                == b.chars().filter(d -> d == c).count());
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** The place after the line break of the line that begins at {@code from}; -1 when there is none. */
    private static int end(byte[] bytes, int from) {
        for (int k = from; k < bytes.length; k++) {
            if (bytes[k] == '\n') {
                return k + 1;
            }
            if (bytes[k] == '\r' && k + 1 < bytes.length) {
                return bytes[k + 1] == '\n' ? k + 2 : k + 1;
            }
        }
        return -1;
    }

    boolean has(char separator) {
        return next.indexOf(separator) >= 0;
    }

    /** Whether the header begins with a quote. */
    boolean quoted() {
        return next.startsWith("\"");
    }
}
