package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds in training rows what a recipe needs of them. */
final class Fitting {
    /** The overall median counts as so many rows of every task. */
    static final double DRAWN = 5;

    /** A feature that says where cells are missing needs so many rows on either side, to be learned from. */
    static final int FEWEST_FLAGGED = 10;

    /** A value with so many rows is not rare, however many rows there are; with few rows in all, one in 50. */
    static final int COMMON = 5;

    private static final int ONE_IN = 50;

    private final RawInputs rows;
    private final List<BitSet> flags = new ArrayList<>();

    Fitting(RawInputs rows) {
        this.rows = rows;
    }

    List<Step> steps() {
        return rows.recipe().treatments().stream().map(this::step).toList();
    }

    private Step step(Recipe.Treatment treatment) {
        RawColumn column = rows.column(treatment.column());
        BitSet missing = missing(column);
        if (!missing.isEmpty() && !rows.recipe().impute()) {
            throw new DataException("input " + missing.nextSetBit(0) + ", column '" + column.name()
                    + "': is missing, and missing cells shall not be filled");
        }
        if (missing.cardinality() == column.rows()) {
            return new Step.Omitted(column.name());
        }
        if (treatment instanceof Recipe.Category) {
            return category(column, missing);
        }
        Filling filling = filling(column, missing);
        return treatment instanceof Recipe.Truth
                ? new Step.Truth(column.name(), filling)
                : new Step.Numeric(column.name(), filling);
    }

    private static BitSet missing(RawColumn column) {
        BitSet missing = new BitSet();
        for (int i = 0; i < column.rows(); i++) {
            missing.set(i, column.missing(i));
        }
        return missing;
    }

    /** Whether a feature for these rows says something that none before it says. */
    private boolean flagged(BitSet missing) {
        int count = missing.cardinality();
        boolean enough = count >= FEWEST_FLAGGED && rows.rows() - count >= FEWEST_FLAGGED;
        if (!enough || flags.contains(missing)) {
            return false;
        }
        flags.add(missing);
        return true;
    }

    private Filling filling(RawColumn column, BitSet missing) {
        double[] values = NumberCells.values(column);
        double overall =
                median(Arrays.stream(values).filter(x -> !Double.isNaN(x)).toArray());
        return new Filling(
                overall,
                missing.isEmpty() ? Map.of() : within(values, overall),
                flagged(missing),
                missing.cardinality(),
                values.length);
    }

    private Map<String, Double> within(double[] values, double overall) {
        Map<String, Double> within = new LinkedHashMap<>();
        rows.tasks().ifPresent(tasks -> {
            int[] size = new int[tasks.values().size()];
            for (int i = 0; i < values.length; i++) {
                if (!Double.isNaN(values[i]) && !tasks.missing(i)) {
                    size[tasks.code(i)]++;
                }
            }
            double[][] own = new double[size.length][];
            Arrays.setAll(own, t -> new double[size[t]]);
            for (int i = values.length - 1; i >= 0; i--) {
                if (!Double.isNaN(values[i]) && !tasks.missing(i)) {
                    own[tasks.code(i)][--size[tasks.code(i)]] = values[i];
                }
            }
            for (int t = 0; t < own.length; t++) {
                if (own[t].length > 0) {
                    double n = own[t].length;
                    within.put(tasks.values().get(t), (n * median(own[t]) + DRAWN * overall) / (n + DRAWN));
                }
            }
        });
        return within;
    }

    /** Of the two in the middle, their mean. */
    private static double median(double[] values) {
        Arrays.sort(values);
        int half = values.length / 2;
        return values.length % 2 == 1 ? values[half] : values[half - 1] + (values[half] - values[half - 1]) / 2;
    }

    private Step category(RawColumn column, BitSet missing) {
        if (!(column instanceof RawColumn.Texts texts)) {
            throw new DataException("column '" + column.name() + "' must be texts, got numbers");
        }
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < texts.rows(); i++) {
            texts.value(i).ifPresent(value -> counts.merge(value, 1, Integer::sum));
        }
        int common = Math.min(COMMON, texts.rows() / ONE_IN);
        List<String> levels = counts.keySet().stream()
                .filter(value -> counts.getOrDefault(value, 0) >= common)
                .toList();
        if (levels.isEmpty()) {
            levels = List.copyOf(counts.keySet()); // all are rare: none is rarer than the rest
        }
        int rare = counts.size() - levels.size();
        return new Step.Category(
                column.name(),
                levels,
                rare > 0 && !levels.contains(Step.Category.OTHER),
                missing.cardinality() >= Math.max(1, common) && flagged(missing),
                usual(levels, counts),
                rare,
                missing.cardinality(),
                texts.rows());
    }

    /** The level with most rows; of equal ones the first. */
    private static String usual(List<String> levels, Map<String, Integer> counts) {
        String best = levels.get(0);
        for (String level : levels) {
            best = counts.getOrDefault(level, 0) > counts.getOrDefault(best, 0) ? level : best;
        }
        return best;
    }
}
