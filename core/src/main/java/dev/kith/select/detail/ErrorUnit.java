package dev.kith.select.detail;

import dev.kith.data.Dataset;
import dev.kith.select.LabelWords;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What errors are counted in when those of all tasks are put together: what people know, or where tasks have units of their own the deviation of
 * each task's labels.
 *
 * <pre>
 *   SHARE        share of wrong answers
 *   LABELS       root mean squared error, in the unit of the labels
 *   DEVIATIONS   the same with every label divided by the standard deviation of its task's held-out labels
 * </pre>
 *
 * @param column the labels are in, where they come from one
 */
public record ErrorUnit(Kind kind, Optional<String> column) {
    /** What it is. */
    public enum Kind {
        SHARE,
        LABELS,
        DEVIATIONS
    }

    /** Empty where some tasks have numbers and some classes. */
    static Optional<ErrorUnit> of(Dataset data, LabelWords labels) {
        long classes =
                IntStream.range(0, data.taskCount()).filter(data::hasClasses).count();
        if (classes > 0 && classes < data.taskCount()) {
            return Optional.empty();
        }
        Kind kind = classes > 0 ? Kind.SHARE : labels.oneUnit() ? Kind.LABELS : Kind.DEVIATIONS;
        return Optional.of(new ErrorUnit(kind, kind == Kind.LABELS ? labels.name() : Optional.empty()));
    }

    /** What an error is, in words that begin a sentence. */
    public String words() {
        return switch (kind) {
            case SHARE -> "Share of wrong answers";
            case LABELS ->
                "Root mean squared error" + column.map(name -> " in " + name).orElse("");
            case DEVIATIONS -> "Root mean squared error in standard deviations of each task's labels";
        };
    }

    /** What the difference of one prediction adds to the mean that {@link #error} is of. */
    double loss(double label, double prediction, double deviation) {
        if (kind == Kind.SHARE) {
            return prediction >= 0 == label > 0 ? 0 : 1;
        }
        double off = (label - prediction) / deviation;
        return off * off;
    }

    /** The error from a mean of losses. */
    double error(double mean) {
        return kind == Kind.SHARE ? mean : Math.sqrt(mean);
    }

    /** What labels of each task are divided by: 1, or the standard deviation of those that have a prediction, 1 where that is 0. */
    double[] deviations(Dataset data, double[] predictions) {
        double[] deviations = new double[data.taskCount()];
        Arrays.fill(deviations, 1);
        if (kind != Kind.DEVIATIONS) {
            return deviations;
        }
        double[] weight = new double[deviations.length];
        double[] mean = new double[deviations.length];
        double[] square = new double[deviations.length];
        for (int o = 0; o < predictions.length; o++) {
            if (!Double.isNaN(predictions[o])) {
                int t = data.task(o);
                weight[t] += data.weight(o);
                double off = data.label(o) - mean[t];
                mean[t] += weight[t] > 0 ? data.weight(o) / weight[t] * off : 0;
                square[t] += data.weight(o) * off * (data.label(o) - mean[t]);
            }
        }
        for (int t = 0; t < deviations.length; t++) {
            if (square[t] > 0) {
                deviations[t] = Math.sqrt(square[t] / weight[t]);
            }
        }
        return deviations;
    }
}
