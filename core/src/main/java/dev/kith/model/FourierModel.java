package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Batches;
import dev.kith.data.shape.OwnTask;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.ties.SharedDirections;
import java.util.Optional;

/**
 * A kernel model on random Fourier features:
 *
 * <pre>
 *   f_t(x) = intercept_t + phi(s(x))'weights_t,
 *   phi(x) = (cos omega_1'x, ..., cos omega_m'x, sin omega_1'x, ..., sin omega_m'x) / sqrt(m)
 * </pre>
 *
 * with s the scaling of the features. Weights (2 m x T) and intercepts are in the labels' own units.
 *
 * @param frequencies the omega as columns, d x m
 */
public record FourierModel(
        ModelInfo info,
        Standardizer scaling,
        Matrix frequencies,
        Matrix weights,
        Matrix intercept,
        Optional<TaskMatrix> structure)
        implements Model {
    public FourierModel {
        int tasks = info.tasks().size();
        int d = info.features().size();
        Shapes.require("frequencies", frequencies, d, frequencies.cols());
        Shapes.require("weights", weights, 2 * frequencies.cols(), tasks);
        Shapes.require("intercept", intercept, 1, tasks);
        structure.ifPresent(matrix -> matrix.requireSize(tasks));
        Shapes.require(scaling, d, tasks);
        frequencies = frequencies.frozen();
        weights = weights.frozen();
        intercept = intercept.frozen();
    }

    /** phi of inputs that are scaled already, n x 2 m. */
    public static Matrix features(Inputs x, Matrix frequencies) {
        Matrix angles;
        if (x instanceof DenseInputs dense) {
            angles = LinearAlgebra.best().multiply(dense.values(), frequencies);
        } else if (x instanceof SparseInputs sparse) {
            angles = sparse.values().times(frequencies);
        } else {
            throw new DataException("a model on random Fourier features needs numeric features, got strings");
        }
        int m = frequencies.cols();
        Matrix phi = Matrix.zeros(angles.rows(), 2 * m);
        double scale = 1 / Math.sqrt(m);
        for (int i = 0; i < phi.rows(); i++) {
            for (int k = 0; k < m; k++) {
                phi.set(i, k, scale * Math.cos(angles.get(i, k)));
                phi.set(i, m + k, scale * Math.sin(angles.get(i, k)));
            }
        }
        return phi;
    }

    /** Rows are the random features. */
    @Override
    public Optional<Matrix> dictionary() {
        return structure.map(a -> SharedDirections.dictionary(scaling.ofScaledLabels(weights), a.dense()));
    }

    @Override
    public FourierModel withInfo(ModelInfo changed) {
        return new FourierModel(changed, scaling, frequencies, weights, intercept, structure);
    }

    @Override
    public Matrix predict(Inputs given) {
        Inputs x = info.prepared(given);
        Matrix z = Batches.map(
                x,
                weights.rows(),
                weights.cols(),
                batch -> LinearAlgebra.best().multiply(features(scaling.apply(batch), frequencies), weights));
        return Links.applyTo(Shapes.addToRows(z, intercept), info);
    }

    @Override
    public double[] predict(Inputs given, int[] tasks) {
        Inputs x = info.prepared(given);
        OwnTask.require(x, tasks);
        if (Links.together(info)) {
            return Links.chosen(predict(x), tasks);
        }
        double[] z = new double[tasks.length];
        Batches.forEach(
                x,
                weights.rows(),
                (batch, first) ->
                        OwnTask.multiplyInto(z, features(scaling.apply(batch), frequencies), weights, tasks, first));
        return Links.applyTo(Shapes.addToEach(z, intercept, tasks), info, tasks);
    }

    @Override
    public double[] intercepts() {
        return intercept.row(0);
    }
}
