package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.Definition;

/**
 * A known structure A: R(W) = lambda tr(A^-1 W'W), and tr(A N)/(4 lambda) in the dual, from the definition of A: whatever a
 * solver made of A in doubles does not count.
 *
 * <p>Directions that A lacks are forbidden to W; what rounding leaves of them in the weights does not count.
 */
public final class FixedBounds implements Bounds {
    private final QuadraticForms forms;
    private final boolean inverse;
    private final double lambda;

    public FixedBounds(Definition definition, double lambda) {
        forms = new QuadraticForms(definition);
        inverse = definition.inverse();
        this.lambda = lambda;
    }

    /** A is this matrix, digit for digit. */
    public FixedBounds(Matrix a, double lambda) {
        this(Definition.of(a), lambda);
    }

    @Override
    public double above(Matrix wt, double error) {
        double value = lambda * (inverse ? forms.direct(wt) : forms.inverse(wt));
        double steepest = inverse ? forms.largest() : 1 / forms.smallest();
        double root = Math.sqrt(value) + Math.sqrt(lambda * steepest) * error;
        return root * root * (1 + ROUNDING);
    }

    @Override
    public Regularizer.DualTerm dualAbove(Matrix half, double error) {
        double value = (inverse ? forms.inverse(half) : forms.direct(half)) / lambda;
        double steepest = inverse ? 1 / forms.smallest() : forms.largest();
        double root = Math.sqrt(value) + Math.sqrt(steepest / lambda) * error;
        return new Regularizer.DualTerm(1, root * root * (1 + ROUNDING));
    }
}
