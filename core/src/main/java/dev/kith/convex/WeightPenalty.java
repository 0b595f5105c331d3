package dev.kith.convex;

import dev.kith.convex.weight.EntrySparsity;
import dev.kith.convex.weight.RowSparsity;
import dev.kith.convex.weight.TwoParts;
import dev.kith.convex.weight.TwoPenalties;
import dev.kith.convex.weight.WeightTerm;
import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A convex penalty R(W) on the weights of linear models, lambda R(W) in the objective of {@link LinearTrainer}. w_jt is the weight
 * of feature j in task t, in the units of the fit.
 */
public final class WeightPenalty {
    /** Which features any task uses, {@code l21}. */
    private static final String ROWS = "l21";

    private static final String ENTRIES = "l1";
    private static final String ELASTIC = "elastic";
    private static final String RATIO = "ratio";
    private static final String PARTS = "dirty";
    private static final String COST = "sparse-cost";
    private static final String RELATED = "l21-relation";
    private static final String RELATION = "relation";
    private static final String FEATURES = "feature-cost";

    /** The penalty for a lambda, on weights of so many tasks and features. */
    private interface Form {
        WeightTerm at(double lambda, int tasks, int dim);
    }

    private final String name;
    private final Map<String, String> parameters;
    private final Form form;

    private WeightPenalty(String name, Map<String, String> parameters, Form form) {
        this.name = name;
        this.parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        this.form = form;
    }

    /** Tasks share which features they use, {@code l21}: R(W) = sum_j ||w_j||, the lengths of features across tasks. */
    public static WeightPenalty rows() {
        return new WeightPenalty(ROWS, Map.of(), (lambda, tasks, dim) -> new RowSparsity(lambda));
    }

    /** Each task uses few features, its own ones, {@code l1}: R(W) = sum_jt |w_jt|, the lasso task by task. */
    public static WeightPenalty entries() {
        return new WeightPenalty(ENTRIES, Map.of(), (lambda, tasks, dim) -> new EntrySparsity(lambda, 0));
    }

    /**
     * Few features, alike ones together, {@code elastic}: R(W) = sum_jt ratio |w_jt| + (1 - ratio) w_jt^2.
     *
     * @param ratio in (0, 1]; 1 is {@link #entries()}
     */
    public static WeightPenalty elastic(double ratio) {
        if (!(ratio > 0 && ratio <= 1)) {
            throw new IllegalArgumentException("ratio must be a number > 0 and <= 1, got " + ratio);
        }
        return new WeightPenalty(
                ELASTIC,
                Map.of(RATIO, Texts.number(ratio)),
                (lambda, tasks, dim) -> new EntrySparsity(lambda * ratio, lambda * (1 - ratio)));
    }

    /**
     * What tasks share and what they have of their own, {@code dirty}: R(W) = min over S + L = W of sparseCost sum_jt |s_jt| + ||L||_*, S
     * sparse and L of low rank, both kept in the model.
     *
     * @param sparseCost &gt; 0; with 1 or more S is zero (the trace norm), with 1 / sqrt(features x tasks) or less L is (the lasso)
     */
    public static WeightPenalty dirty(double sparseCost) {
        Checks.requirePositive(COST, sparseCost);
        return new WeightPenalty(
                PARTS,
                Map.of(COST, Texts.number(sparseCost)),
                (lambda, tasks, dim) -> new TwoParts(lambda, sparseCost, tasks, dim));
    }

    /**
     * Related tasks that share which features they use, {@code l21-relation}: lambda R(W) = what the learned structure charges with this lambda,
     * as in {@link ConvexTrainer}, + lambda featureCost sum_j ||w_j||. The model has the structure.
     *
     * @param relation {@code mtfl}, {@code okl} or {@code mtrl}
     * @param featureCost &gt; 0
     */
    public static WeightPenalty rowsBeside(String relation, double featureCost) {
        Relation beside = spectral(relation);
        Checks.requirePositive(FEATURES, featureCost);
        return new WeightPenalty(
                RELATED,
                Map.of(RELATION, relation, FEATURES, Texts.number(featureCost)),
                (lambda, tasks, dim) -> new TwoPenalties(beside, lambda, lambda * featureCost, tasks, dim));
    }

    private static Relation spectral(String name) {
        return switch (name) {
            case "mtfl" -> Relations.schatten(1);
            case "okl" -> Relations.schatten(2);
            case "mtrl" -> Relations.traceConstrained();
            default -> throw new IllegalArgumentException("relation must be mtfl, okl or mtrl, got '" + name + "'");
        };
    }

    /** The names there are. */
    public static List<String> names() {
        return List.of(ROWS, ENTRIES, ELASTIC, PARTS, RELATED);
    }

    /**
     * The penalty of this name, with what else it needs among the parameters.
     *
     * @throws DataException if there is no such penalty, or not enough is said of it
     * @throws IllegalArgumentException if a parameter is out of its range
     */
    public static WeightPenalty make(String name, Map<String, String> parameters) {
        return switch (name) {
            case ROWS -> rows();
            case ENTRIES -> entries();
            case ELASTIC -> elastic(number(name, RATIO, parameters));
            case PARTS -> dirty(number(name, COST, parameters));
            case RELATED ->
                rowsBeside(parameters.getOrDefault(RELATION, "nothing"), number(name, FEATURES, parameters));
            default ->
                throw new DataException(
                        "penalty must be one of " + String.join(", ", names()) + ", got '" + name + "'");
        };
    }

    private static double number(String penalty, String name, Map<String, String> parameters) {
        String text = parameters.getOrDefault(name, "nothing");
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new DataException(name + " of penalty '" + penalty + "' must be a number, got '" + text + "'", e);
        }
    }

    /** What users write: {@code l21}, {@code l1}, {@code elastic}, ... */
    public String name() {
        return name;
    }

    /** What tells it from others of its name, such that {@link #make} makes the same again. */
    public Map<String, String> parameters() {
        return parameters;
    }

    WeightTerm at(double lambda, int tasks, int dim) {
        return form.at(lambda, tasks, dim);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WeightPenalty that && name.equals(that.name) && parameters.equals(that.parameters);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, parameters);
    }

    @Override
    public String toString() {
        return parameters.isEmpty() ? name : name + parameters;
    }
}
