package dev.kith.data.prepare;

import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.linalg.Matrix;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A category of many values as one number, the mean label of the row's value drawn to the overall one, which is 0:
 *
 * <pre>  (sum of the standardised labels of the value) / (their number + strength)</pre>
 *
 * Labels are standardised within their tasks, whatever their units. Where tasks are classes there is a number for each class. These are the numbers of new
 * rows; the rows that train have numbers that their own labels had no part in ({@link LabelMeans}).
 *
 * @param outcomes what each number is the mean of: the classes; empty for one number over all tasks
 * @param means by value, a number for each outcome
 * @param absent the numbers of a missing cell, whose rows are a value of their own; 0 where there were none
 * @param strength rows that the overall mean counts as, for each outcome
 * @param missing rows without a value when this was fitted
 * @param rows all rows then
 */
public record Drawn(
        String column,
        List<String> outcomes,
        Map<String, List<Double>> means,
        List<Double> absent,
        List<Double> strength,
        long missing,
        long rows)
        implements Step {
    public Drawn {
        outcomes = List.copyOf(outcomes);
        Map<String, List<Double>> copy = new LinkedHashMap<>();
        means.forEach((value, numbers) -> copy.put(value, List.copyOf(numbers)));
        means = Collections.unmodifiableMap(copy);
        absent = List.copyOf(absent);
        strength = List.copyOf(strength);
        int width = Math.max(1, outcomes.size());
        boolean all = wide(absent, width)
                && wide(strength, width)
                && means.values().stream().allMatch(numbers -> wide(numbers, width));
        if (!all) {
            throw new IllegalArgumentException(
                    "every value of column '" + column + "' must have " + width + " finite means, as a missing one");
        }
    }

    private static boolean wide(List<Double> numbers, int width) {
        return numbers.size() == width && numbers.stream().allMatch(Double::isFinite);
    }

    @Override
    public Recipe.Treatment treatment() {
        return new Recipe.Category(column);
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public List<String> features() {
        return outcomes.isEmpty()
                ? List.of(column + ": mean label")
                : outcomes.stream().map(name -> column + ": mean of " + name).toList();
    }

    @Override
    public void writeInto(Matrix x, int at, RawInputs rows) {
        RawColumn.Texts texts = TextCells.of(rows.column(column));
        List<Double> none = Collections.nCopies(absent.size(), 0.0);
        List<List<Double>> each = texts.values().stream()
                .map(value -> means.getOrDefault(value, none))
                .toList();
        for (int i = 0; i < x.rows(); i++) {
            List<Double> numbers = texts.missing(i) ? absent : each.get(texts.code(i));
            for (int k = 0; k < numbers.size(); k++) {
                x.set(i, at + k, numbers.get(k));
            }
        }
    }

    @Override
    public Optional<String> words() {
        List<String> all = new ArrayList<>();
        all.add(means.size() + " values, more than " + Recipe.Category.MOST_VALUES + " -> the mean label of the value"
                + (outcomes.isEmpty() ? "" : ", class by class"));
        if (missing > 0) {
            all.add("missing -> a value of its own (" + missing + " of " + Words.count(rows, "row") + ")");
        }
        all.add("a new value counts as an average one");
        all.add("--one-hot " + column + " makes a feature of each");
        return Optional.of(String.join("; ", all));
    }
}
