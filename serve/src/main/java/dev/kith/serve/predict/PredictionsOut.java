package dev.kith.serve.predict;

import dev.kith.model.Predictions;
import dev.kith.serve.http.Answer;
import dev.kith.serve.models.ServedModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Predictions as CSV, the bytes of {@code kith predict}, or as JSON records with the same columns. */
final class PredictionsOut {
    private static final JsonFactory JSON = new JsonFactory();

    private PredictionsOut() {}

    static Answer csv(Predictions found) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
            found.writeTo(out);
        }
        return Answer.of(Answer.CSV, bytes.toByteArray());
    }

    /** @param notes what else is to be said, in sentences */
    static Answer json(ServedModel model, Predictions found, List<String> notes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeStringProperty("model", model.name().id());
            json.writeStringProperty("version", Integer.toString(model.name().version()));
            json.writeName("predictions");
            records(json, found);
            if (!notes.isEmpty()) {
                json.writeName("notes");
                json.writeStartArray();
                notes.forEach(json::writeString);
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        return Answer.of(Answer.JSON, bytes.toByteArray());
    }

    private static void records(JsonGenerator json, Predictions found) {
        List<String> columns = found.columns();
        json.writeStartArray();
        for (Iterator<List<Object>> rows = found.rows().iterator(); rows.hasNext(); ) {
            List<Object> row = rows.next();
            json.writeStartObject();
            for (int j = 0; j < columns.size(); j++) {
                json.writeName(columns.get(j));
                cell(json, row.get(j));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void cell(JsonGenerator json, Object value) {
        if (value instanceof Double number) {
            if (Double.isFinite(number)) {
                json.writeNumber(number);
            } else {
                json.writeNull();
            }
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else {
            json.writeString((String) value);
        }
    }
}
