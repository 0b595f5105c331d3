package dev.kith.online;

import dev.kith.kernel.Kernels;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;

/** What a learner predicts by at one moment, as a model can keep it. */
public sealed interface Weights permits Weights.Linear, Weights.Expansion {
    /** margin of task t = x' column t of {@code matrix} (features x tasks). */
    record Linear(Matrix matrix) implements Weights {}

    /** margin of task t = sum_s k(support_s, x) coefficients_st. */
    record Expansion(VectorKernel kernel, SparseRows support, Matrix coefficients) implements Weights {}

    /**
     * The same predictor with explicit weights where the kernel is linear, or linear in directions (then margins are
     * those of x scaled to length 1, times the length of x); otherwise itself.
     */
    default Weights explicit() {
        if (!(this instanceof Expansion e)) {
            return this;
        }
        boolean unit = e.kernel().equals(Kernels.unit(new dev.kith.kernel.Linear()));
        if (!unit && !(e.kernel() instanceof dev.kith.kernel.Linear)) {
            return this;
        }
        Matrix weights = Matrix.zeros(e.support().cols(), e.coefficients().cols());
        for (int s = 0; s < e.support().rows(); s++) {
            double norm = e.support().squaredNorm(s);
            double factor = unit && norm > 0 ? 1 / Math.sqrt(norm) : 1;
            for (int k = e.support().start(s); k < e.support().end(s); k++) {
                double value = factor * e.support().values()[k];
                for (int t = 0; t < weights.cols(); t++) {
                    weights.add(
                            e.support().indices()[k],
                            t,
                            value * e.coefficients().get(s, t));
                }
            }
        }
        return new Linear(weights);
    }
}
