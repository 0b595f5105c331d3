package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.read.Numbers;
import dev.kith.data.read.Truths;
import dev.kith.linalg.Matrix;

/** Cells that mean numbers, written as numbers or as texts. */
final class NumberCells {
    private NumberCells() {}

    static void write(Matrix x, int at, RawInputs rows, String column, Filling filling) {
        double[] values = values(rows.column(column));
        double[] fill = filling.of(rows);
        for (int i = 0; i < values.length; i++) {
            boolean missing = Double.isNaN(values[i]);
            x.set(i, at, missing ? fill[i] : values[i]);
            if (filling.flagged()) {
                x.set(i, at + 1, missing ? 1 : 0);
            }
        }
    }

    /** The numbers of a column; NaN where one is missing. */
    static double[] values(RawColumn column) {
        double[] values = new double[column.rows()];
        if (column instanceof RawColumn.Numbers numbers) {
            java.util.Arrays.setAll(values, numbers::value);
            return values;
        }
        RawColumn.Texts texts = (RawColumn.Texts) column;
        double[] each = texts.values().stream()
                .mapToDouble(text -> number(column.name(), text))
                .toArray();
        java.util.Arrays.setAll(values, i -> texts.missing(i) ? Double.NaN : each[texts.code(i)]);
        return values;
    }

    private static double number(String column, String text) {
        double number = Numbers.parse(text.toCharArray(), 0, text.length());
        double value = Double.isNaN(number) ? Truths.parse(text) : number;
        if (Double.isNaN(value)) {
            throw new DataException("column '" + column + "': \"" + text + "\" " + Numbers.rule(text));
        }
        return value;
    }
}
