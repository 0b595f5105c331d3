package dev.kith.file.codec;

import dev.kith.data.DataException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object from an untrusted file. Duplicate keys, numbers that are not finite, deep nesting and anything after the
 * object are refused; so is, by {@link #done}, a key nobody asked for. All errors are {@link DataException}s.
 */
public final class JsonObject {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_TOKENS = 5_000_000;

    // The tables of known names are switched off: keys come from strangers, and nothing is read twice.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNumberLength(40)
                    .maxStringLength(TensorFile.MAX_HEADER)
                    .maxNameLength(10_000)
                    .build())
            .build();

    private final String where;
    private final Map<String, @Nullable Object> values;

    private JsonObject(String where, Map<String, @Nullable Object> values) {
        this.where = where;
        this.values = values;
    }

    /** Parses one object; {@code where} names it in messages. What it takes is bounded by Java's memory. */
    public static JsonObject parse(String where, String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return parse(where, parser, text.length());
        } catch (JacksonException e) {
            throw invalid(where, e);
        }
    }

    /** The same from UTF-8. */
    static JsonObject parse(String where, byte[] text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            // texts pass through a buffer of 2 bytes per character, and another copy
            return parse(where, parser, 4L * text.length);
        } catch (JacksonException e) {
            throw invalid(where, e);
        }
    }

    private static DataException invalid(String where, JacksonException e) {
        return new DataException(where + " is not valid JSON: " + e.getOriginalMessage(), e);
    }

    /** @param besides memory that is taken beside the values */
    private static JsonObject parse(String where, JsonParser parser, long besides) {
        parser.nextToken();
        Object value = new JsonTree(where, parser, Runtime.getRuntime().maxMemory() / 4 * 3 - besides).value();
        if (parser.nextToken() != null) {
            throw new DataException(where + " has something after its end");
        }
        return object(where, value);
    }

    @SuppressWarnings("unchecked") // JsonTree makes no other kind of map
    private static JsonObject object(String where, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new DataException(where + " must be a JSON object");
        }
        return new JsonObject(where, (Map<String, @Nullable Object>) map);
    }

    private @Nullable Object remove(String key) {
        if (!values.containsKey(key)) {
            throw new DataException(where + " has no '" + key + "'");
        }
        return values.remove(key);
    }

    private DataException wrong(String key, String rule) {
        return new DataException(where + ": '" + key + "' must be " + rule);
    }

    /** Keys not taken yet, in the order of the text. */
    List<String> keys() {
        return List.copyOf(values.keySet());
    }

    public JsonObject object(String key) {
        return object(where + ": '" + key + "'", remove(key));
    }

    public String text(String key) {
        if (remove(key) instanceof String text) {
            return text;
        }
        throw wrong(key, "a string");
    }

    /** A finite number, or NaN where the text says null. */
    double number(String key) {
        Object value = remove(key);
        if (value == null) {
            return Double.NaN;
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw wrong(key, "a number or null");
    }

    boolean flag(String key) {
        if (remove(key) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "true or false");
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    List<JsonObject> objects(String key) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : list(key, Map.class, "a list of objects")) {
            objects.add(object(where + ": '" + key + "'", element));
        }
        return objects;
    }

    long whole(String key, long least, long most) {
        if (remove(key) instanceof Long whole && whole >= least && whole <= most) {
            return whole;
        }
        throw wrong(key, "a whole number from " + least + " to " + most);
    }

    List<String> texts(String key) {
        return list(key, String.class, "a list of strings");
    }

    List<Long> wholes(String key) {
        return list(key, Long.class, "a list of whole numbers");
    }

    /** Finite numbers. */
    List<Double> numbers(String key) {
        return list(key, Number.class, "a list of numbers").stream()
                .map(Number::doubleValue)
                .toList();
    }

    private <T> List<T> list(String key, Class<T> type, String rule) {
        if (!(remove(key) instanceof List<?> list)) {
            throw wrong(key, rule);
        }
        List<T> checked = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!type.isInstance(element)) {
                throw wrong(key, rule);
            }
            checked.add(type.cast(element));
        }
        return checked;
    }

    /** All remaining members, which must be strings. */
    public Map<String, String> allTexts() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String key : keys()) {
            texts.put(key, text(key));
        }
        return texts;
    }

    /** Refuses members nobody took: what is not understood might matter. */
    public void done() {
        if (!values.isEmpty()) {
            throw new DataException(where + " has unknown members " + values.keySet());
        }
    }
}
