package dev.kith.decode;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Dataset;
import java.util.Arrays;
import java.util.Optional;

/**
 * How far labels lie from a relation they are said to obey: is it plausible at all?
 *
 * @param rows inputs with a label for every task; others say nothing
 * @param rms root mean squared distance of their label vectors to the set
 * @param max largest distance
 * @param spread root mean squared distance of the label vectors to their mean: what rms is to be compared with
 */
public record Plausibility(int rows, double rms, double max, double spread) {
    /** rms / spread: far below 1 when the relation says something true; NaN when all labels are equal. */
    public double relative() {
        return rms / spread;
    }

    /** Measures the labels of {@code data}; empty when no input has labels for all tasks. */
    public static Optional<Plausibility> of(Dataset data, ConstraintSet set) {
        int tasks = data.taskCount();
        double[][] labels = new double[data.inputs().rows()][];
        int[] seen = new int[labels.length];
        for (int o = 0; o < data.size(); o++) {
            int i = data.row(o);
            if (labels[i] == null) {
                labels[i] = new double[tasks];
                Arrays.fill(labels[i], Double.NaN);
            }
            seen[i] += Double.isNaN(labels[i][data.task(o)]) ? 1 : 0;
            labels[i][data.task(o)] = data.label(o);
        }
        double[] mean = new double[tasks];
        int rows = 0;
        for (int i = 0; i < labels.length; i++) {
            if (seen[i] == tasks) {
                rows++;
                for (int t = 0; t < tasks; t++) {
                    mean[t] += labels[i][t];
                }
            }
        }
        double squares = 0;
        double max = 0;
        double spread = 0;
        for (int i = 0; i < labels.length; i++) {
            if (seen[i] == tasks) {
                double distance = set.distance(labels[i]);
                squares += distance * distance;
                max = Math.max(max, distance);
                for (int t = 0; t < tasks; t++) {
                    double d = labels[i][t] - mean[t] / rows;
                    spread += d * d;
                }
            }
        }
        return rows == 0
                ? Optional.empty()
                : Optional.of(new Plausibility(rows, Math.sqrt(squares / rows), max, Math.sqrt(spread / rows)));
    }
}
