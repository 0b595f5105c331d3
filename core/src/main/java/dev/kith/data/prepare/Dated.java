package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.date.Dates;
import dev.kith.data.date.Moment;
import dev.kith.linalg.Matrix;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Numbers that a date or time says: years since a day in the middle of the training rows,
 *
 * <pre>  trend = (days since 1970-01-01 - those of middle) / 365.25</pre>
 *
 * and what {@link #parts} name. The calendar and the clock are those written; a zone beside them is read and left aside, since opening hours
 * and weekdays follow the clock of the place.
 *
 * @param way how dates are written, a name of {@link Dates#names}; any of them may have a time of day
 * @param middle where the trend is 0; empty where there is no trend
 * @param parts year sin 1, Monday, December, hour cos 2 and so on
 * @param means what stands in for the parts of a missing date, one for each: their mean in training
 * @param filling what stands in for the trend of a missing date, in years since the middle, and what was missing
 */
public record Dated(
        String column, String way, Optional<LocalDate> middle, List<String> parts, List<Double> means, Filling filling)
        implements Step {
    static final double YEAR = 365.25;

    /** The first feature. */
    private static final String TREND = "trend";

    public Dated {
        parts = List.copyOf(parts);
        means = List.copyOf(means);
        if (Dates.way(way).isEmpty()) {
            throw new DataException("unknown way of writing dates '" + way + "' of column '" + column + "', known are "
                    + String.join("; ", Dates.names()));
        }
        for (String part : parts) {
            if (!DateParts.known(part)) {
                throw new DataException("unknown part '" + part + "' of the dates in column '" + column + "'");
            }
        }
        if (means.size() != parts.size() || !means.stream().allMatch(Double::isFinite)) {
            throw new DataException("the dates in column '" + column + "' must have a finite mean for each of " + parts
                    + ", got " + means);
        }
    }

    @Override
    public Recipe.Treatment treatment() {
        return new Recipe.Dated(column, Optional.of(way));
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public List<String> features() {
        List<String> names = new ArrayList<>();
        middle.ifPresent(day -> names.add(column + ": " + TREND));
        parts.forEach(part -> names.add(column + ": " + part));
        if (filling.flagged()) {
            names.add(Filling.flag(column));
        }
        return names;
    }

    @Override
    public void writeInto(Matrix x, int at, RawInputs rows) {
        RawColumn.Texts texts = TextCells.of(rows.column(column));
        double[][] each = new double[texts.values().size()][];
        double[] fill = filling.of(rows);
        int width = features().size();
        for (int i = 0; i < x.rows(); i++) {
            if (texts.missing(i)) {
                absentInto(x, i, at, fill[i]);
                continue;
            }
            int code = texts.code(i);
            if (each[code] == null) {
                each[code] = numbers(moment(texts.values().get(code), i), width);
            }
            for (int k = 0; k < width; k++) {
                x.set(i, at + k, each[code][k]);
            }
        }
    }

    private void absentInto(Matrix x, int row, int at, double fill) {
        int to = at;
        if (middle.isPresent()) {
            x.set(row, to++, fill);
        }
        for (double mean : means) {
            x.set(row, to++, mean);
        }
        if (filling.flagged()) {
            x.set(row, to, 1);
        }
    }

    private Moment moment(String text, int row) {
        return Dates.moment(Dates.way(way).orElseThrow(), text.trim())
                .orElseThrow(() -> new DataException("input " + row + ", column '" + column + "': \"" + text
                        + "\" is not written as " + way + ", as the dates in training were"));
    }

    private double[] numbers(Moment moment, int width) {
        double[] numbers = new double[width];
        int to = 0;
        if (middle.isPresent()) {
            numbers[to++] = years(moment, middle.get());
        }
        for (String part : parts) {
            numbers[to++] = DateParts.of(part, moment);
        }
        return numbers;
    }

    static double years(Moment moment, LocalDate middle) {
        return (moment.days() - middle.toEpochDay()) / YEAR;
    }

    @Override
    public Optional<String> words() {
        List<String> made = new ArrayList<>();
        middle.ifPresent(day -> made.add("years since " + day));
        List<List<String>> kinds = List.of(DateParts.YEAR, DateParts.WEEKDAYS, DateParts.MONTHS, DateParts.HOUR);
        List<String> names = Arrays.asList("season", "weekday", "month", "time of day");
        for (int k = 0; k < kinds.size(); k++) {
            if (parts.stream().anyMatch(kinds.get(k)::contains)) {
                made.add(names.get(k));
            }
        }
        String missing = filling.missing() == 0
                ? ""
                : "; missing -> an average one (" + filling.missing() + " of " + filling.rows() + " rows)"
                        + (filling.flagged() ? ", a feature says where" : "");
        return Optional.of(
                way + " -> " + (made.isEmpty() ? "nothing, the same in all rows" : String.join(", ", made)) + missing);
    }
}
