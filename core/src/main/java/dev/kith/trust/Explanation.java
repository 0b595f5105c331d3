package dev.kith.trust;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why a model predicts what it predicts for one row: a sum that comes to the prediction, seen twice. Decisions of two classes and
 * logarithms of means (counts) are sums; probabilities and counts themselves are not.
 *
 * @param task whose prediction
 * @param base what is predicted for a row of average features, or the intercept where features are seen through a kernel
 * @param features what each feature adds to that, in the model's order; empty where features are seen through a kernel
 * @param tasks what the rows of each task, this one among them, add to {@code base}, in the model's order: A_ts times the pull of
 *     task s. Empty where tasks do not share, or the model does not say how
 * @param sum the prediction: base and the features, or base and the tasks, up to rounding
 */
public record Explanation(String task, double base, List<Part> features, List<Part> tasks, double sum) {
    public Explanation {
        features = List.copyOf(features);
        tasks = List.copyOf(tasks);
    }

    /**
     * One summand.
     *
     * @param name of a feature or task
     * @param amount what it adds
     */
    public record Part(String name, double amount) {}

    /** What the task's own rows add; all there is where tasks do not share. */
    public double own() {
        return tasks.isEmpty()
                ? sum - base
                : tasks.stream()
                        .filter(part -> part.name().equals(task))
                        .mapToDouble(Part::amount)
                        .sum();
    }

    /** What comes from the rows of other tasks. */
    public double borrowed() {
        return tasks.stream()
                .filter(part -> !part.name().equals(task))
                .mapToDouble(Part::amount)
                .sum();
    }

    /** All of it by name, as it is written as JSON. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("task", task);
        members.put("sum", sum);
        members.put("base", base);
        members.put("own", own());
        members.put("borrowed", borrowed());
        members.put("features", amounts(features));
        members.put("tasks", amounts(tasks));
        return members;
    }

    private static Map<String, Double> amounts(List<Part> parts) {
        Map<String, Double> amounts = new LinkedHashMap<>();
        parts.forEach(part -> amounts.put(part.name(), part.amount()));
        return amounts;
    }

    /** The parts that matter most, largest first, whatever their sign. */
    public static List<Part> largest(List<Part> parts, int most) {
        return parts.stream()
                .sorted(Comparator.comparingDouble((Part part) -> -Math.abs(part.amount())))
                .filter(part -> part.amount() != 0)
                .limit(most)
                .toList();
    }
}
