package dev.kith.data.read;

/**
 * Names that a spreadsheet would run. A text of two characters or more that begins with = + - @ or a tab, and is no
 * number, is a formula to spreadsheets, and names come from strangers: files we write have an apostrophe before it, and
 * where we read names one such apostrophe is taken away again. Both directions pass over apostrophes that are there
 * already, so that every name comes back as it was: {@code unguard(guard(name))} is {@code name}.
 */
public final class Formulas {
    private static final char GUARD = '\'';

    private Formulas() {}

    /** The name as it goes into a file that a spreadsheet may open. */
    public static String guard(String name) {
        return isFormula(name.toCharArray(), 0, name.length()) ? GUARD + name : name;
    }

    /** The name behind the text of a file. */
    public static String unguard(String text) {
        return isGuarded(text.toCharArray(), 0, text.length()) ? text.substring(1) : text;
    }

    /** Whether {@code text[from, to)} begins with an apostrophe that stands for nothing but a guard. */
    public static boolean isGuarded(char[] text, int from, int to) {
        return from < to && text[from] == GUARD && isFormula(text, from + 1, to);
    }

    /** Whether {@code text[from, to)}, any apostrophes at its start aside, is a formula. */
    public static boolean isFormula(char[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] == GUARD) {
            at++;
        }
        return to - at > 1 && "=+-@\t\r".indexOf(text[at]) >= 0 && !isNumber(text, at, to);
    }

    private static boolean isNumber(char[] text, int from, int to) {
        return !Double.isNaN(Numbers.parse(text, from, to)) || Numbers.notFinite(new String(text, from, to - from));
    }
}
