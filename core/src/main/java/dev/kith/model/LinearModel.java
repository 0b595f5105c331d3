package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Optional;

/** f_t(x) = intercept_t + x' weights_t, with weights d x T in the user's units. Serves dense and sparse inputs. */
public record LinearModel(ModelInfo info, Matrix weights, Matrix intercept, Optional<Matrix> structure)
        implements Model {
    @Override
    public Matrix predict(Inputs x) {
        if (x instanceof DenseInputs dense) {
            return addIntercept(LinearAlgebra.best().multiply(dense.values(), weights));
        }
        if (x instanceof SparseInputs sparse) {
            return addIntercept(sparse.values().times(weights));
        }
        throw new DataException("a linear model needs numeric features, got strings");
    }

    private Matrix addIntercept(Matrix z) {
        for (int i = 0; i < z.rows(); i++) {
            for (int t = 0; t < z.cols(); t++) {
                z.add(i, t, intercept.get(0, t));
            }
        }
        return z;
    }

    @Override
    public double[] intercepts() {
        return intercept.row(0);
    }
}
