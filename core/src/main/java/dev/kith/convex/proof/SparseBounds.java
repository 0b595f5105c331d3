package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.sparse.Blocks;

/** A penalty on the entries of A at a given structure matrix A: no less than its minimum over A, and a bound of its conjugate. */
final class SparseBounds implements Bounds {
    private static final double UNITS = 0x1p-52;

    private final EntrywisePenalty penalty;
    private final double lambda;
    private final Matrix a;
    private final double smallest;
    private final double condition;

    SparseBounds(EntrywisePenalty penalty, double lambda, Matrix a) {
        this.penalty = penalty;
        this.lambda = lambda;
        this.a = a;
        double[] values = Blocks.of(a).eigenvalues();
        int n = values.length;
        double largest = n == 0 ? 1 : values[n - 1];
        double least = n == 0 ? 1 : values[0];
        smallest = least - n * UNITS * largest;
        condition = largest / smallest;
        penalty.remember(a);
    }

    /** The inverse of A is off by its condition times a few units in the last place. */
    @Override
    public double above(Matrix wt, double error) {
        if (!(smallest > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        // What is above the least F is, but for a constant, the square of a length that grows with W.
        double least = penalty.least();
        double value = penalty.smoothPart(a, wt, 0).orElseThrow().objective(penalty.weight());
        double root = Math.sqrt(Math.max(0, value - least)) + Math.sqrt(lambda / smallest) * error;
        double above = root * root + least;
        return above + (ROUNDING + 8 * a.rows() * UNITS * condition) * penalty.magnitude(above);
    }

    /** The sup grows with N: a multiple of the identity that covers all errors of N is added. */
    @Override
    public Regularizer.DualTerm dualAbove(Matrix half, double error) {
        double length = half.frobeniusNorm();
        double off = 2 * length * error + error * error + (half.cols() + 8) * UNITS * length * length;
        Matrix n = TaskSideRegularizer.gram(half).plusDiagonal(off);
        var sup = penalty.sup(n.scale(1 / lambda));
        return new Regularizer.DualTerm(
                Math.sqrt(sup.c()) * (1 - 0x1p-52), sup.value() + ROUNDING * penalty.magnitude(sup.value()));
    }
}
