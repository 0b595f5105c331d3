package dev.kith.export.part;

import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.prepare.Drawn;
import dev.kith.data.prepare.Ordered;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.prepare.Step;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a step makes of each text of a column, by the step itself.
 *
 * @param keys texts that are told apart, the empty one last: a missing cell
 * @param features a row per key, then one of every other text; NaN where the step would refuse the text
 */
public record TextTable(List<String> keys, Matrix features) {
    /** Of a step that knows its texts: a category, an order, or mean labels. */
    public static Optional<List<String>> texts(Step step) {
        if (step instanceof Step.Category category) {
            return Optional.of(category.levels());
        }
        if (step instanceof Ordered ordered) {
            return Optional.of(ordered.levels());
        }
        return step instanceof Drawn drawn
                ? Optional.of(List.copyOf(drawn.means().keySet()))
                : Optional.empty();
    }

    /** The table of a step of a preparation, which says whether missing cells are refused. */
    public static TextTable of(Step step, Preparation preparation) {
        List<String> known = texts(step)
                .orElseThrow(
                        () -> new IllegalArgumentException("step must know its texts, got that of " + step.column()))
                .stream()
                .filter(text -> !text.isEmpty())
                .toList();
        List<@Nullable String> cells = new ArrayList<>(known);
        cells.add(null);
        cells.add(other(known));
        RawInputs rows = new RawInputs(
                List.of(RawColumn.Texts.of(step.column(), cells)),
                Optional.empty(),
                new Recipe(List.of(step.treatment()), preparation.impute(), preparation.missing()));
        Matrix features = Matrix.zeros(cells.size(), step.features().size());
        step.writeInto(features, 0, rows);
        if (!preparation.impute()) {
            refuse(features, known.size());
            if (step instanceof Ordered) {
                refuse(features, known.size() + 1);
            }
        }
        List<String> keys = new ArrayList<>(known);
        keys.add("");
        return new TextTable(List.copyOf(keys), features);
    }

    private static void refuse(Matrix features, int row) {
        for (int j = 0; j < features.cols(); j++) {
            features.set(row, j, Double.NaN);
        }
    }

    /** A text that is none of these. */
    private static String other(List<String> known) {
        char[] longer =
                new char[1 + known.stream().mapToInt(String::length).max().orElse(0)];
        Arrays.fill(longer, '?');
        return new String(longer);
    }
}
