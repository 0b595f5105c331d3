package dev.kith.online.bound;

import dev.kith.linalg.Matrix;
import dev.kith.online.Row;

/** Reference vectors u_1, ..., u_K chosen in hindsight, and what they lost on the steps the learner got wrong. */
public final class Comparators {
    private final Matrix vectors;
    private long mistakes;
    private double loss;

    /** @param vectors K x d, finite; row i is the comparator of task i */
    public Comparators(Matrix vectors) {
        this.vectors = vectors.requireFinite("comparators");
    }

    Matrix vectors() {
        return vectors;
    }

    /** u_task'x. */
    public double margin(int task, Row x) {
        if (task >= vectors.rows()) {
            throw new IllegalArgumentException(
                    "comparators must have a row per task, got " + vectors.rows() + " for task " + task);
        }
        double sum = 0;
        for (int k = x.start(); k < x.end() && x.indices()[k] < vectors.cols(); k++) {
            sum += x.values()[k] * vectors.get(task, x.indices()[k]);
        }
        return sum;
    }

    /** Counts a mistake of the learner and the comparator's hinge loss on it. */
    public void mistake(int task, Row x, double y) {
        mistakes++;
        loss += Math.max(0, 1 - y * margin(task, x));
    }

    public long mistakes() {
        return mistakes;
    }

    /** L, the sum of hinge losses on mistaken steps. */
    public double loss() {
        return loss;
    }
}
