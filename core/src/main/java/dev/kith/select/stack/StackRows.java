package dev.kith.select.stack;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What several contenders predicted for labels they had not seen.
 *
 * @param labels of every observation; of classes below 0 or above
 * @param weights of the observations
 * @param tasks of the observations, from 0
 * @param folds in which each was held out, from 0; -1 for those that never were
 * @param predictions of each contender, for every observation; of classes decision values
 * @param classes whether the labels of each task are classes
 * @param oneUnit whether numbers of different tasks are in one unit
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record StackRows(
        double[] labels,
        double[] weights,
        int[] tasks,
        int[] folds,
        double[][] predictions,
        boolean[] classes,
        boolean oneUnit) {
    public StackRows {
        int n = labels.length;
        if (weights.length != n || tasks.length != n || folds.length != n) {
            throw new IllegalArgumentException("weights, tasks and folds must be one for each of " + n + " labels, got "
                    + weights.length + ", " + tasks.length + " and " + folds.length);
        }
        if (predictions.length == 0 || Arrays.stream(predictions).anyMatch(of -> of.length != n)) {
            throw new IllegalArgumentException("there must be contenders, with a prediction for each of " + n
                    + " labels, got " + predictions.length + " contenders");
        }
        for (int o = 0; o < n; o++) {
            for (double[] of : predictions) {
                if (folds[o] >= 0 && !Double.isFinite(of[o])) {
                    throw new IllegalArgumentException("predictions must be finite numbers, got " + of[o]);
                }
            }
        }
    }

    int contenders() {
        return predictions.length;
    }

    int taskCount() {
        return classes.length;
    }

    /** How many folds there are. */
    int foldCount() {
        return Arrays.stream(folds).max().orElse(-1) + 1;
    }

    /** The same with some of the contenders. */
    StackRows with(int... kept) {
        return new StackRows(
                labels,
                weights,
                tasks,
                folds,
                Arrays.stream(kept).mapToObj(k -> predictions[k]).toArray(double[][]::new),
                classes,
                oneUnit);
    }

    /** The mean of the contenders' predictions. */
    double centre(int o) {
        double sum = 0;
        for (double[] of : predictions) {
            sum += of[o];
        }
        return sum / predictions.length;
    }

    /** How far each contender's prediction is from their mean. */
    double[] deviations(int o) {
        double centre = centre(o);
        return Arrays.stream(predictions).mapToDouble(of -> of[o] - centre).toArray();
    }

    /** A prediction with these weights. */
    double prediction(int o, double[] w) {
        double sum = 0;
        for (int k = 0; k < w.length; k++) {
            sum += w[k] * predictions[k][o];
        }
        return sum;
    }

    /** Observations that were held out in these folds. */
    IntStream heldOut(boolean[] used) {
        return IntStream.range(0, labels.length).filter(o -> folds[o] >= 0 && used[folds[o]]);
    }
}
