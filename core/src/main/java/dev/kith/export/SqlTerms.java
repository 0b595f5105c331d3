package dev.kith.export;

import dev.kith.data.DataException;
import dev.kith.data.prepare.Dated;
import dev.kith.data.prepare.Filling;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.prepare.Step;
import dev.kith.export.SqlDialect.DatePart;
import dev.kith.export.part.TextTable;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What each column of a table adds to a prediction, as expressions of its cell and the weights of the row's task. Weights are columns w1, w2, ...
 * of the model's table {@code m}, cells columns of the rows {@code r}. Collects what else the model's table must have: what stands in for missing
 * numbers, task by task.
 */
final class SqlTerms {
    /** Values of one category at most: an expression tells them apart. */
    private static final int MOST_VALUES = 1000;

    private final SqlDialect dialect;
    private final ModelInfo info;
    private final boolean byTask;
    private final List<Filling> fillings = new ArrayList<>();

    /** @param byTask whether rows name their task */
    SqlTerms(SqlDialect dialect, ModelInfo info, boolean byTask) {
        this.dialect = dialect;
        this.info = info;
        this.byTask = byTask;
    }

    /** What stands in for missing numbers: columns fill1, fill2, ... of the model's table. */
    List<Filling> fillings() {
        return List.copyOf(fillings);
    }

    /** The terms of the sum, without the intercept. */
    List<String> terms() {
        List<String> terms = new ArrayList<>();
        Optional<Preparation> preparation = info.schema().preparation();
        if (preparation.isEmpty()) {
            for (int j = 0; j < info.features().size(); j++) {
                terms.add(times(weight(j), dialect.asNumber(cell(info.features().get(j)))));
            }
            return terms;
        }
        int at = 0;
        for (Step step : preparation.get().steps()) {
            terms.addAll(terms(step, at, preparation.get()));
            at += step.features().size();
        }
        return terms;
    }

    private String cell(String column) {
        return "r." + dialect.name(column);
    }

    private static String weight(int feature) {
        return "m.w" + (feature + 1);
    }

    private static String times(String weight, String value) {
        return weight + " * " + value;
    }

    private List<String> terms(Step step, int at, Preparation preparation) {
        if (step instanceof Step.Numeric numeric) {
            return numbers(dialect.asNumber(cell(step.column())), numeric.filling(), at, preparation);
        }
        if (step instanceof Step.Truth truth) {
            return numbers(truth(cell(step.column())), truth.filling(), at, preparation);
        }
        if (step instanceof Dated dated) {
            return dates(dated, at, preparation);
        }
        if (step instanceof Step.Omitted) {
            return List.of();
        }
        if (TextTable.texts(step).isPresent()) {
            return List.of(texts(step, at, preparation));
        }
        throw new DataException("column '" + step.column()
                + "' is dealt to places by the spelling of its texts (hashing), for which SQL has no expression; fit it as a category"
                + " (--one-hot " + step.column() + ")");
    }

    private List<String> numbers(String number, Filling filling, int at, Preparation preparation) {
        if (!preparation.impute()) {
            return List.of(times(weight(at), number));
        }
        List<String> terms = new ArrayList<>();
        terms.add(times(weight(at), "COALESCE(" + number + ", " + fill(filling) + ")"));
        if (filling.flagged()) {
            terms.add("CASE WHEN " + number + " IS NULL THEN " + weight(at + 1) + " ELSE 0E0 END");
        }
        return terms;
    }

    private String fill(Filling filling) {
        if (filling.within().isEmpty() || !byTask) {
            return SqlDialect.number(filling.overall());
        }
        fillings.add(filling);
        return "m.fill" + fillings.size();
    }

    private String truth(String cell) {
        String word = "LOWER(" + dialect.asText(cell) + ")";
        return "CASE WHEN " + word + " IN ('yes', 'true', 'y', 't') THEN 1E0 WHEN " + word
                + " IN ('no', 'false', 'n', 'f') THEN 0E0 WHEN " + word + " = '' THEN NULL ELSE "
                + dialect.asNumber(dialect.asText(cell)) + " END";
    }

    /** One expression for all features of a column of texts. */
    private String texts(Step step, int at, Preparation preparation) {
        TextTable table = TextTable.of(step, preparation);
        int values = table.keys().size();
        if (values > MOST_VALUES) {
            throw new DataException("column '" + step.column() + "' has " + (values - 1) + " values, more than the "
                    + (MOST_VALUES - 1) + " that an expression is written for; export to ONNX");
        }
        String cell = dialect.asText(cell(step.column()));
        StringBuilder all = new StringBuilder("CASE WHEN " + cell + " IS NULL OR " + cell + " = '' THEN ")
                .append(sum(table, values - 1, at));
        for (int k = 0; k < values - 1; k++) {
            all.append(" WHEN ")
                    .append(cell)
                    .append(" = ")
                    .append(dialect.literal(table.keys().get(k)))
                    .append(" THEN ")
                    .append(sum(table, k, at));
        }
        return all.append(" ELSE ")
                .append(sum(table, values, at))
                .append(" END")
                .toString();
    }

