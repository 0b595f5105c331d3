package dev.kith.text;

import dev.kith.linalg.Matrix;
import java.io.StringWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Maps, lists, matrices, texts, numbers and booleans as JSON text. NaN and infinity become null. */
public final class Json {
    private Json() {}

    /** The value as one line of JSON; members keep the order of their map. */
    public static String of(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            write(json, value);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, @Nullable Object value) {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeName(String.valueOf(entry.getKey()));
                write(json, entry.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> items) {
            json.writeStartArray();
            items.forEach(item -> write(json, item));
            json.writeEndArray();
        } else if (value instanceof Matrix matrix) {
            json.writeStartArray();
            for (int i = 0; i < matrix.rows(); i++) {
                write(json, matrix.row(i));
            }
            json.writeEndArray();
        } else {
            writeLeaf(json, value);
        }
    }

    private static void writeLeaf(JsonGenerator json, Object value) {
        if (value instanceof double[] numbers) {
            json.writeStartArray();
            for (double number : numbers) {
                writeNumber(json, number);
            }
            json.writeEndArray();
        } else if (value instanceof int[] numbers) {
            json.writeArray(numbers, 0, numbers.length);
        } else if (value instanceof Double number) {
            writeNumber(json, number);
        } else if (value instanceof Integer || value instanceof Long) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof String text) {
            json.writeString(text);
        } else {
            throw new IllegalArgumentException(
                    "cannot write a " + value.getClass().getSimpleName() + " as JSON");
        }
    }

    private static void writeNumber(JsonGenerator json, double number) {
        if (Double.isFinite(number)) {
            json.writeNumber(number);
        } else {
            json.writeNull();
        }
    }
}
