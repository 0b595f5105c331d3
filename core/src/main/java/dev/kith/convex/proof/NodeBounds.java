package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskForest;

/**
 * A known structure of nodes above tasks, A = diag(d) + sum_g c_g e_g e_g' with every d and c right to a few units in the last
 * place. Both forms are sums of positive terms that grow with each d or c, or with their inverses: so is the relative error,
 * whatever the condition of A.
 */
record NodeBounds(TaskForest a, double lambda) implements Bounds {
    /** Of every d and c, which are quotients and products of a few numbers. */
    private static final double OWN = 1 + 0x1p-48;

    @Override
    public double above(Matrix wt, double error) {
        double value = lambda * a.inverseForm(wt) * (1 + a.rounding(wt.cols())) * OWN;
        double root = Math.sqrt(value) + Math.sqrt(lambda * OWN / a.smallest()) * error;
        return root * root * (1 + ROUNDING);
    }

    @Override
    public Regularizer.DualTerm dualAbove(Matrix half, double error) {
        double root = Math.sqrt(a.form(half) * (1 + a.rounding(half.cols())) * OWN / lambda)
                + Math.sqrt(a.largest() * OWN / lambda) * error;
        return new Regularizer.DualTerm(1, root * root * (1 + ROUNDING));
    }
}
