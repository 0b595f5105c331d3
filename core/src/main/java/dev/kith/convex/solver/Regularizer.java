package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.FixedStructure;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * The penalty on the weights that is left when the structure is minimised out,
 *
 * <pre>  R(W) = min over A of lambda tr(A^-1 W'W) + F(A),  </pre>
 *
 * with what the dual needs of it. Weights are T x dim, row t = w_t.
 */
public interface Regularizer {
    /** R(W). */
    double value(Matrix wt);

    /**
     * The term sup_A { tr(A N)/(4 lambda) - F(A) } for N = Theta'K Theta, Theta given through {@code theta} = (Phi'Theta)'
     * / 2 (T x dim), after scaling Theta down by c where that is needed to make it finite.
     */
    DualTerm dual(Matrix theta);

    /** c in (0, 1], and the sup for c Theta. */
    record DualTerm(double c, double sup) {}

    /** Penalties with a proximal step. */
    interface Proximal extends Regularizer {
        /** out = argmin over X of R(X) + ||X - W||^2 / (2 tau); returns R(out), more exactly than {@link #value} can. */
        double proxInto(Matrix out, Matrix wt, double tau);
    }

    static Regularizer of(StructurePenalty penalty, double lambda, int tasks, int dim) {
        if (penalty instanceof SpectralPenalty spectral) {
            return new SpectralRegularizer(spectral, lambda, tasks, dim);
        }
        if (penalty instanceof FixedStructure known) {
            return new FixedRegularizer(known.structure(), lambda);
        }
        return penalty.proximable() ? new ProximalTaskSide(penalty, lambda) : new TaskSideRegularizer(penalty, lambda);
    }
}
