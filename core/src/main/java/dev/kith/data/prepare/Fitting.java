package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final Optional<Dataset> labelled;
    private final List<BitSet> flags = new ArrayList<>();
    private final Map<String, LabelMeans> drawn = new HashMap<>();
    private final Preparation preparation;

    /** @param labelled the rows with their labels, where they are known */
    Fitting(RawInputs rows, Optional<Dataset> labelled) {
        this.rows = rows;
        this.labelled = labelled;
        Recipe recipe = rows.recipe();
        this.preparation = new Preparation(
                recipe.treatments().stream().map(this::step).toList(), recipe.impute(), recipe.missing());
        if (preparation.features().isEmpty()) {
            throw new DataException("no column has a value to learn from: " + rows.features());
        }
    }

    Preparation preparation() {
        return preparation;
    }

    /** The features of the rows that train. */
    DenseInputs features() {
        DenseInputs features = preparation.apply(rows);
        int at = 0;
        for (Step step : preparation.steps()) {
            LabelMeans means = drawn.get(step.column());
            if (means != null) {
                means.writeInto(features.values(), at);
            }
            at += step.features().size();
        }
        return features;
    }

    private Step step(Recipe.Treatment treatment) {
        RawColumn column = rows.column(treatment.column());
        BitSet missing = TextCells.missing(column);
        if (!missing.isEmpty() && !rows.recipe().impute()) {
            throw new DataException("input " + missing.nextSetBit(0) + ", column '" + column.name()
                    + "': is missing, and missing cells shall not be filled");
        }
        if (missing.cardinality() == column.rows()) {
            return new Step.Omitted(column.name());
        }
        return treatment.part().treated()
                ? text(treatment, TextCells.of(column), missing)
                : number(treatment, column, missing);
    }

    private Step number(Recipe.Treatment treatment, RawColumn column, BitSet missing) {
        Filling filling = filling(NumberCells.values(column), missing);
        return treatment instanceof Recipe.Truth
                ? new Step.Truth(column.name(), filling)
                : new Step.Numeric(column.name(), filling);
    }

    private Step text(Recipe.Treatment treatment, RawColumn.Texts texts, BitSet missing) {
        if (treatment instanceof Recipe.Dated dates) {
            return new DateFitting(dates, texts)
                    .step((years, trend) -> trend
                            ? filling(years, missing)
                            : new Filling(0, Map.of(), flagged(missing), missing.cardinality(), years.length));
        }
        if (treatment instanceof Recipe.Ordered order) {
            return new OrderFitting(order, texts).step(rows.recipe().impute(), this::flagged);
        }
        long values = Arrays.stream(TextCells.counts(texts)).filter(n -> n > 0).count();
        if (treatment instanceof Recipe.Hashed hashed) {
            return new Hashed(
                    texts.name(), hashed.bits(), flagged(missing), values, missing.cardinality(), texts.rows());
        }
        return treatment instanceof Recipe.Category && values > Recipe.Category.MOST_VALUES
                ? drawn(texts, values)
                : category(texts, missing);
    }

    private Step drawn(RawColumn.Texts texts, long values) {
        LabelMeans means = new LabelMeans(
                labelled.orElseThrow(() -> new DataException("column '" + texts.name() + "' has " + values
                        + " values: beyond " + Recipe.Category.MOST_VALUES
                        + " they are drawn together by labels, which these rows have not")),
                texts);
        drawn.put(texts.name(), means);
        return means.drawn();
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

    private Filling filling(double[] values, BitSet missing) {
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

    private Step category(RawColumn.Texts texts, BitSet missing) {
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
                texts.name(),
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
