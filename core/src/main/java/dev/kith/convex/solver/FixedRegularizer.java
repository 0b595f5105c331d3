package dev.kith.convex.solver;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.penalty.StructurePenalty;

/** A known structure: R(W) = lambda tr(A^-1 W'W), whose proximal step is W -> A (A + 2 lambda tau I)^-1 W. */
final class FixedRegularizer extends TaskSideRegularizer implements Regularizer.Proximal {
    private final double lambda;
    private final Matrix a;
    private final SymmetricEigen eigen;
    private Matrix shrink = Matrix.zeros(0, 0);
    private double shrinkTau = Double.NaN;

    FixedRegularizer(StructurePenalty penalty, double lambda, int tasks) {
        super(penalty, lambda);
        this.lambda = lambda;
        a = penalty.step(Matrix.zeros(tasks, tasks), 0);
        eigen = LinearAlgebra.best().eigen(a);
    }

    /** argmin over W of V(W) + R(W), to this relative accuracy of the objective, looked for from {@code from} on. */
    Matrix minimum(Quadratic v, Matrix from, double tolerance, int maxIterations) {
        return new KnownStructure(v, lambda).solve(a, from, tolerance, maxIterations);
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        if (tau != shrinkTau) {
            double kappa = 2 * lambda * tau;
            shrink = eigen.rebuild(a -> Math.max(0, a) / (Math.max(0, a) + kappa));
            shrinkTau = tau;
        }
        LinearAlgebra.best().multiplyInto(out, 1, shrink, false, wt, false, 0);
        return value(out);
    }
}
