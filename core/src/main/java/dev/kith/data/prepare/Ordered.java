package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.linalg.Matrix;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Values in an order, as steps: the feature {@code COLUMN>=LEVEL} is 1 from this level on.
 *
 * <p>Why steps and not one number per level (1, 2, 3): the weight of a step is the difference between neighbours, so that a quadratic penalty
 * draws neighbours to each other and not all levels to one line. Equal distances are learned as well, and unequal ones can be; of a feature
 * for each value the penalty would not know that they have an order.
 *
 * @param levels from the lowest to the highest
 * @param steps levels that have a feature: those that training rows had, but the lowest of them
 * @param usual the level of a missing cell, and of any text that is none of the levels: that of the row in the middle
 * @param flagged whether a feature of its own says which cells those are
 * @param unknown rows whose text was none of the levels when this was fitted
 * @param missing rows without a text then
 * @param rows all rows then
 */
public record Ordered(
        String column,
        List<String> levels,
        List<String> steps,
        String usual,
        boolean flagged,
        long unknown,
        long missing,
        long rows)
        implements Step {
    public Ordered {
        levels = new Recipe.Ordered(column, levels).levels();
        steps = List.copyOf(steps);
        if (!levels.contains(usual)
                || !levels.stream().filter(steps::contains).toList().equals(steps)) {
            throw new IllegalArgumentException("levels " + levels + " of column '" + column
                    + "' must hold the usual one, '" + usual + "', and the steps in their order, " + steps);
        }
    }

    @Override
    public Recipe.Treatment treatment() {
        return new Recipe.Ordered(column, levels);
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public List<String> features() {
        List<String> names = new ArrayList<>();
        steps.forEach(level -> names.add(column + ">=" + level));
        if (flagged) {
            names.add(Filling.flag(column));
        }
        return names;
    }

    @Override
    public void writeInto(Matrix x, int at, RawInputs rows) {
        RawColumn.Texts texts = TextCells.of(rows.column(column));
        int[] each = texts.values().stream().mapToInt(levels::indexOf).toArray();
        int[] heights = steps.stream().mapToInt(levels::indexOf).toArray();
        int fill = levels.indexOf(usual);
        for (int i = 0; i < x.rows(); i++) {
            int level = texts.missing(i) ? -1 : each[texts.code(i)];
            for (int k = 0; k < heights.length; k++) {
                x.set(i, at + k, (level < 0 ? fill : level) >= heights[k] ? 1 : 0);
            }
            if (flagged && level < 0) {
                x.set(i, at + heights.length, 1);
            }
        }
    }

    /** Refuses texts that are none of the levels, where nothing may stand in for them. */
    @Override
    public void requireComplete(RawInputs data) {
        Step.super.requireComplete(data);
        RawColumn.Texts texts = TextCells.of(data.column(column));
        for (int i = 0; i < texts.rows(); i++) {
            String text = texts.values().get(texts.code(i));
            if (!levels.contains(text)) {
                throw new DataException("input " + i + ", column '" + column + "': \"" + text
                        + "\" is none of the levels " + String.join(" < ", levels));
            }
        }
    }

    @Override
    public Optional<String> words() {
        List<String> all = new ArrayList<>(List.of(String.join(" < ", levels)));
        if (missing + unknown > 0) {
            all.add("missing -> '" + usual + "' (" + (missing + unknown) + " of " + Words.count(rows, "row")
                    + (unknown > 0 ? ", " + unknown + " of them another text" : "") + ")"
                    + (flagged ? ", a feature says where" : ""));
        }
        return Optional.of(String.join("; ", all));
    }
}
