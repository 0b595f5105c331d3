package dev.kith.convex.sum;

import dev.kith.convex.proof.Bounds;
import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * One vector for all tasks: R(W) = lambda ||w_0||^2 where every row of W is w_0, infinite elsewhere. Its conjugate at P is
 * ||sum_t p_t||^2 / (4 lambda).
 *
 * @param lambda &gt; 0
 */
public record SharedWeights(double lambda) implements Regularizer.Proximal, Bounds {
    private static final double UNITS = 0x1p-52;

    /** The rows that a proximal step writes are the same to the last bit. */
    @Override
    public double value(Matrix wt) {
        return wt.rows() == 0 ? 0 : lambda * wt.squaredNorm(0);
    }

    @Override
    public DualTerm dual(Matrix theta) {
        double length = length(sum(theta));
        return new DualTerm(1, length * length / lambda);
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        double[] shared = sum(wt);
        for (int j = 0; j < shared.length; j++) {
            shared[j] /= wt.rows() + 2 * tau * lambda;
        }
        for (int t = 0; t < wt.rows(); t++) {
            System.arraycopy(shared, 0, out.data(), t * shared.length, shared.length);
        }
        return value(out);
    }

    /** Rows that differ by more than the error are outside, whatever the true ones are. */
    @Override
    public double above(Matrix wt, double error) {
        double longest = 0;
        double[] first = wt.rows() == 0 ? new double[0] : wt.row(0);
        for (int t = 0; t < wt.rows(); t++) {
            double apart = 0;
            for (int j = 0; j < first.length; j++) {
                apart = Math.max(apart, Math.abs(wt.get(t, j) - first[j]));
            }
            if (!(apart <= 2 * error)) {
                return Double.POSITIVE_INFINITY;
            }
            longest = Math.max(longest, Math.sqrt(wt.squaredNorm(t)));
        }
        double root = longest * (1 + ROUNDING) + error;
        return lambda * root * root * (1 + ROUNDING);
    }

    @Override
    public DualTerm dualAbove(Matrix half, double error) {
        int tasks = half.rows();
        double rounding = Math.sqrt(tasks) * (error + (tasks + 1) * UNITS * half.frobeniusNorm());
        double root = length(sum(half)) * (1 + ROUNDING) + rounding;
        return new DualTerm(1, root * root / lambda * (1 + ROUNDING));
    }

    private static double[] sum(Matrix rows) {
        double[] sum = new double[rows.cols()];
        for (int t = 0; t < rows.rows(); t++) {
            for (int j = 0; j < sum.length; j++) {
                sum[j] += rows.get(t, j);
            }
        }
        return sum;
    }

    private static double length(double[] of) {
        return Math.sqrt(Arrays.stream(of).map(x -> x * x).sum());
    }
}
