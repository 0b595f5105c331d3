package dev.kith.model;

import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Optional;

/**
 * f_t(x) = intercept_t + sum_i k(s(x), x_i) B_it, with s the scaling of the features. {@code support} holds the scaled
 * training inputs x_i; coefficients B (n x T) and intercepts are in the labels' own units.
 */
public record KernelModel(
        ModelInfo info,
        Kernel kernel,
        Standardizer scaling,
        Inputs support,
        Matrix coefficients,
        Matrix intercept,
        Optional<Matrix> structure)
        implements Model {
    @Override
    public Matrix predict(Inputs x) {
        Matrix z = LinearAlgebra.best().multiply(kernel.cross(scaling.apply(x), support), coefficients);
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
