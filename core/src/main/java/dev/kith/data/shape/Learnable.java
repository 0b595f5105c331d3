package dev.kith.data.shape;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.Matrix;

/** What data must fulfil to be learned from, whatever the method. */
public final class Learnable {
    private Learnable() {}

    /** Refuses data without labels, or with none that counts. */
    public static void requireLabels(Dataset data) {
        if (data.size() == 0) {
            throw new DataException("there is nothing to learn from: no labels");
        }
        for (int o = 0; o < data.size(); o++) {
            if (data.weight(o) > 0) {
                return;
            }
        }
        throw new DataException("there is nothing to learn from: the weights of all " + data.size() + " labels are 0");
    }

    /**
     * Refuses numbers that cannot be worked with, naming their column or task.
     *
     * @param advice ends the message
     */
    public static void requireBelow(double limit, Dataset data, String advice) {
        for (int o = 0; o < data.size(); o++) {
            if (!(Math.abs(data.label(o)) <= limit)) {
                throw new DataException("labels must be at most " + limit + " to be squared and summed, task '"
                        + data.tasks().get(data.task(o)) + "' has " + data.label(o) + advice);
            }
        }
        if (data.inputs() instanceof DenseInputs dense) {
            Matrix values = dense.values();
            if (values.maxAbs() <= limit) {
                return; // false for NaN
            }
            for (int i = 0; i < values.rows(); i++) {
                for (int j = 0; j < values.cols(); j++) {
                    requireBelow(limit, dense, j, values.get(i, j), advice);
                }
            }
        } else if (data.inputs() instanceof SparseInputs sparse) {
            for (int k = 0; k < sparse.values().nonZeros(); k++) {
                requireBelow(
                        limit, sparse, sparse.values().index(k), sparse.values().value(k), advice);
            }
        }
    }

    private static void requireBelow(double limit, Inputs x, int feature, double value, String advice) {
        if (!(Math.abs(value) <= limit)) {
            throw new DataException("column '" + x.features().get(feature) + "': numbers must be at most " + limit
                    + " to be squared and summed, got " + value + advice);
        }
    }
}
