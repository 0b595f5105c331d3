package dev.kith.online;

import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;

/** What a learner predicts by at one moment, as a model can keep it. */
public sealed interface Weights permits Weights.Linear, Weights.Expansion {
    /** margin of task t = x' column t of {@code matrix} (features x tasks). */
    record Linear(Matrix matrix) implements Weights {}

    /** margin of task t = sum_s k(support_s, x) coefficients_st. */
    record Expansion(VectorKernel kernel, SparseRows support, Matrix coefficients) implements Weights {}
}
