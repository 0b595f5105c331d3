package dev.kith.cli.terminal;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;

/**
 * Text that a terminal only shows. Names of tasks, columns and files come from strangers, and control characters in them
 * would move the cursor, change colours or retitle the window; characters that turn the direction of writing would show
 * one name as another. They are written as their number, {@code \\u001b}, which is also how JSON writes them.
 */
public final class Printable {
    private Printable() {}

    /** One line: line ends are escaped as well. */
    public static String line(String text) {
        return escaped(text, false);
    }

    /** Everything written to this, but for tabs and line ends, is made printable first. */
    public static PrintWriter writer(PrintWriter to) {
        return new PrintWriter(new Escaping(to), /* autoFlush= */ true);
    }

    private static String escaped(String text, boolean lines) {
        int at = 0;
        while (at < text.length() && shown(text.charAt(at), lines)) {
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.substring(0, at));
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (shown(c, lines)) {
                out.append(c);
            } else {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return out.toString();
    }

    private static boolean shown(char c, boolean lines) {
        if (c == '\n' || c == '\t') {
            return lines || c == '\t';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            // zero-width joiners are letters' business in several scripts; the other format characters are about
            // direction
            case Character.FORMAT -> c == '\u200c' || c == '\u200d' || c == '\u00ad';
            default -> true;
        };
    }

    private static final class Escaping extends FilterWriter {
        Escaping(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c));
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            write(new String(text, from, length));
        }

        @Override
        public void write(String text, int from, int length) throws IOException {
            out.write(escaped(text.substring(from, from + length), true));
        }
    }
}
