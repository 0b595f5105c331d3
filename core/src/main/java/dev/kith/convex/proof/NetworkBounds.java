package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskNetwork;
import org.jspecify.annotations.Nullable;

/**
 * A known graph of tasks, A^-1 = Laplacian + gamma I: the penalty is a sum of positive terms, right to rounding of each; the
 * dual is bounded through any approximate product with A, whose residual A^-1 says exactly.
 */
final class NetworkBounds implements Bounds {
    private final TaskNetwork a;
    private final QuadraticForms forms;
    private final double lambda;
    /** At a minimum Phi'Theta / 2 = lambda A^-1 W: so A times the first is nearly lambda W, without a factor of A^-1. */
    private @Nullable Matrix near;

    NetworkBounds(TaskNetwork a, double lambda) {
        this.a = a;
        this.lambda = lambda;
        forms = new QuadraticForms(a);
    }

    @Override
    public double above(Matrix wt, double error) {
        near = wt.scale(lambda);
        double value = lambda * a.inverseForm(wt) * (1 + a.rounding(wt.cols()));
        double root = Math.sqrt(value) + Math.sqrt(lambda * forms.largest()) * error;
        return root * root * (1 + ROUNDING);
    }

    @Override
    public Regularizer.DualTerm dualAbove(Matrix half, double error) {
        double form = near == null ? forms.inverse(half) : forms.inverse(half, near);
        double root = Math.sqrt(form / lambda) + Math.sqrt(1 / (forms.smallest() * lambda)) * error;
        return new Regularizer.DualTerm(1, root * root * (1 + ROUNDING));
    }
}
