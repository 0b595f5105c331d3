package dev.kith.cli.text;

import dev.kith.model.ModelInfo;
import dev.kith.text.Words;
import dev.kith.trust.Explanation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One explanation in words and as JSON.
 *
 * @param row counted from 1
 * @param top how many features and tasks are named
 */
public record ExplanationText(int row, Explanation why, ModelInfo info, int top) {
    /** What the sum is, where it is not the prediction itself. */
    private String scale() {
        if (!info.classes().isEmpty()) {
            return " (decision; positive is " + info.classes().get(1) + ")";
        }
        if (info.schema().transform().isPresent()) {
            String scale = info.schema().transform().get().transform().meaning();
            return " (" + scale + ", on which effects add up; predict has labels' units)";
        }
        return info.loss().equals("poisson") ? " (logarithm of the mean)" : "";
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Row " + row + ", task " + why.task() + ": " + Words.number(why.sum()) + scale());
        boolean average = !why.features().isEmpty();
        lines.add("  " + Words.number(why.base()) + (average ? "  for an average row" : "  intercept"));
        if (average) {
            add(lines, Explanation.largest(why.features(), top), why.features(), "other features");
        }
        if (!why.tasks().isEmpty()) {
            lines.add("  Of " + signed(why.sum() - why.base()) + ", " + signed(why.own()) + " is what the rows of "
                    + why.task() + " say and " + signed(why.borrowed()) + " what other tasks' rows do:");
            List<Explanation.Part> others = why.tasks().stream()
                    .filter(part -> !part.name().equals(why.task()))
                    .toList();
            add(lines, Explanation.largest(others, top), others, "other tasks");
        } else {
            lines.add("  All of it is what the rows of " + why.task() + " say, or the model does not tell.");
        }
        return lines;
    }

    private static void add(List<String> lines, List<Explanation.Part> named, List<Explanation.Part> all, String rest) {
        double left = 0;
        for (Explanation.Part part : all) {
            left += named.contains(part) ? 0 : part.amount();
        }
        for (Explanation.Part part : named) {
            lines.add("  " + signed(part.amount()) + "  " + part.name());
        }
        if (all.size() > named.size() && left != 0) {
            lines.add("  " + signed(left) + "  "
                    + Words.count(all.size() - named.size(), rest.substring(0, rest.length() - 1)));
        }
    }

    private static String signed(double value) {
        return (value < 0 ? "" : "+") + Words.number(value);
    }

    public Map<String, Object> json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("row", row);
        object.putAll(why.members());
        return object;
    }
}
