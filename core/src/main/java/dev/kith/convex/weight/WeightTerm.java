package dev.kith.convex.weight;

import dev.kith.convex.proof.Bounds;
import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Optional;

/**
 * A convex penalty R(W) on the weights themselves, R(0) = 0: what solvers go by and what proofs bound. The conjugate of R takes
 * the place of the sup over structures: {@link #dual} is R* at c Phi'Theta.
 */
public interface WeightTerm extends Regularizer.Proximal, Bounds {
    /** What sums of so many terms may be off by, relative to the sum of their sizes. */
    static double rounding(long terms) {
        return ROUNDING + terms * 0x1p-52;
    }

    /** The smallest multiple of R with which weights of zero are best where the loss has this gradient, T x dim. */
    double silencing(Matrix gradient);

    /** Whether {@link #value} and {@link #dual} are as good at any weights as where the last proximal step ended. */
    default boolean exactAnywhere() {
        return true;
    }

    /** The penalty as it is now, for proofs of weights that the last proximal step ended at. */
    default WeightTerm settled() {
        return this;
    }

    /** The structure matrix that is learned along with these weights, T x dim, where one is. */
    default Optional<TaskMatrix> structure(Matrix wt) {
        return Optional.empty();
    }

    /** The sparse part of the weights the last proximal step ended at, T x dim, where weights are a sum of two parts. */
    default Optional<Matrix> sparsePart() {
        return Optional.empty();
    }
}
