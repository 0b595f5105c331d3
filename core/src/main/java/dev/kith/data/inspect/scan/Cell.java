package dev.kith.data.inspect.scan;

import dev.kith.data.date.Dates;
import dev.kith.data.read.MissingWords;
import dev.kith.data.read.NumberForm;
import dev.kith.data.read.Numbers;
import dev.kith.data.read.Truths;

/**
 * One text, understood.
 *
 * @param value the number, NaN where it is none
 * @param dates the {@link Dates} it may be, a bit for each
 */
public record Cell(CellKind kind, double value, int dates) {
    private static final int LONGEST = 40;

    /**
     * What a text is.
     *
     * @param form how numbers of its column are written
     */
    public static Cell of(String text, NumberForm form) {
        if (MissingWords.usual(text)) {
            return plain(CellKind.MISSING);
        }
        char[] chars = text.toCharArray();
        double number = form.parse(chars, 0, chars.length);
        if (!Double.isNaN(number)) {
            boolean whole = text.indexOf(form.decimal()) < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
            return new Cell(whole ? CellKind.INTEGER : CellKind.NUMBER, number, whole ? Dates.of(text) : 0);
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
        return dates != 0 ? new Cell(CellKind.DATE, Double.NaN, dates) : plain(CellKind.TEXT);
    }

    private static Cell plain(CellKind kind) {
        return new Cell(kind, Double.NaN, 0);
    }
}
