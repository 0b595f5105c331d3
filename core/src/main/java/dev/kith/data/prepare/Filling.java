package dev.kith.data.prepare;

import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stands in for missing numbers of a column: the median of the task's rows drawn to that of all rows,
 *
 * <pre>
 *   (n_t median_t + 5 median) / (n_t + 5),  n_t numbers of task t
 * </pre>
 *
 * so that a task with few numbers takes the overall median and one with many its own.
 *
 * @param overall for rows of no task, of one that had no number, or of one nobody trained on
 * @param within by the name of the task; empty where no training row needed it
 * @param flagged whether a feature of its own says where cells were missing
 * @param missing rows without a number when this was fitted
 * @param rows all rows then
 */
public record Filling(double overall, Map<String, Double> within, boolean flagged, long missing, long rows) {
    public Filling {
        within = Collections.unmodifiableMap(new LinkedHashMap<>(within));
        if (!Double.isFinite(overall) || !within.values().stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("what stands in for a missing number must be finite");
        }
        if (!(missing >= 0 && rows >= missing)) {
            throw new IllegalArgumentException(
                    "rows with missing cells must be from 0 to " + rows + ", got " + missing);
        }
    }

    /** What stands in for a missing number of this task. */
    public double of(Optional<String> task) {
        return task.map(name -> within.getOrDefault(name, overall)).orElse(overall);
    }

    /** The same for every row. */
    double[] of(RawInputs rows) {
        double[] fill = new double[rows.rows()];
        if (within.isEmpty() || rows.tasks().isEmpty()) {
            java.util.Arrays.fill(fill, overall);
            return fill;
        }
        RawColumn.Texts tasks = rows.tasks().get();
        double[] each = tasks.values().stream()
                .mapToDouble(name -> within.getOrDefault(name, overall))
                .toArray();
        for (int i = 0; i < fill.length; i++) {
            fill[i] = tasks.missing(i) ? overall : each[tasks.code(i)];
        }
        return fill;
    }

    List<String> features(String column) {
        return flagged ? List.of(column, flag(column)) : List.of(column);
    }

    /** The name of the feature that says where cells of a column are missing. */
    static String flag(String column) {
        return column + " is missing";
    }

    /** What is assumed, in words; empty where no cell was missing. */
    Optional<String> words() {
        if (missing == 0) {
            return Optional.empty();
        }
        List<String> more = new ArrayList<>();
        more.add(missing + " of " + Words.count(rows, "row"));
        double low = within.values().stream().mapToDouble(x -> x).min().orElse(overall);
        double high = within.values().stream().mapToDouble(x -> x).max().orElse(overall);
        if (low < high) {
            more.add("by task " + Words.number(low) + " to " + Words.number(high));
        }
        return Optional.of("missing -> " + Words.number(overall) + " (" + String.join("; ", more) + ")"
                + (flagged ? ", a feature says where" : ""));
    }
}
