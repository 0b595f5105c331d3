package dev.kith.data.read;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text that may be a number in a table for people: a sign, a unit before or after, digits with marks between them.
 *
 * @param unit what stands beside the number; empty where nothing does
 * @param core sign, digits, marks and exponent; blanks of all kinds as ' ', apostrophes as '
 */
public record Amount(String unit, String core) {
    /** What {@link #groups} says of a text without separators of thousands. */
    public static final char NONE = 0;

    /** What {@link #groups} says of a text that is no number. */
    public static final char UNREADABLE = '?';

    private static final int LONGEST = 100;

    /*
     * A letter d, f or l right behind the digits is how programs write literals, which are not taken for numbers.
     */
    private static final Pattern WRITTEN = Pattern.compile(
            "(?<sign>[+-]?)(?:(?<before>[$\\u20ac\\u00a3\\u00a5]) ?|(?<code>[A-Z]{3}) )?(?<second>[+-]?)"
                    + "(?<digits>(?:\\d|[.,]\\d)[\\d.,' ]*(?:[eE][+-]?\\d+)?)"
                    + "(?<after>[%\\u2030]|(?:(?<= )|(?![dDfFlL]$))[A-Za-z\\u00b0\\u00b5\\u20ac\\u00a3$]{1,5}[\\u00b2\\u00b323]?(?:/[A-Za-z]+)?)?");

    /** The amount in {@code text}; null where it is none. */
    public static @Nullable Amount of(String text) {
        if (text.length() > LONGEST || text.isEmpty()) {
            return null;
        }
        if (!Double.isNaN(Numbers.parse(text.toCharArray(), 0, text.length()))) {
            return new Amount("", text);
        }
        Matcher written = WRITTEN.matcher(normal(text));
        if (!written.matches()) {
            return null;
        }
        String first = written.group("sign");
        String second = written.group("second");
        String before = written.group("before") == null ? written.group("code") : written.group("before");
        String after = written.group("after");
        boolean twice = !first.isEmpty() && !second.isEmpty();
        if (twice || (before != null && after != null) || (before == null && !second.isEmpty())) {
            return null;
        }
        String unit = before != null ? before : after != null ? after : "";
        return new Amount(unit, first + second + written.group("digits").stripTrailing());
    }

    private static String normal(String text) {
        return text.replace('\u00a0', ' ')
                .replace('\u202f', ' ')
                .replace('\u2009', ' ')
                .replace('\u2019', '\'');
    }

    /** With this decimal mark: the mark between groups of three digits, {@link #NONE} where there is none, {@link #UNREADABLE} if this is no number. */
    public char groups(char decimal) {
        char mark = NONE;
        for (int k = 0; k < core.length() && mark == NONE; k++) {
            char c = core.charAt(k);
            mark = c != decimal && ".,' ".indexOf(c) >= 0 ? c : NONE;
        }
        return Double.isNaN(number(decimal, mark)) ? UNREADABLE : mark;
    }

    /** The number, NaN where it is none with these marks. A number may go without groups. */
    public double number(char decimal, char groups) {
        StringBuilder plain = new StringBuilder(core.length());
        int at = 0;
        int digits = 0;
        boolean grouped = false;
        boolean signed = core.charAt(0) == '-' || core.charAt(0) == '+';
        if (signed) {
            plain.append(core.charAt(at++));
        }
        int start = at;
        for (; at < core.length() && (digit(at) || (core.charAt(at) == groups && groups != NONE)); at++) {
            if (digit(at)) {
                plain.append(core.charAt(at));
                digits++;
                continue;
            }
            boolean fits = grouped ? digits == 3 : digits >= 1 && digits <= 3 && core.charAt(start) != '0';
            if (!fits) {
                return Double.NaN;
            }
            grouped = true;
            digits = 0;
        }
        if (grouped && digits != 3) {
            return Double.NaN;
        }
        for (; at < core.length(); at++) {
            char c = core.charAt(at);
            if (".,' ".indexOf(c) >= 0 && c != decimal) {
                return Double.NaN;
            }
            plain.append(c == decimal ? '.' : c);
        }
        char[] text = plain.toString().toCharArray();
        return Numbers.parse(text, 0, text.length);
    }

    private boolean digit(int at) {
        return core.charAt(at) >= '0' && core.charAt(at) <= '9';
    }
}
