package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * Weights of the functions, tasks x width in the user's units, and intercepts.
 *
 * @param intercept one per task; a proof moves those of squared losses to where they are best
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record Coefficients(Matrix c, double[] intercept) {
    /**
     * The tasks number {@code from} to {@code to} (exclusive) of a model, with intercepts of their own.
     *
     * @param byTask width x tasks
     */
    static Coefficients of(Matrix byTask, double[] intercept, int from, int to) {
        Matrix c = Matrix.zeros(to - from, byTask.rows());
        double[] rows = c.data();
        for (int k = 0; k < byTask.rows(); k++) {
            for (int t = from; t < to; t++) {
                rows[(t - from) * byTask.rows() + k] = byTask.get(k, t);
            }
        }
        return new Coefficients(c, Arrays.copyOfRange(intercept, from, to));
    }
}
