package dev.kith.convex.solver;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StructurePenalty;

/** Any penalty with a shifted structure step: the proximal step at W is A (A + kappa I)^-1 W, kappa = 2 lambda tau. */
final class ProximalTaskSide extends TaskSideRegularizer implements Regularizer.Proximal {
    private final StructurePenalty penalty;
    private final double lambda;

    ProximalTaskSide(StructurePenalty penalty, double lambda) {
        super(penalty, lambda);
        this.penalty = penalty;
        this.lambda = lambda;
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        double kappa = 2 * lambda * tau;
        Matrix a = penalty.step(gram(wt), kappa);
        Matrix z = LinearAlgebra.best().cholesky(a.plusDiagonal(kappa)).solve(wt);
        for (int i = 0; i < out.data().length; i++) {
            out.data()[i] = wt.data()[i] - kappa * z.data()[i];
        }
        return value(out);
    }
}
