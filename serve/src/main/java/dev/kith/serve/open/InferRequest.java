package dev.kith.serve.open;

import dev.kith.serve.http.Refused;
import dev.kith.serve.json.JsonReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonToken;

/**
 * A request of the Open Inference Protocol.
 *
 * @param id to be sent back; empty where there is none
 * @param parameters as text
 * @param outputs the names of those asked for; empty for the usual
 */
record InferRequest(String id, Map<String, String> parameters, List<Tensor> inputs, List<String> outputs) {
    /** More inputs are nobody's. */
    private static final int MOST = 100_000;

    static InferRequest read(String text) {
        try (JsonReader json = new JsonReader(text)) {
            json.expect(JsonToken.START_OBJECT, "a request is an object with inputs");
            String id = "";
            Map<String, String> parameters = Map.of();
            List<Tensor> inputs = new ArrayList<>();
            List<String> outputs = new ArrayList<>();
            while (json.next() == JsonToken.PROPERTY_NAME) {
                String member = json.name();
                JsonToken token = json.next();
                switch (member) {
                    case "id" -> id = TensorReader.text(member, json, token);
                    case "parameters" -> parameters = parameters(json, token);
                    case "inputs" -> inputs(json, token, inputs);
                    case "outputs" -> outputs(json, token, outputs);
                    default ->
                        throw Refused.wrong("a request has id, parameters, inputs and outputs, got '" + member + "'");
                }
            }
            json.end();
            return new InferRequest(id, parameters, inputs, outputs);
        }
    }

    /** Names and values of an object, each a text, a number, true or false. */
    static Map<String, String> parameters(JsonReader json, JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            throw Refused.wrong("parameters must be an object");
        }
        Map<String, String> parameters = new HashMap<>();
        while (json.next() == JsonToken.PROPERTY_NAME) {
            String name = json.name();
            if (!json.next().isScalarValue()) {
                throw Refused.wrong("parameter '" + name + "' must be a text, a number, true or false");
            }
            parameters.put(name, json.text());
        }
        return parameters;
    }

    private static void inputs(JsonReader json, JsonToken token, List<Tensor> inputs) {
        if (token != JsonToken.START_ARRAY) {
            throw Refused.wrong("'inputs' must be an array");
        }
        for (JsonToken next = json.next(); next != JsonToken.END_ARRAY; next = json.next()) {
            if (next != JsonToken.START_OBJECT || inputs.size() == MOST) {
                throw Refused.wrong("'inputs' must be an array of objects with name, shape, datatype and data");
            }
            inputs.add(TensorReader.read(json));
        }
    }

    private static void outputs(JsonReader json, JsonToken token, List<String> outputs) {
        if (token != JsonToken.START_ARRAY) {
            throw Refused.wrong("'outputs' must be an array");
        }
        for (JsonToken next = json.next(); next != JsonToken.END_ARRAY; next = json.next()) {
            if (next != JsonToken.START_OBJECT) {
                throw Refused.wrong("'outputs' must be an array of objects with a name");
            }
            while (json.next() == JsonToken.PROPERTY_NAME) {
                String member = json.name();
                JsonToken value = json.next();
                if (member.equals("name")) {
                    outputs.add(TensorReader.text(member, json, value));
                } else {
                    json.skip();
                }
            }
        }
    }
}
