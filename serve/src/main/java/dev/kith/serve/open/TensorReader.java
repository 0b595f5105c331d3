package dev.kith.serve.open;

import dev.kith.serve.http.Refused;
import dev.kith.serve.json.JsonReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** Reads one input: its members may come in any order, its data flat or nested. */
final class TensorReader {
    private String name = "";
    private String type = "";
    private final List<Integer> shape = new ArrayList<>();
    private double[] numbers = new double[64];
    private int count;
    private boolean someText;
    private boolean someNumber;
    private final List<@Nullable String> texts = new ArrayList<>();

    /** The object that has begun, to its end. */
    static Tensor read(JsonReader json) {
        TensorReader reader = new TensorReader();
        while (json.next() == JsonToken.PROPERTY_NAME) {
            String member = json.name();
            reader.member(member, json, json.next());
        }
        double[] all = reader.someText ? new double[0] : Arrays.copyOf(reader.numbers, reader.count);
        return new Tensor(
                reader.name, reader.type, List.copyOf(reader.shape), all, reader.someText ? reader.texts : List.of());
    }

    private void member(String member, JsonReader json, JsonToken token) {
        switch (member) {
            case "name" -> name = text(member, json, token);
            case "datatype" -> type = text(member, json, token);
            case "shape" -> shape(json, token);
            case "data" -> data(json, token);
            case "parameters" -> json.skip();
            default ->
                throw Refused.wrong("an input has name, shape, datatype, parameters and data, got '" + member + "'");
        }
    }

    static String text(String member, JsonReader json, JsonToken token) {
        if (token != JsonToken.VALUE_STRING) {
            throw Refused.wrong("'" + member + "' must be a text");
        }
        return json.text();
    }

    private void shape(JsonReader json, JsonToken token) {
        if (token != JsonToken.START_ARRAY) {
            throw Refused.wrong("'shape' must be an array of whole numbers");
        }
        for (JsonToken next = json.next(); next != JsonToken.END_ARRAY; next = json.next()) {
            double length = next == JsonToken.VALUE_NUMBER_INT ? json.number() : -1;
            if (!(length >= 0 && length <= Integer.MAX_VALUE) || shape.size() == 2) {
                throw Refused.wrong("'shape' must be one or two whole numbers");
            }
            shape.add((int) length);
        }
    }

    private void data(JsonReader json, JsonToken token) {
        if (token != JsonToken.START_ARRAY) {
            throw Refused.wrong("'data' must be an array");
        }
        int depth = 1;
        while (depth > 0) {
            JsonToken next = json.next();
            switch (next) {
                case START_ARRAY -> depth++;
                case END_ARRAY -> depth--;
                case VALUE_STRING -> add(json.text(), Double.NaN);
                case VALUE_NULL -> add(null, Double.NaN);
                case VALUE_TRUE -> add(null, 1);
                case VALUE_FALSE -> add(null, 0);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> add(null, finite(json));
                default ->
                    throw Refused.wrong("input '" + name + "': data must be numbers, texts, true, false or null");
            }
        }
    }

    private double finite(JsonReader json) {
        double value = json.number();
        if (!Double.isFinite(value)) {
            throw Refused.wrong(
                    "input '" + name + "', value " + (count + 1) + ": \"" + json.text() + "\" is not a finite number");
        }
        return value;
    }

    private void add(@Nullable String text, double number) {
        someText |= text != null;
        someNumber |= !Double.isNaN(number);
        if (someText && someNumber) {
            throw Refused.wrong("input '" + name + "': data must be all numbers or all texts");
        }
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
        if (!someNumber) {
            texts.add(text);
        }
    }
}
