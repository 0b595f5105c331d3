package dev.kith.trust;

import dev.kith.data.DataException;
import dev.kith.data.moments.Moments;
import dev.kith.file.ModelFile;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a model says of one task. Takes time and memory that grow with the number of tasks, not with its square.
 *
 * @param task its name
 * @param rows how many rows of it the model was trained on, where it kept their moments
 * @param intercept in the labels' units; empty where the model has no weights of features
 * @param coefficients of the model's features, in its order; empty where it has none
 * @param neighbours the tasks whose relation to it is strongest, strongest first, from -1 (opposite) to 1; empty where tasks do not share or the
 *     model does not say how
 */
public record TaskCard(
        String task,
        OptionalLong rows,
        OptionalDouble intercept,
        List<Explanation.Part> coefficients,
        List<Explanation.Part> neighbours) {
    public TaskCard {
        coefficients = List.copyOf(coefficients);
        neighbours = List.copyOf(neighbours);
    }

    /**
     * Of the task of this name.
     *
     * @param most how many neighbours are named
     * @throws DataException if the model does not have it; the message lists the closest names
     */
    public static TaskCard of(ModelFile.Content content, String task, int most) {
        Model model = content.model();
        ModelInfo info = model.info();
        int t = info.task(task);
        Optional<LinearModel> linear = model.linear();
        List<Explanation.Part> coefficients = new ArrayList<>();
        for (int j = 0; j < info.features().size() && linear.isPresent(); j++) {
            coefficients.add(new Explanation.Part(
                    info.features().get(j), linear.get().weights().get(j, t)));
        }
        List<Explanation.Part> neighbours = model.structure().stream()
                .flatMap(structure -> structure.strongest(t, most).stream())
                .map(tie -> new Explanation.Part(info.tasks().get(tie.task()), tie.similarity()))
                .toList();
        return new TaskCard(
                task,
                content.moments().map(moments -> rows(moments, task)).orElse(OptionalLong.empty()),
                linear.isPresent() ? OptionalDouble.of(linear.get().intercept().get(0, t)) : OptionalDouble.empty(),
                coefficients,
                neighbours);
    }

    private static OptionalLong rows(Moments moments, String task) {
        return moments.tasks().contains(task) ? OptionalLong.of(moments.rows(task)) : OptionalLong.empty();
    }

    /** All of it by name, as it is written as JSON. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("task", task);
        rows.ifPresent(count -> members.put("rows", count));
        intercept.ifPresent(value -> members.put("intercept", value));
        if (!coefficients.isEmpty()) {
            members.put("coefficients", amounts(coefficients));
        }
        members.put("neighbours", amounts(neighbours));
        return members;
    }

    private static Map<String, Double> amounts(List<Explanation.Part> parts) {
        Map<String, Double> amounts = new LinkedHashMap<>();
        parts.forEach(part -> amounts.put(part.name(), part.amount()));
        return amounts;
    }
}
