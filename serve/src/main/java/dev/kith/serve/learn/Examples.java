package dev.kith.serve.learn;

import dev.kith.data.DataException;
import dev.kith.serve.http.Refused;
import dev.kith.serve.json.JsonReader;
import dev.kith.stream.Example;
import dev.kith.text.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonToken;

/**
 * Labelled rows as JSON: an array of records. The members {@code task} and {@code label}, or those named instead, say whose row it is and its class; of
 * the others a number is a feature, true is 1, a text is the feature {@code name=text} with value 1, and null is 0, as is a member left out.
 *
 * @param task the member that names the task
 * @param label the member that names the class
 */
record Examples(String task, String label) {
    static final String TASK = "task";
    static final String LABEL = "label";

    private static final String SHAPE = "rows are an array of records, [{\"task\": ..., \"label\": ..., ...}, ...]";

    /** The rows of a body. */
    List<Example> read(String text, int most) {
        List<Example> examples = new ArrayList<>();
        try (JsonReader json = new JsonReader(text)) {
            json.expect(JsonToken.START_ARRAY, SHAPE);
            for (JsonToken token = json.next(); token != JsonToken.END_ARRAY; token = json.next()) {
                if (token != JsonToken.START_OBJECT) {
                    throw Refused.wrong("row " + (examples.size() + 1) + " is no record: " + SHAPE);
                }
                if (examples.size() == most) {
                    throw Refused.large("a request may have " + most + " rows: send them in several");
                }
                examples.add(example(json, examples.size() + 1));
            }
            json.end();
        }
        if (examples.isEmpty()) {
            throw Refused.wrong("no rows to learn from");
        }
        return examples;
    }

    private Example example(JsonReader json, int row) {
        String ownTask = "";
        String ownLabel = "";
        Map<String, Double> features = new HashMap<>();
        while (json.next() == JsonToken.PROPERTY_NAME) {
            String member = json.name();
            JsonToken token = json.next();
            if (member.equals(task)) {
                ownTask = name(row, member, json, token);
            } else if (member.equals(label)) {
                ownLabel = name(row, member, json, token);
            } else {
                feature(row, member, json, token, features);
            }
        }
        if (ownTask.isEmpty() || ownLabel.isEmpty()) {
            throw Refused.wrong("row " + row + ": column '" + (ownTask.isEmpty() ? task : label)
                    + "' is not there, or blank: a row to learn from names its task and its class");
        }
        return new Example(ownTask, ownLabel, features);
    }

    private static String name(int row, String member, JsonReader json, JsonToken token) {
        if (!token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw Refused.wrong("row " + row + ": column '" + member + "': must be a name");
        }
        return json.text();
    }

    private static void feature(
            int row, String member, JsonReader json, JsonToken token, Map<String, Double> features) {
        switch (token) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                double value = json.number();
                if (!Double.isFinite(value)) {
                    throw Refused.wrong(
                            "row " + row + ": column '" + member + "': \"" + json.text() + "\" is not a finite number");
                }
                features.put(member, value);
            }
            case VALUE_TRUE -> features.put(member, 1.0);
            case VALUE_STRING -> features.put(member + "=" + json.text(), 1.0);
            case VALUE_FALSE, VALUE_NULL -> {}
            default ->
                throw Refused.wrong(
                        "row " + row + ": column '" + member + "': must be a number, a text, true, false or null");
        }
    }

    /** As a journal keeps them: read back they are the same, to the bit. */
    static String kept(List<Example> examples) {
        List<Object> all = new ArrayList<>();
        for (Example example : examples) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put(TASK, example.task());
            one.put(LABEL, example.label());
            one.put("features", new TreeMap<>(example.features()));
            all.add(one);
        }
        return Json.of(all);
    }

    /** What {@link #kept} wrote. */
    static List<Example> ofKept(String text) {
        List<Example> examples = new ArrayList<>();
        try (JsonReader json = new JsonReader(text)) {
            json.expect(JsonToken.START_ARRAY, SHAPE);
            while (json.next() == JsonToken.START_OBJECT) {
                examples.add(keptOne(json));
            }
        } catch (Refused e) {
            throw new DataException("an entry of the journal is none: " + e.getMessage(), e);
        }
        return examples;
    }

    private static Example keptOne(JsonReader json) {
        String task = "";
        String label = "";
        Map<String, Double> features = new HashMap<>();
        while (json.next() == JsonToken.PROPERTY_NAME) {
            String member = json.name();
            JsonToken token = json.next();
            if (token == JsonToken.START_OBJECT) {
                while (json.next() == JsonToken.PROPERTY_NAME) {
                    String name = json.name();
                    json.next();
                    features.put(name, json.number());
                }
            } else if (member.equals(TASK)) {
                task = json.text();
            } else {
                label = json.text();
            }
        }
        return new Example(task, label, features);
    }
}
