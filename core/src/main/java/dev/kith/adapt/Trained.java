package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A trained model in the units of its fit, where lambda and the structure have their meaning.
 *
 * @param part weights W (d x T) of a linear model, kernel coefficients B (n x T) of another
 * @param structure A
 * @param intercepts of centred features
 */
record Trained(
        Model model,
        Kernel kernel,
        Standardizer scaling,
        Matrix part,
        TaskMatrix structure,
        Matrix intercepts,
        Loss loss) {
    /** @throws DataException if the model does not hold what a new task needs */
    static Trained of(Model model) {
        ModelInfo info = model.info();
        TaskMatrix structure = model.structure()
                .orElseThrow(() -> new DataException("a model of method '" + info.method()
                        + "' has no structure that a new task could join; fit all tasks again"));
        Loss loss = loss(info.loss());
        if (model instanceof LinearModel linear) {
            Standardizer scaling = linear.scaling()
                    .orElseThrow(
                            () -> new DataException("the model does not say in which units it was fitted, as models"
                                    + " of older versions do not; fit it again"));
            return new Trained(
                    model,
                    new Linear(),
                    scaling,
                    weights(linear.weights(), scaling),
                    structure,
                    centred(linear, scaling),
                    loss);
        }
        if (model instanceof KernelModel kernel && !(kernel.kernel() instanceof Precomputed)) {
            Standardizer scaling = kernel.scaling();
            Matrix part = perTask(kernel.coefficients(), scaling);
            return new Trained(
                    model,
                    kernel.kernel(),
                    scaling,
                    part,
                    structure,
                    perTask(kernel.intercept().plus(-1, scaling.labelMean()), scaling),
                    loss);
        }
        throw new DataException(
                "a model of method '" + info.method() + "' and kernel '" + info.kernel() + "' takes no new tasks");
    }

    private static Loss loss(String name) {
        if (!name.equals(TaskLosses.MIXED)) {
            Loss loss = Losses.parse(name);
            if (loss.differentiable() && loss.joint().isEmpty()) {
                return loss;
            }
        }
        throw new DataException(
                "new tasks join models with one loss without a kink (squared, huber, logistic, squared-hinge, poisson), this one has "
                        + name + " loss; fit all tasks again");
    }

    private static Matrix weights(Matrix inUnits, Standardizer scaling) {
        Matrix weights = perTask(inUnits, scaling);
        for (int j = 0; j < weights.rows(); j++) {
            for (int t = 0; t < weights.cols(); t++) {
                weights.set(j, t, weights.get(j, t) * scaling.featureScale().get(0, j));
            }
        }
        return weights;
    }

    /** Every column divided by the label scale of its task. */
    private static Matrix perTask(Matrix inUnits, Standardizer scaling) {
        Matrix scaled = inUnits.copy();
        for (int i = 0; i < scaled.rows(); i++) {
            for (int t = 0; t < scaled.cols(); t++) {
                scaled.set(i, t, scaled.get(i, t) / scaling.labelScale().get(0, t));
            }
        }
        return scaled;
    }

    private static Matrix centred(LinearModel model, Standardizer scaling) {
        Matrix at = LinearAlgebra.best().multiply(scaling.featureMean(), model.weights());
        return perTask(model.intercept().plus(1, at).plus(-1, scaling.labelMean()), scaling);
    }

    ModelInfo info() {
        return model.info();
    }

    List<String> tasks() {
        return model.info().tasks();
    }

    boolean linear() {
        return model instanceof LinearModel;
    }

    /** Whether an option of the fit was this, as the model remembers it. */
    boolean option(String name, String value) {
        String recorded = info().parameters().get(name);
        if (recorded == null) {
            throw new DataException("the model does not remember the option '" + name + "' of its fit; fit it again");
        }
        return recorded.equals(value);
    }

    /** sum_t f_t(x) c_t without intercepts, of scaled inputs, for every column c: n x r. */
    Matrix values(Inputs scaled, Matrix combinations) {
        Matrix combined = LinearAlgebra.best().multiply(part, combinations);
        if (scaled instanceof DenseInputs dense && linear()) {
            return LinearAlgebra.best().multiply(dense.values(), combined);
        }
        if (scaled instanceof SparseInputs sparse && linear()) {
            return sparse.values().times(combined);
        }
        return LinearAlgebra.best().multiply(kernel.cross(scaled, support()), combined);
    }

    /** sum_i f_t(x_i) beta_i for every trained task, without intercepts: T x 1. */
    Matrix along(Inputs scaled, Matrix beta) {
        LinearAlgebra algebra = LinearAlgebra.best();
        if (scaled instanceof DenseInputs dense && linear()) {
            return algebra.multiplyTransposeA(part, algebra.multiplyTransposeA(dense.values(), beta));
        }
        if (scaled instanceof SparseInputs sparse && linear()) {
            return algebra.multiplyTransposeA(part, sparse.values().transpose().times(beta));
        }
        return algebra.multiplyTransposeA(part, algebra.multiplyTransposeA(kernel.cross(scaled, support()), beta));
    }

    private Inputs support() {
        return ((KernelModel) model).support();
    }

    /** W'W = B'KB, inner products of the trained predictors, as its products with T x r matrices. */
    UnaryOperator<Matrix> products() {
        Matrix left = mapped();
        return x -> LinearAlgebra.best()
                .multiplyTransposeA(left, LinearAlgebra.best().multiply(part, x));
    }

    /** K B, or W itself. */
    private Matrix mapped() {
        return linear() ? part : LinearAlgebra.best().multiply(kernel.gram(support()), part);
    }

    /** The diagonal of W'W. */
    double[] squares() {
        Matrix left = mapped();
        double[] squares = new double[part.cols()];
        for (int i = 0; i < part.rows(); i++) {
            for (int t = 0; t < squares.length; t++) {
                squares[t] += left.get(i, t) * part.get(i, t);
            }
        }
        return squares;
    }
}
