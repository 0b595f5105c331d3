package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * Any convex penalty, seen through the T x T matrices S = W'W and N. What it costs and its sup both grow with them: a multiple
 * of the identity that covers every error of theirs is added.
 */
record TaskSideBounds(StructurePenalty penalty, double lambda) implements Bounds {
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
