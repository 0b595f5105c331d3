package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Optional;

/**
 * f_t(x) = intercept_t + x' weights_t, with weights d x T in the user's units. Serves dense and sparse inputs.
 *
 * @param scaling the units of the fit, in which lambda and the structure are meant; not needed to predict
 */
public record LinearModel(
        ModelInfo info,
        Matrix weights,
        Matrix intercept,
        Optional<TaskMatrix> structure,
        Optional<Standardizer> scaling)
        implements Model {
    public LinearModel {
        int tasks = info.tasks().size();
        Shapes.require("weights", weights, info.features().size(), tasks);
        Shapes.require("intercept", intercept, 1, tasks);
        structure.ifPresent(matrix -> matrix.requireSize(tasks));
        scaling.ifPresent(units -> Shapes.require(units, info.features().size(), tasks));
        weights = weights.frozen();
        intercept = intercept.frozen();
    }

    /** A model that does not say in which units it was fitted. */
    public LinearModel(ModelInfo info, Matrix weights, Matrix intercept, Optional<TaskMatrix> structure) {
        this(info, weights, intercept, structure, Optional.empty());
    }

    @Override
    public LinearModel withInfo(ModelInfo changed) {
        return new LinearModel(changed, weights, intercept, structure, scaling);
    }

    @Override
    public Matrix predict(Inputs x) {
        info.requireFeatures(x);
        if (x instanceof DenseInputs dense) {
            return Links.applyTo(
                    Shapes.addToRows(LinearAlgebra.best().multiply(dense.values(), weights), intercept), info);
        }
        if (x instanceof SparseInputs sparse) {
            return Links.applyTo(Shapes.addToRows(sparse.values().times(weights), intercept), info);
        }
        throw strings();
    }

    @Override
    public double[] predict(Inputs x, int[] tasks) {
        info.requireFeatures(x);
        OwnTask.require(x, tasks);
        double[] z = new double[tasks.length];
        if (x instanceof DenseInputs dense) {
            OwnTask.multiplyInto(z, dense.values(), weights, tasks, 0);
        } else if (x instanceof SparseInputs sparse) {
            OwnTask.multiplyInto(z, sparse.values(), weights, tasks);
        } else {
            throw strings();
        }
        return Links.applyTo(Shapes.addToEach(z, intercept, tasks), info, tasks);
    }

    private static DataException strings() {
        return new DataException("a linear model needs numeric features, got strings");
    }

    @Override
    public Optional<LinearModel> linear() {
        return Optional.of(this);
    }

    @Override
    public boolean predictsRowByRow() {
        return true;
    }

    @Override
    public double[] intercepts() {
        return intercept.row(0);
    }
}
