package dev.kith.data.inspect.scan;

import dev.kith.data.date.Dates;
import dev.kith.data.read.MissingWords;
import dev.kith.data.read.Numbers;
import dev.kith.data.read.Truths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One text, understood.
 *
 * @param value the number, NaN where it is none
 * @param unit what stands beside the number; empty where nothing does
 * @param dates the {@link Dates} it may be, a bit for each
 */
public record Cell(CellKind kind, double value, String unit, int dates) {
    private static final int LONGEST = 40;

    private static final Pattern COMMA = Pattern.compile("[+-]?(\\d+|\\d{1,3}(\\.\\d{3})+),\\d+");
    private static final Pattern THOUSANDS =
            Pattern.compile("[+-]?[1-9]\\d{0,2}([, '\\u00a0\\u202f])\\d{3}(\\1\\d{3})*(\\.\\d+)?");
    private static final Pattern UNIT = Pattern.compile(
            "([$\\u20ac\\u00a3\\u00a5]?) ?([+-]?[\\d.,]+) ?(%|[A-Za-z\\u00b0\\u00b5\\u20ac]{1,5}[\\u00b2\\u00b32-3]?(?:/[a-z]+)?)?");

    public static Cell of(String text) {
        if (MissingWords.usual(text)) {
            return plain(CellKind.MISSING);
        }
        char[] chars = text.toCharArray();
        double number = Numbers.parse(chars, 0, chars.length);
        if (!Double.isNaN(number)) {
            boolean whole = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
            return new Cell(whole ? CellKind.INTEGER : CellKind.NUMBER, number, "", whole ? Dates.of(text) : 0);
        }
        if (text.length() > LONGEST) {
            return plain(CellKind.TEXT);
        }
        if (!Double.isNaN(Truths.parse(text))) {
            return plain(CellKind.BOOLEAN);
        }
        if (Numbers.rule(text).contains("finite")) {
            return plain(CellKind.INFINITE);
        }
        int dates = Dates.of(text);
        return dates != 0 ? new Cell(CellKind.DATE, Double.NaN, "", dates) : amount(text);
    }

    private static Cell plain(CellKind kind) {
        return new Cell(kind, Double.NaN, "", 0);
    }

    private static Cell amount(String text) {
        if (THOUSANDS.matcher(text).matches()) {
            return new Cell(CellKind.THOUSANDS, number(text.replaceAll("[^\\d.+-]", "")), "", 0);
        }
        if (COMMA.matcher(text).matches()) {
            return new Cell(CellKind.COMMA, withComma(text), "", 0);
        }
        Matcher unit = UNIT.matcher(text);
        if (unit.matches() && (unit.group(3) != null || !unit.group(1).isEmpty())) {
            String beside = unit.group(3) == null ? unit.group(1) : unit.group(1) + unit.group(3);
            Cell bare = of(unit.group(2));
            if (bare.kind.numeric()) {
                return new Cell(CellKind.UNIT, bare.value, beside, 0);
            }
        }
        return plain(CellKind.TEXT);
    }

    /** The number in a text whose comma is a decimal one. */
    static double withComma(String text) {
        return number(text.replace(".", "").replace(',', '.'));
    }

    private static double number(String text) {
        return Numbers.parse(text.toCharArray(), 0, text.length());
    }
}
