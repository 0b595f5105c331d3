package dev.kith.data.shape;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;

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
     * Refuses data that are numbers nobody can work with once they are scaled, naming their column or task.
     *
     * @param advice ends the message
     */
    public static void requireBelow(double limit, Dataset raw, Standardizer scaling, String advice) {
        if (!(largest(raw.inputs(), scaling) <= limit && largestLabel(raw, scaling) <= limit)) {
            requireBelow(limit, scaling.apply(raw), advice);
        }
    }

    /** The scaled number farthest from 0; NaN where one is. */
    private static double largest(Inputs x, Standardizer scaling) {
        if (x instanceof DenseInputs dense) {
            return largest(dense.values(), scaling);
        }
        double most = 0;
        if (x instanceof SparseInputs sparse) {
            SparseRows rows = sparse.values();
            double[] scale = scaling.featureScale().row(0);
            for (int k = 0; k < rows.nonZeros(); k++) {
                most = Math.max(most, Math.abs(rows.value(k) / scale[rows.index(k)]));
            }
        }
        return most;
    }

    /** Of a column the smallest or the largest. */
    private static double largest(Matrix x, Standardizer scaling) {
        double[] low = new double[x.cols()];
        double[] high = new double[x.cols()];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < x.rows(); i++) {
            for (int j = 0; j < low.length; j++) {
                low[j] = Math.min(low[j], x.get(i, j));
                high[j] = Math.max(high[j], x.get(i, j));
            }
        }
        double most = 0;
        for (int j = 0; j < low.length && x.rows() > 0; j++) {
            double mean = scaling.featureMean().get(0, j);
            double scale = scaling.featureScale().get(0, j);
            most = Math.max(most, Math.max(Math.abs((low[j] - mean) / scale), Math.abs((high[j] - mean) / scale)));
        }
        return most;
    }

    private static double largestLabel(Dataset data, Standardizer scaling) {
        double most = 0;
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            double scaled = (data.label(o) - scaling.labelMean().get(0, t))
                    / scaling.labelScale().get(0, t);
            most = Math.max(most, Math.abs(scaled));
        }
        return most;
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
        Inputs x = data.inputs() instanceof MixedInputs mixed ? mixed.numbers() : data.inputs();
        if (x instanceof DenseInputs dense) {
            Matrix values = dense.values();
            if (values.maxAbs() <= limit) {
                return; // false for NaN
            }
            for (int i = 0; i < values.rows(); i++) {
                for (int j = 0; j < values.cols(); j++) {
                    requireBelow(limit, dense, j, values.get(i, j), advice);
                }
            }
        } else if (x instanceof SparseInputs sparse) {
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
