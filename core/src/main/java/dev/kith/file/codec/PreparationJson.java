package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.prepare.Dated;
import dev.kith.data.prepare.Drawn;
import dev.kith.data.prepare.Filling;
import dev.kith.data.prepare.Hashed;
import dev.kith.data.prepare.Ordered;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.prepare.Step;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * {@link Preparation} as a JSON object: {@code version}, {@code impute}, {@code missing} (spellings beside the usual ones) and {@code steps},
 * each with its {@code kind}, {@code column} and the {@code features} it makes, in order.
 */
final class PreparationJson {
    private static final String NUMBER = "number";
    private static final String TRUTH = "truth";
    private static final String CATEGORY = "category";
    private static final String OMITTED = "omitted";
    private static final String DATE = "date";
    private static final String ORDERED = "ordered";
    private static final String HASHED = "hashed";
    private static final String DRAWN = "drawn";

    private PreparationJson() {}

    static void write(JsonGenerator json, Preparation preparation) {
        json.writeStartObject();
        json.writeNumberProperty("version", preparation.version());
        json.writeBooleanProperty("impute", preparation.impute());
        InfoJson.writeTexts(json, "missing", preparation.missing());
        json.writeName("steps").writeStartArray();
        preparation.steps().forEach(step -> write(json, step));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Step step) {
        json.writeStartObject();
        if (step instanceof Step.Numeric number) {
            begin(json, NUMBER, step);
            write(json, number.filling());
        } else if (step instanceof Step.Truth truth) {
            begin(json, TRUTH, step);
            write(json, truth.filling());
        } else if (step instanceof Step.Category category) {
            begin(json, CATEGORY, step);
            write(json, category);
        } else if (step instanceof Dated dates) {
            begin(json, DATE, step);
            write(json, dates);
            write(json, dates.filling());
        } else if (step instanceof Ordered order) {
            begin(json, ORDERED, step);
            write(json, order);
        } else if (step instanceof Hashed hashed) {
            begin(json, HASHED, step);
            write(json, hashed);
        } else if (step instanceof Drawn drawn) {
            begin(json, DRAWN, step);
            write(json, drawn);
        } else {
            begin(json, OMITTED, step);
        }
        json.writeEndObject();
    }

    private static void begin(JsonGenerator json, String kind, Step step) {
        json.writeStringProperty("kind", kind);
        json.writeStringProperty("column", step.column());
        InfoJson.writeTexts(json, "features", step.features());
    }

    private static void write(JsonGenerator json, Filling filling) {
        json.writeNumberProperty("fill", filling.overall());
        json.writeName("fillWithin").writeStartObject();
        filling.within().forEach(json::writeNumberProperty);
        json.writeEndObject();
        json.writeBooleanProperty("flagged", filling.flagged());
        counts(json, filling.missing(), filling.rows());
    }

    private static void counts(JsonGenerator json, long missing, long rows) {
        json.writeNumberProperty("missing", missing);
        json.writeNumberProperty("rows", rows);
    }

    private static void write(JsonGenerator json, Step.Category category) {
        InfoJson.writeTexts(json, "levels", category.levels());
        json.writeBooleanProperty("other", category.other());
        json.writeBooleanProperty("flagged", category.flagged());
        json.writeStringProperty("usual", category.usual());
        json.writeNumberProperty("rare", category.rare());
        counts(json, category.missing(), category.rows());
    }

    private static void write(JsonGenerator json, Dated dates) {
        json.writeStringProperty("way", dates.way());
        dates.middle().ifPresent(day -> json.writeStringProperty("middle", day.toString()));
        InfoJson.writeTexts(json, "parts", dates.parts());
        numbers(json, "means", dates.means());
    }

    private static void write(JsonGenerator json, Ordered order) {
        InfoJson.writeTexts(json, "levels", order.levels());
        InfoJson.writeTexts(json, "steps", order.steps());
        json.writeStringProperty("usual", order.usual());
        json.writeBooleanProperty("flagged", order.flagged());
        json.writeNumberProperty("unknown", order.unknown());
        counts(json, order.missing(), order.rows());
    }

    private static void write(JsonGenerator json, Hashed hashed) {
        json.writeNumberProperty("bits", hashed.bits());
        json.writeBooleanProperty("flagged", hashed.flagged());
        json.writeNumberProperty("values", hashed.values());
        counts(json, hashed.missing(), hashed.rows());
    }

    private static void write(JsonGenerator json, Drawn drawn) {
        InfoJson.writeTexts(json, "outcomes", drawn.outcomes());
        InfoJson.writeTexts(json, "levels", List.copyOf(drawn.means().keySet()));
        json.writeName("means").writeStartArray();
        drawn.means().values().forEach(numbers -> numbers(json, numbers));
        json.writeEndArray();
        numbers(json, "absent", drawn.absent());
        numbers(json, "strength", drawn.strength());
        counts(json, drawn.missing(), drawn.rows());
    }

    private static void numbers(JsonGenerator json, String name, List<Double> numbers) {
        json.writeName(name);
        json.writeStartArray();
        numbers(json, numbers);
        json.writeEndArray();
    }

