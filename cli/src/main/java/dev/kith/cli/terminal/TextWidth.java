package dev.kith.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** How much of a terminal's line a text takes: two columns for a letter of Chinese, Japanese or Korean, none for an accent. */
public final class TextWidth {
    /** Columns of the terminal that standard output is, set by the launcher. */
    private static final String COLUMNS = "kith.columns";

    /** Lines longer than this are hard to read, however wide the terminal is. */
    private static final int READABLE = 90;

    private static final int NARROWEST = 40;

    private TextWidth() {}

    /** Columns that a line may have: a little less than the terminal, and fewer where that is wide. */
    public static int line() {
        int columns = Integer.getInteger(COLUMNS, 0);
        return columns <= 0 ? READABLE : Math.min(READABLE, Math.max(NARROWEST, columns - 2));
    }

    /** Columns that a text takes. */
    public static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    private static int of(int letter) {
        return switch (Character.getType(letter)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> wide(letter) ? 2 : 1;
        };
    }

    /** The blocks that Unicode's report 11 calls wide, roughly. */
    private static boolean wide(int letter) {
        return letter >= 0x1100
                && (letter <= 0x115f
                        || (letter >= 0x2e80 && letter <= 0xa4cf && letter != 0x303f)
                        || (letter >= 0xac00 && letter <= 0xd7a3)
                        || (letter >= 0xf900 && letter <= 0xfaff)
                        || (letter >= 0xfe30 && letter <= 0xfe6f)
                        || (letter >= 0xff00 && letter <= 0xff60)
                        || (letter >= 0xffe0 && letter <= 0xffe6)
                        || (letter >= 0x1f300 && letter <= 0x1faff)
                        || (letter >= 0x20000 && letter <= 0x3fffd));
    }

    /** A name in exactly so many columns: with spaces behind it, or with dots in place of its end. */
    public static String fitted(String name, int columns) {
        String shown = shortened(name, columns);
        return shown + " ".repeat(columns - of(shown));
    }

    /** A text in at most so many columns, with dots in place of its end where it is longer. */
    public static String shortened(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        int end = 0;
        int used = 0;
        while (used + of(text.codePointAt(end)) <= columns - 3) {
            used += of(text.codePointAt(end));
            end += Character.charCount(text.codePointAt(end));
        }
        return text.substring(0, end) + "...";
    }

    /** A text in lines of so many columns, spaces before last words not counted; only a longer word has more. */
    public static List<String> wrapped(String text, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : text.split(" ", -1)) {
            int more = of(word);
            if (used > 0 && used + more > columns) {
                lines.add(line.toString());
                line.setLength(0);
                used = 0;
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
            used = of(line.toString());
        }
        lines.add(line.toString());
        return lines;
    }
}
