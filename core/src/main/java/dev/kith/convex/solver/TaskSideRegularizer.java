package dev.kith.convex.solver;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StructurePenalty;

/** Any penalty, seen through the T x T matrices W'W and N. */
public class TaskSideRegularizer implements Regularizer {
    private final StructurePenalty penalty;
    private final double lambda;

    public TaskSideRegularizer(StructurePenalty penalty, double lambda) {
        this.penalty = penalty;
        this.lambda = lambda;
    }

    @Override
    public double value(Matrix wt) {
        return penalty.reduced(gram(wt));
    }

    @Override
    public DualTerm dual(Matrix theta) {
        StructurePenalty.Sup sup = penalty.sup(gram(theta).scale(1 / lambda));
        return new DualTerm(Math.sqrt(sup.c()), sup.value());
    }

    public static Matrix gram(Matrix wt) {
        return LinearAlgebra.best().multiplyTransposeB(wt, wt).symmetrized();
    }
}
