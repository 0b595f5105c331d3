package dev.kith.score;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.date.Dates;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/** When each row of a source was, by one of its columns: in days where it has dates, else in its own numbers. */
final class Times {
    private final String column;
    private final boolean dates;
    private final double[] values;

    private Times(String column, boolean dates, double[] values) {
        this.column = column;
        this.dates = dates;
        this.values = values;
    }

    /** The times that the texts of a column say, one per row of the source. */
    static Times of(String column, List<String> texts) {
        int ways = -1;
        for (int i = 0; i < texts.size() && ways != 0; i++) {
            if (texts.get(i).isBlank()) {
                throw wrong(column, i, "must say when the row was, got a blank");
            }
            int own = Dates.of(texts.get(i).trim());
            ways = ways == -1 ? own : Dates.common(ways, own);
        }
        if (ways == 0) {
            return new Times(column, false, numbers(column, texts));
        }
        if (Dates.clock(ways)) {
            throw new DataException("column '" + column + "' must be a date or a number, got times of day only");
        }
        int used = ways;
        if (Dates.name(used).contains(" or ")) {
            throw new DataException("column '" + column + "' could be " + Dates.name(used)
                    + ", and nothing in it tells which; write dates as yyyy-MM-dd");
        }
        return new Times(
                column,
                true,
                texts.stream()
                        .mapToDouble(text -> Dates.days(used, text.trim()))
                        .toArray());
    }

    private static double[] numbers(String column, List<String> texts) {
        double[] values = new double[texts.size()];
        for (int i = 0; i < values.length; i++) {
            double value;
            try {
                value = Double.parseDouble(texts.get(i).trim());
            } catch (NumberFormatException none) {
                value = Double.NaN;
            }
            if (!Double.isFinite(value)) {
                throw wrong(
                        column,
                        i,
                        "must be a finite number, or a date in a way that all rows share, got '" + texts.get(i) + "'");
            }
            values[i] = value;
        }
        return values;
    }

    private static DataException wrong(String column, int row, String rule) {
        return new DataException("column '" + column + "', row " + (row + 1) + ": " + rule);
    }

    String column() {
        return column;
    }

    /** When each observation was. */
    double[] of(Dataset data) {
        double[] times = new double[data.size()];
        for (int o = 0; o < times.length; o++) {
            int row = data.sourceRow(data.row(o));
            if (row >= values.length) {
                throw new DataException("column '" + column + "' must have a time for each row, got " + values.length
                        + " and no row " + (row + 1));
            }
            times[o] = values[row];
        }
        return times;
    }

    /** A time as it is written. */
    String shown(double time) {
        return dates ? LocalDate.ofEpochDay((long) Math.floor(time)).toString() : plain(time);
    }

    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    /** A length of time in words. */
    String length(double time) {
        return dates ? plain(time) + (time == 1 ? " day" : " days") : plain(time);
    }

    /** The different times, ascending. */
    static double[] distinct(double[] times) {
        return Arrays.stream(times).map(t -> t + 0.0).sorted().distinct().toArray();
    }
}
