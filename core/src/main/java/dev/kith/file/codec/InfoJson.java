package dev.kith.file.codec;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Source;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.model.Asked;
import dev.kith.model.FitReport;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * {@link ModelInfo} as members of a JSON object, the same in model files and in {@code ModelJson}. No number is null. Where features are
 * made of columns, {@code preparation} says how; where labels were learned transformed, {@code transform}.
 */
public final class InfoJson {
    private static final String PREPARATION = "preparation";
    private static final String TRANSFORM = "transform";

    private InfoJson() {}

    public static void write(JsonGenerator json, ModelInfo info) {
        json.writeStringProperty("method", info.method());
        json.writeStringProperty("loss", info.loss());
        json.writeStringProperty("kernel", info.kernel());
        writeNumber(json, "lambda", info.lambda().orElse(Double.NaN));
        writeTexts(json, "parameters", info.parameters());
        writeTexts(json, "tasks", info.tasks());
        writeTexts(json, "features", info.features());
        writeTexts(json, "classes", info.classes());
        writeNumber(json, "objective", info.objective().orElse(Double.NaN));
        writeNumber(json, "gap", info.gap().orElse(Double.NaN));
        json.writeNumberProperty("iterations", info.iterations());
        json.writeStringProperty("status", name(info.status()));
        json.writeName("data").writeStartObject();
        json.writeStringProperty("name", info.data().name());
        json.writeNumberProperty("rows", info.data().read());
        json.writeNumberProperty("skipped", info.data().skipped());
        json.writeNumberProperty("observations", info.observations());
        json.writeStringProperty("sha256", info.data().sha256());
        json.writeEndObject();
        json.writeNumberProperty("seed", info.seed());
        json.writeNumberProperty("threads", info.threads());
        json.writeStringProperty("backend", info.backend());
        json.writeStringProperty("version", info.version());
        info.schema().preparation().ifPresent(preparation -> {
            json.writeName(PREPARATION);
            PreparationJson.write(json, preparation);
        });
        info.schema().transform().ifPresent(transform -> {
            json.writeName(TRANSFORM);
            write(json, transform);
        });
    }

    static ModelInfo read(JsonObject json) {
        JsonObject data = json.object("data");
        Map<String, String> parameters = new TreeMap<>(json.object("parameters").allTexts());
        Columns columns = Columns.ofParameters(parameters);
        parameters.keySet().removeIf(Columns::names);
        Asked asked = new Asked(
                json.text("method"), json.text("loss"), json.text("kernel"), json.number("lambda"), parameters);
        Schema schema = new Schema(
                json.texts("tasks"),
                json.texts("features"),
                json.texts("classes"),
                columns,
                json.has(PREPARATION) ? Optional.of(PreparationJson.read(json.object(PREPARATION))) : Optional.empty(),
                json.has(TRANSFORM) ? Optional.of(transform(json.object(TRANSFORM))) : Optional.empty());
        Outcome outcome = Outcome.of(
                json.number("objective"),
                json.number("gap"),
                (int) json.whole("iterations", 0, Integer.MAX_VALUE),
                status(json.text("status")));
        Origin origin = new Origin(
                data.whole("observations", 0, Long.MAX_VALUE),
                new Source(
                        data.text("name"),
                        data.whole("rows", 0, Long.MAX_VALUE),
                        data.whole("skipped", 0, Long.MAX_VALUE),
                        data.text("sha256")),
                json.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                (int) json.whole("threads", 0, Integer.MAX_VALUE),
                json.text("backend"),
                json.text("version"));
        data.done();
        return new ModelInfo(asked, schema, outcome, origin);
    }

    /** The status as users see it: {@code converged}, {@code max-iterations}, {@code interrupted}. */
    private static String name(FitReport.Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static FitReport.Status status(String name) {
        return Arrays.stream(FitReport.Status.values())
                .filter(status -> name(status).equals(name))
                .findFirst()
                .orElseThrow(() -> new DataException("unknown status '" + name + "'"));
    }

    public static void writeNumber(JsonGenerator json, String name, double value) {
        json.writeName(name);
        writeNumber(json, value);
    }

    public static void writeNumber(JsonGenerator json, double value) {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    static void writeTexts(JsonGenerator json, String name, List<String> texts) {
        json.writeName(name).writeStartArray();
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    public static void writeTexts(JsonGenerator json, String name, Map<String, String> texts) {
        json.writeName(name).writeStartObject();
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            json.writeStringProperty(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }

    /** Of labels: {@code labels} (log, log1p, sqrt), {@code common} and {@code corrections}, one per task. */
    private static void write(JsonGenerator json, TargetTransform transform) {
        json.writeStartObject();
        json.writeStringProperty("labels", transform.transform().spec());
        json.writeNumberProperty("common", transform.common());
        json.writeName("corrections").writeStartArray();
        transform.corrections().forEach(correction -> json.writeNumber(correction.doubleValue()));
        json.writeEndArray();
        json.writeEndObject();
    }

    /** @throws DataException if there is no such transform, or a correction is not a number it can have */
    private static TargetTransform transform(JsonObject json) {
        String name = json.text("labels");
        Transform transform = Transform.named(name)
                .orElseThrow(() -> new DataException("the labels' transform must be "
                        + Arrays.stream(Transform.values()).map(Transform::spec).collect(Collectors.joining(", "))
                        + ", got '" + name + "'; another may be one of a newer version of Kith"));
        double common = json.number("common");
        List<Double> corrections = json.numbers("corrections");
        json.done();
        try {
            return new TargetTransform(transform, common, corrections);
        } catch (IllegalArgumentException e) {
            throw new DataException("the labels' transform: " + e.getMessage(), e);
        }
    }
}
