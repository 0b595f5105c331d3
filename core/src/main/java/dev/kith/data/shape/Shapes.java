package dev.kith.data.shape;

import dev.kith.data.DataException;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;

/** What the matrices of a model must be like. */
public final class Shapes {
    private Shapes() {}

    /** Refuses another shape, and numbers that are not finite. */
    public static void require(String name, Matrix matrix, int rows, int cols) {
        if (matrix.rows() != rows || matrix.cols() != cols) {
            throw new IllegalArgumentException(
                    name + " must be " + rows + " x " + cols + ", got " + matrix.rows() + " x " + matrix.cols());
        }
        matrix.requireFinite(name);
    }

    /** Refuses a scaling of other features and tasks, and scales that cannot be divided by. */
    public static void require(Standardizer scaling, int features, int tasks) {
        require("featureMean", scaling.featureMean(), 1, features);
        require("featureScale", scaling.featureScale(), 1, features);
        require("labelMean", scaling.labelMean(), 1, tasks);
        require("labelScale", scaling.labelScale(), 1, tasks);
        requirePositive("featureScale", scaling.featureScale());
        requirePositive("labelScale", scaling.labelScale());
    }

    public static void requirePositive(String name, Matrix matrix) {
        for (int i = 0; i < matrix.rows(); i++) {
            for (int j = 0; j < matrix.cols(); j++) {
                if (!(matrix.get(i, j) > 0)) {
                    throw new IllegalArgumentException(name + " must be > 0, got " + matrix.get(i, j));
                }
            }
        }
    }

    /**
     * Adds a 1 x n matrix to every row of {@code z}, in place; returns {@code z}.
     *
     * @throws DataException where a sum is too large for a double: no such number is given out as a prediction
     */
    public static Matrix addToRows(Matrix z, Matrix row) {
        for (int i = 0; i < z.rows(); i++) {
            for (int t = 0; t < z.cols(); t++) {
                z.set(i, t, finite(i, z.get(i, t) + row.get(0, t)));
            }
        }
        return z;
    }

    /** Adds to each of {@code z} the entry of its task, in place, under the same rule; returns {@code z}. */
    public static double[] addToEach(double[] z, Matrix row, int[] tasks) {
        for (int i = 0; i < z.length; i++) {
            z[i] = finite(i, z[i] + row.get(0, tasks[i]));
        }
        return z;
    }

    private static double finite(int input, double prediction) {
        if (!Double.isFinite(prediction)) {
            throw new DataException("input " + (input + 1) + ": its prediction is too large for a number, got "
                    + prediction + "; its features are far from all the model was trained on");
        }
        return prediction;
    }
}
