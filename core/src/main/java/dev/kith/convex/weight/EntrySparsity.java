package dev.kith.convex.weight;

import dev.kith.linalg.Matrix;

/**
 * R(W) = absolute sum |w| + square sum w^2 over all weights: the lasso where {@code square} is 0, else the elastic net. With u =
 * Phi'Theta the conjugate is sum (|u| - absolute)_+^2 / (4 square), or 0 while no |u| exceeds {@code absolute}.
 *
 * @param absolute &gt; 0
 * @param square &gt;= 0
 */
public record EntrySparsity(double absolute, double square) implements RowTerm {
    @Override
    public double value(Matrix wt) {
        double sum = 0;
        for (double w : wt.data()) {
            sum += absolute * Math.abs(w) + square * w * w;
        }
        return sum;
    }

    @Override
    public DualTerm dual(Matrix theta) {
        if (square == 0) {
            double largest = 2 * theta.maxAbs();
            return new DualTerm(largest > absolute ? absolute / largest : 1, 0);
        }
        return new DualTerm(1, conjugate(theta, 0));
    }

    private double conjugate(Matrix half, double error) {
        double sum = 0;
        for (double h : half.data()) {
            double over = 2 * (Math.abs(h) + error) - absolute;
            sum += over > 0 ? over * over / (4 * square) : 0;
        }
        return sum;
    }

    /** Errors of single weights add up to at most the root of their number times their root of squares. */
    @Override
    public double above(Matrix wt, double error) {
        int n = wt.data().length;
        double off = absolute * Math.sqrt(n) * error + square * error * (2 * wt.frobeniusNorm() + error);
        return (value(wt) + off) * (1 + WeightTerm.rounding(n));
    }

    @Override
    public DualTerm dualAbove(Matrix half, double error) {
        double largest = half.maxAbs();
        if (square == 0) {
            double most = 2 * (largest * (1 + ROUNDING) + error);
            return new DualTerm(most > absolute ? absolute / most * (1 - ROUNDING) : 1, 0);
        }
        double sup = conjugate(half, error + largest * ROUNDING);
        return new DualTerm(1, sup * (1 + WeightTerm.rounding(half.data().length)));
    }

    @Override
    public void shrink(double[] weights, double tau) {
        for (int t = 0; t < weights.length; t++) {
            double left = Math.abs(weights[t]) - tau * absolute;
            weights[t] = left > 0 ? Math.copySign(left / (1 + 2 * tau * square), weights[t]) : 0;
        }
    }

    @Override
    public double pull(double[] gradient) {
        double largest = 0;
        for (double g : gradient) {
            largest = Math.max(largest, Math.abs(g));
        }
        return largest;
    }

    @Override
    public double threshold() {
        return absolute;
    }
}
