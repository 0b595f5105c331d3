package dev.kith.file.disk;

import dev.kith.data.DataException;
import dev.kith.file.codec.InfoJson;
import dev.kith.file.codec.JsonObject;
import dev.kith.file.codec.Tensor;
import dev.kith.file.codec.TensorFile;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Named texts and arrays on disk, in the layout and with the guarantees of model files: for what is not a model but must
 * survive a crash, such as a learner in the middle of a stream. Numbers must be finite.
 *
 * @param kind what the state is of; a file of another kind is refused
 */
public record StateFile(
        String kind, Map<String, String> texts, Map<String, double[]> numbers, Map<String, int[]> indices) {
    private static final String KIND_PREFIX = "state:";
    private static final String NUMBERS = "numbers:";
    private static final String INDICES = "indices:";

    /** Replaces the file as a whole; a crash leaves the old one or the new one. */
    public void write(Path file) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        numbers.forEach((name, v) -> tensors.put(NUMBERS + name, new Tensor.F64(List.of(v.length), v)));
        indices.forEach((name, v) -> tensors.put(INDICES + name, new Tensor.I32(List.of(v.length), v)));
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("kind", KIND_PREFIX + kind);
            InfoJson.writeTexts(json, "texts", texts);
            json.writeEndObject();
        }
        AtomicFile.write(file, new TensorFile(text.toString(), tensors)::write);
    }

    /**
     * Reads a state of the given kind.
     *
     * @throws DataException if the file is damaged, of an unknown version or of another kind
     */
    public static StateFile read(Path file, String kind) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            TensorFile content = TensorFile.read(channel);
            JsonObject json = JsonObject.parse("state", content.description());
            String found = json.text("kind");
            if (!found.equals(KIND_PREFIX + kind)) {
                throw new DataException("must be a " + kind + ", is a '" + found + "'");
            }
            Map<String, String> texts = json.object("texts").allTexts();
            json.done();
            Map<String, double[]> numbers = new TreeMap<>();
            Map<String, int[]> indices = new TreeMap<>();
            content.tensors().forEach((name, tensor) -> {
                if (tensor instanceof Tensor.F64 f64 && name.startsWith(NUMBERS)) {
                    numbers.put(name.substring(NUMBERS.length()), f64.values());
                } else if (tensor instanceof Tensor.I32 i32 && name.startsWith(INDICES)) {
                    indices.put(name.substring(INDICES.length()), i32.values());
                } else {
                    throw new DataException("unknown part '" + name + "'");
                }
            });
            return new StateFile(kind, texts, numbers, indices);
        } catch (DataException e) {
            throw new DataException(file + ": " + e.getMessage(), e);
        }
    }
}
