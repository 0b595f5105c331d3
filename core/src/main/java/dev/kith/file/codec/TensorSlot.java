package dev.kith.file.codec;

import dev.kith.data.DataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Where one tensor lies, checked against the bytes there are. */
record TensorSlot(String name, Tensor.Type type, List<Integer> shape, int length) {
    private static final int MAX_RANK = 4;
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    /** Writes where each tensor goes, one after the other. */
    static void writeAll(JsonGenerator json, Map<String, Tensor> tensors) {
        long at = 0;
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            Tensor tensor = entry.getValue();
            json.writeName(entry.getKey()).writeStartObject();
            json.writeStringProperty("dtype", tensor.type().name());
            json.writeName("shape").writeStartArray();
            for (int size : tensor.shape()) {
                json.writeNumber(size);
            }
            json.writeEndArray();
            json.writeName("data_offsets").writeStartArray();
            json.writeNumber(at);
            at += (long) tensor.length() * tensor.type().width;
            json.writeNumber(at);
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /** Reads and checks every remaining entry of the header; together they must cover exactly {@code bytes}. */
    static List<TensorSlot> all(JsonObject root, long bytes) {
        List<TensorSlot> slots = new ArrayList<>();
        long at = 0;
        for (String name : root.keys()) {
            JsonObject entry = root.object(name);
            String where = "tensor '" + name + "'";
            Tensor.Type type = type(where, entry.text("dtype"));
            List<Integer> shape = shape(where, entry.wholes("shape"));
            List<Long> offsets = entry.wholes("data_offsets");
            entry.done();
            long length = elements(where, shape);
            long end = at + length * type.width;
            if (!offsets.equals(List.of(at, end)) || end > bytes) {
                throw new DataException(where + ": data_offsets must be [" + at + ", " + end + "] within " + bytes
                        + " bytes, got " + offsets + TensorFile.DAMAGED);
            }
            slots.add(new TensorSlot(name, type, shape, (int) length));
            at = end;
        }
        if (at != bytes) {
            throw new DataException(
                    "tensors take " + at + " bytes but " + bytes + " follow the header" + TensorFile.DAMAGED);
        }
        return slots;
    }

    private static Tensor.Type type(String where, String dtype) {
        for (Tensor.Type type : Tensor.Type.values()) {
            if (type.name().equals(dtype)) {
                return type;
            }
        }
        throw new DataException(
                where + ": dtype must be one of " + Arrays.toString(Tensor.Type.values()) + ", got '" + dtype + "'");
    }

    private static List<Integer> shape(String where, List<Long> sizes) {
        List<Integer> shape = new ArrayList<>();
        for (long size : sizes) {
            if (!(size >= 0 && size <= Integer.MAX_VALUE) || sizes.size() > MAX_RANK) {
                throw new DataException(where + ": shape must be up to " + MAX_RANK + " sizes >= 0, got " + sizes);
            }
            shape.add((int) size);
        }
        return List.copyOf(shape);
    }

    /** The product of sizes; a long cannot overflow, the product stays within an int after every factor. */
    private static long elements(String where, List<Integer> shape) {
        long elements = 1;
        for (int size : shape) {
            elements *= size;
            if (elements > MAX_LENGTH) {
                throw new DataException(where + " has more elements than fit one array: shape " + shape);
            }
        }
        return elements;
    }
}
