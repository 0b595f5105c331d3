package dev.kith.convex.weight;

import dev.kith.linalg.Matrix;
import java.util.Optional;

/**
 * R(W) = min over S + L = W of lambda (cost sum |S_jt| + ||L||_*): a sparse part and one of low rank. The conjugate is the sum of theirs, and
 * so the dual point has to satisfy the conditions of both.
 *
 * <p>A proximal step has no formula. With Z given, S and L take turns,
 *
 * <pre>  L &lt;- proximal step of the trace norm at Z - S,   S &lt;- proximal step of the absolute sum at Z - L,  </pre>
 *
 * which is a proximal gradient method for S and is accelerated as one. It starts where the last step ended. {@link #value} and proofs
 * take the sparse part of the last step: no less than the minimum over all, and the minimum itself where weights came from that step.
 */
public final class TwoParts implements WeightTerm {
    private static final double UNITS = 0x1p-51;

    private final WeightTerm entries;
    private final WeightTerm directions;
    private Matrix sparse;

    /** @param cost of an absolute weight, beside 1 for a singular value */
    public TwoParts(double lambda, double cost, int tasks, int dim) {
        this(new EntrySparsity(lambda * cost, 0), SpectralTerm.traceNorm(lambda, tasks, dim), Matrix.zeros(tasks, dim));
    }

    private TwoParts(WeightTerm entries, WeightTerm directions, Matrix sparse) {
        this.entries = entries;
        this.directions = directions;
        this.sparse = sparse;
    }

    @Override
    public double value(Matrix wt) {
        return entries.value(sparse) + directions.value(wt.plus(-1, sparse));
    }

    @Override
    public boolean exactAnywhere() {
        return false;
    }

    @Override
    public WeightTerm settled() {
        return new TwoParts(entries, directions, sparse.copy());
    }

    @Override
    public Optional<Matrix> sparsePart() {
        return Optional.of(sparse.copy());
    }

    @Override
    public DualTerm dual(Matrix theta) {
        return new DualTerm(
                Math.min(entries.dual(theta).c(), directions.dual(theta).c()), 0);
    }

    @Override
    public double above(Matrix wt, double error) {
        double off = error + UNITS * (wt.frobeniusNorm() + sparse.frobeniusNorm());
        double sum = entries.above(sparse, 0) + directions.above(wt.plus(-1, sparse), off);
        return sum * (1 + ROUNDING);
    }

    @Override
    public DualTerm dualAbove(Matrix half, double error) {
        return new DualTerm(
                Math.min(
                        entries.dualAbove(half, error).c(),
                        directions.dualAbove(half, error).c()),
                0);
    }

    @Override
    public double silencing(Matrix gradient) {
        return Math.max(entries.silencing(gradient), directions.silencing(gradient));
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        Matrix low = Matrix.zeros(wt.rows(), wt.cols());
        sparse = Turns.settle(sparse, wt.frobeniusNorm(), point -> {
            directions.proxInto(low, wt.plus(-1, point), tau);
            Matrix next = Matrix.zeros(wt.rows(), wt.cols());
            entries.proxInto(next, wt.plus(-1, low), tau);
            return next;
        });
        double cost = directions.proxInto(low, wt.plus(-1, sparse), tau);
        for (int i = 0; i < out.data().length; i++) {
            out.data()[i] = low.data()[i] + sparse.data()[i];
        }
        return cost + entries.value(sparse);
    }
}
