package dev.kith.serve.open;

import dev.kith.data.Names;
import dev.kith.model.ModelInfo;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.serve.http.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Predictions as tensors: one value per row or, where every task is asked, a matrix of rows and tasks. */
record InferOutputs(ModelInfo info, Predictions found) {
    private static final String PREDICTION = "prediction";
    private static final String CLASS = "class";
    private static final List<String> NAMES = List.of(PREDICTION, CLASS, "probability", "low", "high", "decision");

    /** The tensors of these names; of the prediction where none is named. */
    List<Map<String, Object>> tensors(List<String> asked) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (String name : asked.isEmpty() ? List.of(PREDICTION) : asked) {
            if (!NAMES.contains(name)) {
                throw Refused.wrong(Names.unknown("output", name, NAMES));
            }
            all.add(tensor(name));
        }
        return all;
    }

    private Map<String, Object> tensor(String name) {
        boolean text = name.equals(CLASS) || (name.equals(PREDICTION) && classes(info, found.scope()));
        Map<String, Object> tensor = InferInputs.tensor(name, text ? "BYTES" : "FP64");
        int tasks = found.scope() == Scope.ALL_TASKS ? info.tasks().size() : 1;
        int rows = found.size() / tasks;
        tensor.put("shape", found.scope() == Scope.ALL_TASKS ? List.of(rows, tasks) : List.of(rows));
        tensor.put("data", values(name, text));
        return tensor;
    }

    private List<Object> values(String name, boolean text) {
        Function<Prediction, Object> value = value(name, text);
        List<Object> values = found.stream().map(value).toList();
        boolean none = values.stream().allMatch(one -> one instanceof Double number && number.isNaN());
        if (none && !name.equals(PREDICTION)) {
            throw Refused.wrong(missing(name));
        }
        return values;
    }

    private static Function<Prediction, Object> value(String name, boolean text) {
        if (text) {
            return one -> one.category().orElse("");
        }
        return switch (name) {
            case "probability" -> one -> one.probability().orElse(Double.NaN);
            case "low" -> one -> one.low().orElse(Double.NaN);
            case "high" -> one -> one.high().orElse(Double.NaN);
            case "decision" -> one -> one.category().isPresent() ? one.value() : Double.NaN;
            default -> Prediction::value;
        };
    }

    private static String missing(String name) {
        return switch (name) {
            case "low", "high" ->
                "output '" + name
                        + "' needs the level of its interval, as a parameter: \"parameters\": {\"interval\": 0.9}";
            case "probability" -> "the model has no probabilities: fit it with calibration (kith fit --calibrate)";
            default -> "output '" + name + "' is for classes; this model predicts numbers";
        };
    }

    /** Whether predictions are names of classes, all of them. */
    static boolean classes(ModelInfo info, Scope scope) {
        return scope == Scope.ONE_CLASS
                || scope == Scope.CHOICE
                || IntStream.range(0, info.tasks().size()).allMatch(info::hasClasses);
    }

    /** What the description of a model says of its outputs. */
    static List<Map<String, Object>> described(ModelInfo info, Scope scope) {
        boolean classes = classes(info, scope);
        List<Map<String, Object>> all = new ArrayList<>();
        all.add(InferInputs.tensor(PREDICTION, classes ? "BYTES" : "FP64"));
        List<String> more = classes ? List.of(CLASS, "probability", "decision") : List.of("low", "high");
        for (String name : more) {
            all.add(InferInputs.tensor(name, name.equals(CLASS) ? "BYTES" : "FP64"));
        }
        if (scope == Scope.ALL_TASKS) {
            all.forEach(tensor -> tensor.put("shape", List.of(-1, info.tasks().size())));
        }
        return all.stream().<Map<String, Object>>map(LinkedHashMap::new).toList();
    }
}
