package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.FixedStructure;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * What a penalty R(W) = min over A of lambda tr(A^-1 W'W) + F(A) costs at most, and what it adds to the dual at most, with
 * the rounding errors of their own evaluation on the safe side. Solvers use {@link Regularizer}, which is faster and close;
 * a certificate uses this.
 */
public interface Bounds {
    /** Rounding errors of a few operations on doubles, relative to their size. */
    double ROUNDING = 0x1p-45;

    /** No less than R at any weights within {@code error} (root of the sum of squares) of {@code wt}, T x any number. */
    double above(Matrix wt, double error);

    /**
     * No less than the sup over A of tr(A N)/(4 lambda) - F(A) at N = c^2 Theta'K Theta, for every (Phi'Theta)'/2 within
     * {@code error} of {@code half}; c is 1, or small enough for the sup to be finite.
     */
    Regularizer.DualTerm dualAbove(Matrix half, double error);

    /** The bounds of a penalty; {@code structure} is the fit's own, where those without a formula start. */
    static Bounds of(StructurePenalty penalty, double lambda, TaskMatrix structure) {
        if (penalty instanceof SpectralPenalty spectral) {
            return new SpectralBounds(spectral, lambda);
        }
        if (penalty instanceof EntrywisePenalty entrywise) {
            return new SparseBounds(entrywise, lambda, structure.dense());
        }
        if (penalty instanceof FixedStructure known) {
            return of(known, lambda, structure);
        }
        return penalty.fixed() ? new FixedBounds(structure.dense(), lambda) : new OfTaskSide(penalty, lambda);
    }

    /** @param solved what the fit used: the same graph has its factor already */
    private static Bounds of(FixedStructure known, double lambda, TaskMatrix solved) {
        if (known.structure() instanceof TaskForest forest) {
            return new NodeBounds(forest, lambda);
        }
        if (known.structure() instanceof TaskNetwork network) {
            return new NetworkBounds(
                    solved instanceof TaskNetwork same && same.equals(network) ? same : network, lambda);
        }
        return new FixedBounds(known.definition(), lambda);
    }

    /**
     * Any convex penalty, seen through the T x T matrices S = W'W and N. What it costs and its sup both grow with them: a multiple
     * of the identity that covers every error of theirs is added.
     */
    record OfTaskSide(StructurePenalty penalty, double lambda) implements Bounds {
        private static final double UNITS = 0x1p-52;

        private static Matrix above(Matrix half, double error, double factor) {
            double length = half.frobeniusNorm();
            double off = 2 * length * error + error * error + (half.cols() + 8) * UNITS * length * length;
            return TaskSideRegularizer.gram(half).plusDiagonal(off).scale(factor);
        }

        @Override
        public double above(Matrix wt, double error) {
            double value = penalty.reduced(above(wt, error, 1));
            return value + ROUNDING * penalty.magnitude(value);
        }

        @Override
        public Regularizer.DualTerm dualAbove(Matrix half, double error) {
            StructurePenalty.Sup sup = penalty.sup(above(half, error, (1 + ROUNDING) / lambda));
            return new Regularizer.DualTerm(
                    Math.sqrt(sup.c()) * (1 - 0x1p-52), sup.value() + ROUNDING * penalty.magnitude(sup.value()));
        }
    }
}
