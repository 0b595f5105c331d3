package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;

/** A known structure: R(W) = lambda tr(A^-1 W'W), whose proximal step is W -> A (A + 2 lambda tau I)^-1 W. */
final class FixedRegularizer implements Regularizer.Proximal {
    private final TaskMatrix a;
    private final double lambda;

    FixedRegularizer(TaskMatrix a, double lambda) {
        this.a = a;
        this.lambda = lambda;
    }

    /** argmin over W of V(W) + R(W), to this relative accuracy of the objective, looked for from {@code from} on. */
    Matrix minimum(Quadratic v, Matrix from, double tolerance, int maxIterations) {
        return new KnownStructure(v, lambda).solve(a, from, tolerance, maxIterations);
    }

    @Override
    public double value(Matrix wt) {
        return lambda * a.inverseForm(wt);
    }

    @Override
    public DualTerm dual(Matrix theta) {
        return new DualTerm(1, a.form(theta) / lambda);
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        double[] ones = new double[wt.cols()];
        Arrays.fill(ones, 1);
        Matrix shrunk = a.shrink(wt, ones, 2 * lambda * tau);
        System.arraycopy(shrunk.data(), 0, out.data(), 0, out.data().length);
        return value(out);
    }
}
