package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.Recipe;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** Which levels of an order training rows have. */
final class OrderFitting {
    private final RawColumn.Texts texts;
    private final List<String> levels;
    private final int[] counts;
    /** Rows without a level, be their cell missing or another text. */
    private final BitSet absent = new BitSet();

    OrderFitting(Recipe.Ordered order, RawColumn.Texts texts) {
        this.texts = texts;
        this.levels = order.levels();
        this.counts = new int[levels.size()];
        int[] each = texts.values().stream().mapToInt(levels::indexOf).toArray();
        for (int i = 0; i < texts.rows(); i++) {
            int level = texts.missing(i) ? -1 : each[texts.code(i)];
            absent.set(i, level < 0);
            if (level >= 0) {
                counts[level]++;
            }
        }
    }

    /**
     * The step that these rows ask for.
     *
     * @param impute whether another text may count as missing
     * @param flagged whether a feature for some rows says something new
     */
    Ordered step(boolean impute, Predicate<BitSet> flagged) {
        int missing = TextCells.missing(texts).cardinality();
        int unknown = absent.cardinality() - missing;
        if (unknown > 0 && (!impute || absent.cardinality() == texts.rows())) {
            throw new DataException(unknown());
        }
        List<String> seen = levels.stream()
                .filter(level -> counts[levels.indexOf(level)] > 0)
                .toList();
        return new Ordered(
                texts.name(),
                levels,
                seen.subList(1, seen.size()),
                levels.get(middle()),
                flagged.test(absent),
                unknown,
                missing,
                texts.rows());
    }

    private String unknown() {
        int row = absent.nextSetBit(0);
        while (texts.missing(row)) {
            row = absent.nextSetBit(row + 1);
        }
        return "input " + row + ", column '" + texts.name() + "': \""
                + texts.value(row).orElseThrow() + "\" is none of the levels " + String.join(" < ", levels);
    }

    /** The level of the row in the middle, the lower one of two. */
    private int middle() {
        int half = (Arrays.stream(counts).sum() + 1) / 2;
        int level = 0;
        for (int below = counts[0]; below < half; below += counts[level]) {
            level++;
        }
        return level;
    }
}
