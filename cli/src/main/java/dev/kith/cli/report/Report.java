package dev.kith.cli.report;

import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a report says, before it is drawn.
 *
 * @param headline the result in one plain sentence
 * @param lead a sentence or two for a reader who knows nothing yet
 * @param provenance what made this report, by name, in order
 */
public record Report(
        String title,
        String headline,
        String lead,
        Metric metric,
        List<String> tasks,
        List<MethodResult> methods,
        List<Similarity> similarities,
        DataSummary data,
        Map<String, String> provenance) {

    /** How errors are measured: a short name, the unit after each number, and one sentence that explains it. */
    public record Metric(String name, String unit, String explain) {}

    /** What one method reached on held-out rows; {@code perTask} in task order. */
    public record MethodResult(
            String name,
            String description,
            double error,
            List<Double> perTask,
            double lambda,
            double gap,
            boolean best) {}

    /** A task x task matrix with entries from -1 (opposite) to 1 (alike). */
    public record Similarity(String name, String explain, Matrix matrix) {}

    /** The data behind the report; {@code perTask} counts training labels in task order. */
    public record DataSummary(
            String name, int features, long read, long skipped, List<Integer> perTask, long train, long test) {}

    /** The JSON object the page's scripts read. */
    Map<String, @Nullable Object> content() {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("metric", Map.of("name", metric.name, "unit", metric.unit, "explain", metric.explain));
        content.put("tasks", tasks);
        content.put("methods", methods.stream().map(Report::content).toList());
        List<Object> views = new ArrayList<>();
        for (Similarity view : similarities) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", view.name);
            entry.put("explain", view.explain);
            entry.put("order", ClusterOrder.of(view.matrix));
            entry.put("matrix", view.matrix.map(Report::rounded));
            views.add(entry);
        }
        content.put("similarities", views);
        content.put("data", content(data));
        content.put("provenance", provenance);
        return content;
    }

    private static Map<String, Object> content(MethodResult method) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", method.name);
        entry.put("description", method.description);
        entry.put("error", method.error);
        entry.put("perTask", method.perTask);
        entry.put("lambda", method.lambda);
        entry.put("gap", method.gap);
        entry.put("best", method.best);
        return entry;
    }

    private static Map<String, Object> content(DataSummary data) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", data.name);
        entry.put("features", data.features);
        entry.put("read", data.read);
        entry.put("skipped", data.skipped);
        entry.put("perTask", data.perTask);
        entry.put("train", data.train);
        entry.put("test", data.test);
        return entry;
    }

    /** Four decimals are more than a colour shows, and keep 200 x 200 matrices small. */
    private static double rounded(double value) {
        return Math.rint(value * 1e4) / 1e4;
    }
}
