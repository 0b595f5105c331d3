package dev.kith.convex.proof;

import dev.kith.data.Collapsed;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;

/**
 * What rounding did when rows were collapsed, as far as a certificate must count it. With Z the weighted rows of a task (its
 * representatives) and Z' those they stand for, the columns of Z - Z' have lengths of at most e_j, so that for any weights
 *
 * <pre>
 *   | |residuals on Z| - |residuals on Z'| |  &lt;=  e_y + sum_j |w_j| e_j
 *   | Z'phi - Z phi |_j                       &lt;=  |phi| e_j              for any dual point phi = theta / sqrt(w)
 * </pre>
 *
 * The dual point of the true rows is the orthogonal transform of phi, with the same length and sum. All in the units of the
 * fit.
 */
final class CollapseError {
    /** Made of a few sums and products of its own. */
    private static final double ROUNDED_UP = 1 + 0x1p-40;

    private final double[] label;
    private final Matrix feature;
    private final double[] featureScale;

    CollapseError(Dataset raw, Standardizer scaling, Training.Weighting weighting) {
        Collapsed rows = raw.collapsed().orElseThrow();
        int tasks = raw.taskCount();
        featureScale = scaling.featureScale().row(0);
        double[] total = new double[tasks];
        for (int o = 0; o < raw.size(); o++) {
            total[raw.task(o)] += raw.weight(o);
        }
        label = new double[tasks];
        feature = Matrix.zeros(tasks, featureScale.length);
        for (int t = 0; t < tasks; t++) {
            double share = weighting == Training.Weighting.TASK && total[t] > 0 ? Math.sqrt(1 / total[t]) : 1;
            label[t] = rows.error(t, 0) * share * ROUNDED_UP;
            for (int j = 0; j < featureScale.length; j++) {
                feature.set(t, j, rows.error(t, 1 + j) * share * ROUNDED_UP);
            }
        }
    }

    /** What may be missing from the squared loss of a task whose value on the representatives is {@code value}. */
    double loss(int t, Matrix weights, double labelScale, double value) {
        double length = label[t];
        for (int j = 0; j < featureScale.length; j++) {
            length += Math.abs(weights.get(t, j)) * feature.get(t, j);
        }
        length *= ROUNDED_UP / labelScale;
        return length * (2 * Math.sqrt(value) * ROUNDED_UP + length);
    }

    /** What the sum of theta y may be off by, of a task whose theta has this length. */
    double labels(int t, double length, double labelScale) {
        return length * label[t] / labelScale * ROUNDED_UP;
    }

    /**
     * What the sums of theta x of all groups may be off by, as the root of the sum of squares.
     *
     * @param lengths of theta, by task
     * @param pooled whether all tasks are one group
     */
    double features(double[] lengths, boolean pooled) {
        double squares = 0;
        for (int j = 0; j < featureScale.length; j++) {
            double together = 0;
            for (int t = 0; t < lengths.length; t++) {
                double off = lengths[t] * feature.get(t, j) / featureScale[j];
                together += off;
                squares += pooled ? 0 : off * off;
            }
            squares += pooled ? together * together : 0;
        }
        return Math.sqrt(squares) * ROUNDED_UP;
    }
}
