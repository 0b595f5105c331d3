package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.prepare.Filling;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.prepare.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private PreparationJson() {}

    static void write(JsonGenerator json, Preparation preparation) {
        json.writeStartObject();
        json.writeNumberProperty("version", Preparation.VERSION);
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
        return new Preparation(steps, impute, missing);
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
}
