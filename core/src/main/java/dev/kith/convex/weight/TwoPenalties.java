package dev.kith.convex.weight;

import dev.kith.linalg.Matrix;
import dev.kith.structure.Relation;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Optional;

/**
 * R(W) = what a learned structure charges + weight sum_j ||W_j||: tasks are related, and share which features they use. The conjugate at u is
 * the least sum of both conjugates over u = u1 + u2; any such pair bounds it.
 *
 * <p>A proximal step has no formula. With Z given, what the two penalties pull by takes turns,
 *
 * <pre>  P &lt;- (Z - Q) - structure's step at Z - Q,   Q &lt;- (Z - P) - features' step at Z - P,   the step is Z - P - Q,  </pre>
 *
 * which is a proximal gradient method for Q and is accelerated as one. It starts where the last step ended; bounds split dual points by the
 * Q of the last step.
 */
public final class TwoPenalties implements WeightTerm {
    private static final double UNITS = 0x1p-51;

    private final SpectralTerm structure;
    private final RowSparsity rows;
    /** What features pull by at the last step: a subgradient there. */
    private Matrix pull;

    /** @param weight of the lengths of features, &gt; 0 */
    public TwoPenalties(Relation relation, double lambda, double weight, int tasks, int dim) {
        this(new SpectralTerm(relation, lambda, tasks, dim), new RowSparsity(weight), Matrix.zeros(tasks, dim));
    }

    private TwoPenalties(SpectralTerm structure, RowSparsity rows, Matrix pull) {
        this.structure = structure;
        this.rows = rows;
        this.pull = pull;
    }

    /** Bounds by roots of eigenvalues would charge for those that are zero but for rounding. */
    @Override
    public double value(Matrix wt) {
        return structure.above(wt, 0) + rows.value(wt);
    }

    /** The value is, the bound is not. */
    @Override
    public boolean exactAnywhere() {
        return false;
    }

    @Override
    public WeightTerm settled() {
        return new TwoPenalties(structure, rows, pull.copy());
    }

    @Override
    public Optional<TaskMatrix> structure(Matrix wt) {
        return structure.structure(wt);
    }

    @Override
    public DualTerm dual(Matrix theta) {
        Matrix rest = theta.plus(-0.5, pull);
        double c = Math.min(structure.dual(rest).c(), rows.dual(pull.scale(0.5)).c());
        return new DualTerm(c, structure.dual(rest.scale(c)).sup());
    }

    @Override
    public double above(Matrix wt, double error) {
        return (structure.above(wt, error) + rows.above(wt, error)) * (1 + ROUNDING);
    }

    @Override
    public DualTerm dualAbove(Matrix half, double error) {
        // Nothing is split into nothing, of whatever shape.
        Matrix features = half.maxAbs() == 0 ? half : pull.scale(0.5);
        Matrix rest = half.plus(-1, features);
        double off = error + UNITS * (half.frobeniusNorm() + features.frobeniusNorm());
        double c = Math.min(
                structure.dualAbove(rest, off).c(), rows.dualAbove(features, 0).c());
        DualTerm there = structure.dualAbove(rest.scale(c), off * c * (1 + ROUNDING) + UNITS * rest.frobeniusNorm());
        return new DualTerm(c * there.c() * (1 - ROUNDING), there.sup());
    }

    @Override
    public double silencing(Matrix gradient) {
        throw new IllegalArgumentException("lambdaMax is not known where a structure is learned beside the features");
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        Matrix step = Matrix.zeros(wt.rows(), wt.cols());
        Matrix settled = Turns.settle(pull.scale(tau), wt.frobeniusNorm(), point -> {
            // Z - P is what the structure's step leaves of Z - Q, and Q again.
            structure.proxInto(step, wt.plus(-1, point), tau);
            Matrix target = step.plus(1, point);
            rows.proxInto(out, target, tau);
            return target.plus(-1, out);
        });
        pull = settled.scale(1 / tau);
        return value(out);
    }
}
