package dev.kith.structure.extension;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.function.UnaryOperator;

/**
 * Eigenvectors of a structure in which trained tasks can have weights: all of T x T numbers, the few that are kept of a learned
 * one, as tasks have none beside them. Largest eigenvalues first.
 *
 * @param vectors T x r, orthonormal columns
 * @param values r numbers
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record Directions(Matrix vectors, double[] values) {
    public static Directions of(TaskMatrix a) {
        if (a instanceof TaskSpectrum spectrum) {
            return new Directions(spectrum.vectors(), spectrum.values());
        }
        SymmetricEigen eigen = ((DenseTasks) (a instanceof DenseTasks ? a : TaskMatrix.of(a.dense()))).eigen();
        int tasks = eigen.size();
        Matrix vectors = Matrix.zeros(tasks, tasks);
        double[] values = new double[tasks];
        for (int k = 0; k < tasks; k++) {
            values[k] = eigen.value(tasks - 1 - k);
            for (int i = 0; i < tasks; i++) {
                vectors.set(i, k, eigen.vectors().get(i, tasks - 1 - k));
            }
        }
        return new Directions(vectors, values);
    }

    /**
     * v'W'Wv of every direction v.
     *
     * @param products multiplies by W'W
     */
    public double[] signals(UnaryOperator<Matrix> products) {
        Matrix turned = products.apply(vectors);
        double[] signals = new double[values.length];
        for (int i = 0; i < turned.rows(); i++) {
            for (int k = 0; k < signals.length; k++) {
                signals[k] += turned.get(i, k) * vectors.get(i, k);
            }
        }
        return signals;
    }
}