    private static String sum(TextTable table, int row, int at) {
        List<String> terms = new ArrayList<>();
        for (int j = 0; j < table.features().cols(); j++) {
            double feature = table.features().get(row, j);
            if (Double.isNaN(feature)) {
                return "NULL";
            }
            if (feature != 0) {
                terms.add(feature == 1 ? weight(at + j) : times(weight(at + j), SqlDialect.number(feature)));
            }
        }
        return terms.isEmpty() ? "0E0" : String.join(" + ", terms);
    }

    private List<String> dates(Dated dated, int at, Preparation preparation) {
        if (!(dated.way().contains("dd") && dated.way().contains("yy"))) {
            throw new DataException("column '" + dated.column() + "' holds " + dated.way()
                    + ", which databases have no type for; only dates and times of a day can be exported to SQL");
        }
        String time = dialect.asTime(cell(dated.column()));
        String missing = cell(dated.column()) + " IS NULL";
        List<String> terms = new ArrayList<>();
        int to = at;
        if (dated.middle().isPresent()) {
            String years = "(" + days(time) + " - "
                    + SqlDialect.number((double) dated.middle().get().toEpochDay()) + ") / 365.25E0";
            terms.add(times(weight(to++), filled(missing, fill(dated.filling()), years, preparation)));
        }
        for (int k = 0; k < dated.parts().size(); k++) {
            String mean = SqlDialect.number(dated.means().get(k));
            terms.add(times(
                    weight(to++), filled(missing, mean, part(dated.parts().get(k), time), preparation)));
        }
        if (dated.filling().flagged()) {
            terms.add("CASE WHEN " + missing + " THEN " + weight(to) + " ELSE 0E0 END");
        }
        return terms;
    }

    private static String filled(String missing, String fill, String value, Preparation preparation) {
        return "CASE WHEN " + missing + " THEN " + (preparation.impute() ? fill : "NULL") + " ELSE " + value + " END";
    }

    /** Days since 1970-01-01, by the calendar's own arithmetic: no time zone has a part in it. */
    private String days(String time) {
        String before = "(" + dialect.part(DatePart.YEAR, time) + " - 1E0)";
        String leap = "FLOOR(" + before + " / 4E0) - FLOOR(" + before + " / 100E0) + FLOOR(" + before + " / 400E0)";
        return "(365E0 * " + before + " + " + leap + " + " + dialect.part(DatePart.DAY_OF_YEAR, time) + " - 719163E0 + "
                + hours(time) + " / 24E0)";
    }

    private String hours(String time) {
        return "(" + dialect.part(DatePart.HOUR, time) + " + " + dialect.part(DatePart.MINUTE, time) + " / 60E0 + "
                + dialect.part(DatePart.SECOND, time) + " / 3600E0)";
    }

    private static final Map<String, Integer> DAYS =
            numbered("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
    private static final Map<String, Integer> MONTHS = numbered(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    private static Map<String, Integer> numbered(String... names) {
        Map<String, Integer> all = new java.util.HashMap<>();
        for (String name : names) {
            all.put(name, all.size() + 1);
        }
        return Map.copyOf(all);
    }

    /** What a part of a date is, by its name in the preparation. */
    private String part(String name, String time) {
        if (DAYS.containsKey(name)) {
            return is(DatePart.WEEKDAY, time, DAYS.get(name));
        }
        if (MONTHS.containsKey(name)) {
            return is(DatePart.MONTH, time, MONTHS.get(name));
        }
        String[] words = name.split(" ", -1);
        Function<String, String> phase = Map.<String, Function<String, String>>of(
                        "year", this::ofYear, "hour", at -> hours(at) + " / 24E0")
                .get(words[0]);
        if (words.length != 3 || phase == null) {
            throw new DataException("what dates say of '" + name + "' cannot be written in SQL");
        }
        return words[1].toUpperCase(Locale.ROOT) + "(" + SqlDialect.number(2 * Math.PI * Integer.parseInt(words[2]))
                + " * (" + phase.apply(time) + "))";
    }

    private String is(DatePart part, String time, int number) {
        return "CASE WHEN " + dialect.part(part, time) + " = " + number + " THEN 1E0 ELSE 0E0 END";
    }

    /** How much of the year is over. */
    private String ofYear(String time) {
        String year = dialect.part(DatePart.YEAR, time);
        String length = "(365E0 + FLOOR(" + year + " / 4E0) - FLOOR((" + year + " - 1E0) / 4E0) - FLOOR(" + year
                + " / 100E0) + FLOOR((" + year + " - 1E0) / 100E0) + FLOOR(" + year + " / 400E0) - FLOOR((" + year
                + " - 1E0) / 400E0))";
        return "(" + dialect.part(DatePart.DAY_OF_YEAR, time) + " - 1E0 + " + hours(time) + " / 24E0) / " + length;
    }
}
