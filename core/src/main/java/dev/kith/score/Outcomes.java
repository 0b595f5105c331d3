package dev.kith.score;

import dev.kith.data.Dataset;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What was predicted and what was so: labels, predictions and weights of some observations. For classes labels are -1
 * and +1 and predictions are decision values, positive for +1. Observations of weight 0 count as absent. Predictions of
 * different models (of different folds, say) are never ranked against each other. Immutable.
 */
public final class Outcomes {
    private final double[] labels;
    private final double[] predictions;
    private final double[] weights;
    private final Ranks ranks;
    private final boolean classes;

    private Outcomes(double[] labels, double[] predictions, double[] weights, Ranks ranks, boolean classes) {
        this.labels = labels;
        this.predictions = predictions;
        this.weights = weights;
        this.ranks = ranks;
        this.classes = classes;
    }

    /** The order of predictions, found when first needed and shared by all that differ in weights alone. */
    private static final class Ranks {
        private final double[] predictions;
        private final int[] models;
        private int @Nullable [] order;

        Ranks(double[] predictions, int[] models) {
            this.predictions = predictions;
            this.models = models;
        }

        synchronized int[] order() {
            if (order == null) {
                order = IntStream.range(0, predictions.length)
                        .boxed()
                        .sorted((a, b) -> models[a] != models[b]
                                ? Integer.compare(models[a], models[b])
                                : Double.compare(predictions[b], predictions[a]))
                        .mapToInt(Integer::intValue)
                        .toArray();
            }
            return order;
        }
    }

    /** Takes the arrays without copying; all predictions are of one model. */
    public static Outcomes of(double[] labels, double[] predictions, double[] weights) {
        return of(labels, predictions, weights, new int[labels.length], false);
    }

    private static Outcomes of(double[] labels, double[] predictions, double[] weights, int[] models, boolean classes) {
        if (predictions.length != labels.length || weights.length != labels.length) {
            throw new IllegalArgumentException("labels, predictions and weights must have equal lengths, got "
                    + labels.length + ", " + predictions.length + ", " + weights.length);
        }
        for (int o = 0; o < labels.length; o++) {
            if (!Double.isFinite(labels[o]) || !Double.isFinite(predictions[o])) {
                throw new IllegalArgumentException("observation " + o + ": label and prediction must be finite, got "
                        + labels[o] + " and " + predictions[o]);
            }
            if (!(weights[o] >= 0 && weights[o] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "observation " + o + ": weight must be a finite number >= 0, got " + weights[o]);
            }
        }
        return new Outcomes(labels, predictions, weights, new Ranks(predictions, models), classes);
    }

    /**
     * The given observations of {@code data}; {@code predictions} and {@code models}, the number of the model behind each,
     * have one entry for each observation of the data.
     */
    public static Outcomes of(Dataset data, double[] predictions, int[] models, int... observations) {
        return of(
                Arrays.stream(observations).mapToDouble(data::label).toArray(),
                Arrays.stream(observations).mapToDouble(o -> predictions[o]).toArray(),
                Arrays.stream(observations).mapToDouble(data::weight).toArray(),
                Arrays.stream(observations).map(o -> models[o]).toArray(),
                Arrays.stream(observations).allMatch(o -> data.hasClasses(data.task(o))));
    }

    /** All of several, one after the other. */
    static Outcomes joined(List<Outcomes> parts) {
        return new Outcomes(
                joined(parts, part -> part.labels),
                joined(parts, part -> part.predictions),
                joined(parts, part -> part.weights),
                new Ranks(
                        joined(parts, part -> part.predictions),
                        parts.stream()
                                .flatMapToInt(part -> Arrays.stream(part.ranks.models))
                                .toArray()),
                parts.stream().allMatch(part -> part.classes));
    }

    private static double[] joined(List<Outcomes> parts, Function<Outcomes, double[]> values) {
        return parts.stream()
                .flatMapToDouble(part -> Arrays.stream(values.apply(part)))
                .toArray();
    }

    /** The same with other weights. */
    public Outcomes reweighted(double[] others) {
        return new Outcomes(labels, predictions, others, ranks, classes);
    }

    public int size() {
        return labels.length;
    }

    double label(int o) {
        return labels[o];
    }

    double prediction(int o) {
        return predictions[o];
    }

    public double weight(int o) {
        return weights[o];
    }

    /** Whether all are decisions between classes; where some are not, all count as numbers. */
    boolean classes() {
        return classes;
    }

    public double totalWeight() {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        return sum;
    }

    /** Weighted variance of the labels around their mean; exactly 0 when all are equal. */
    public double variance() {
        double total = totalWeight();
        double mean = 0;
        double lowest = Double.POSITIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        for (int o = 0; o < labels.length; o++) {
            if (weights[o] > 0) {
                mean += weights[o] / total * labels[o];
                lowest = Math.min(lowest, labels[o]);
                highest = Math.max(highest, labels[o]);
            }
        }
        if (!(highest > lowest)) {
            return 0;
        }
        double sum = 0;
        for (int o = 0; o < labels.length; o++) {
            sum += weights[o] * (labels[o] - mean) * (labels[o] - mean);
        }
        return sum / total;
    }

    /** Whether one and the same model predicted both. */
    boolean sameModel(int a, int b) {
        return ranks.models[a] == ranks.models[b];
    }

    /** Observations, model by model, highest prediction first. */
    int[] ranked() {
        return ranks.order();
    }
}