    private static void numbers(JsonGenerator json, List<Double> numbers) {
        for (double number : numbers) {
            json.writeNumber(number);
        }
    }

    /**
     * The preparation that was written.
     *
     * @throws DataException if it is of another version, or does not make the features it says
     */
    static Preparation read(JsonObject json) {
        long version = json.whole("version", 1, Integer.MAX_VALUE);
        if (version > Preparation.VERSION) {
            throw new DataException("the model prepares its rows in version " + version
                    + " of that language, this program knows " + Preparation.VERSION + "; use a newer one");
        }
        boolean impute = json.flag("impute");
        List<String> missing = json.texts("missing");
        List<Step> steps = new ArrayList<>();
        for (JsonObject step : json.objects("steps")) {
            steps.add(step(step));
        }
        json.done();
        Preparation read = new Preparation(steps, impute, missing);
        if (read.version() > version) {
            throw new DataException("the model prepares its rows in version " + version
                    + " of that language, and has steps of version " + read.version());
        }
        return read;
    }

    private static Step step(JsonObject json) {
        String kind = json.text("kind");
        String column = json.text("column");
        List<String> features = json.texts("features");
        Step step = switch (kind) {
            case NUMBER -> new Step.Numeric(column, filling(json));
            case TRUTH -> new Step.Truth(column, filling(json));
            case CATEGORY -> category(column, json);
            case OMITTED -> new Step.Omitted(column);
            case DATE -> dates(column, json);
            case ORDERED -> ordered(column, json);
            case HASHED -> hashed(column, json);
            case DRAWN -> drawn(column, json);
            default ->
                throw new DataException(
                        "unknown step '" + kind + "' of column '" + column + "' in the model's preparation");
        };
        json.done();
        if (!step.features().equals(features)) {
            throw new DataException("the preparation of column '" + column + "' must make " + step.features()
                    + ", the model says " + features);
        }
        return step;
    }

    private static Filling filling(JsonObject json) {
        Map<String, Double> within = new LinkedHashMap<>();
        JsonObject tasks = json.object("fillWithin");
        for (String task : tasks.keys()) {
            within.put(task, tasks.number(task));
        }
        return new Filling(
                json.number("fill"),
                within,
                json.flag("flagged"),
                json.whole("missing", 0, Long.MAX_VALUE),
                json.whole("rows", 0, Long.MAX_VALUE));
    }

    private static Step category(String column, JsonObject json) {
        return new Step.Category(
                column,
                json.texts("levels"),
                json.flag("other"),
                json.flag("flagged"),
                json.text("usual"),
                json.whole("rare", 0, Long.MAX_VALUE),
                json.whole("missing", 0, Long.MAX_VALUE),
                json.whole("rows", 0, Long.MAX_VALUE));
    }

    private static Dated dates(String column, JsonObject json) {
        return new Dated(
                column,
                json.text("way"),
                json.has("middle") ? Optional.of(day(column, json.text("middle"))) : Optional.empty(),
                json.texts("parts"),
                json.numbers("means"),
                filling(json));
    }

    private static LocalDate day(String column, String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            throw new DataException(
                    "the middle of the dates in column '" + column + "' must be yyyy-MM-dd, got '" + text + "'", e);
        }
    }

    private static Ordered ordered(String column, JsonObject json) {
        return new Ordered(
                column,
                json.texts("levels"),
                json.texts("steps"),
                json.text("usual"),
                json.flag("flagged"),
                json.whole("unknown", 0, Long.MAX_VALUE),
                json.whole("missing", 0, Long.MAX_VALUE),
                json.whole("rows", 0, Long.MAX_VALUE));
    }

    private static Hashed hashed(String column, JsonObject json) {
        return new Hashed(
                column,
                (int) json.whole("bits", 1, Integer.MAX_VALUE),
                json.flag("flagged"),
                json.whole("values", 0, Long.MAX_VALUE),
                json.whole("missing", 0, Long.MAX_VALUE),
                json.whole("rows", 0, Long.MAX_VALUE));
    }

    private static Drawn drawn(String column, JsonObject json) {
        List<String> outcomes = json.texts("outcomes");
        List<String> levels = Names.distinct("level", json.texts("levels"));
        List<Double> numbers = json.numbers("means");
        int width = Math.max(1, outcomes.size());
        if (numbers.size() != width * (long) levels.size()) {
            throw new DataException("the values of column '" + column + "' must have " + width + " means each, "
                    + (width * (long) levels.size()) + " in all, got " + numbers.size());
        }
        Map<String, List<Double>> means = new LinkedHashMap<>();
        for (int k = 0; k < levels.size(); k++) {
            means.put(levels.get(k), numbers.subList(k * width, (k + 1) * width));
        }
        return new Drawn(
                column,
                outcomes,
                means,
                json.numbers("absent"),
                json.numbers("strength"),
                json.whole("missing", 0, Long.MAX_VALUE),
                json.whole("rows", 0, Long.MAX_VALUE));
    }
}
