package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** {@link TargetTransform} as a JSON object: {@code labels} (log, log1p, sqrt), {@code common} and {@code corrections}, one per task. */
final class TransformJson {
    private TransformJson() {}

    static void write(JsonGenerator json, TargetTransform transform) {
        json.writeStartObject();
        json.writeStringProperty("labels", transform.transform().spec());
        json.writeNumberProperty("common", transform.common());
        json.writeName("corrections").writeStartArray();
        transform.corrections().forEach(correction -> json.writeNumber(correction.doubleValue()));
        json.writeEndArray();
        json.writeEndObject();
    }

    /** @throws DataException if there is no such transform, or a correction is not a number it can have */
    static TargetTransform read(JsonObject json) {
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
