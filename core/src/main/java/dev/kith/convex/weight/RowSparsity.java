package dev.kith.convex.weight;

import dev.kith.linalg.Matrix;

/**
 * R(W) = lambda sum over features of the length of the feature's weights across tasks: a feature is used by all tasks or
 * by none. The dual point must satisfy ||(Phi'Theta)_j|| &lt;= lambda for every feature.
 */
public record RowSparsity(double lambda) implements RowTerm {
    @Override
    public double value(Matrix wt) {
        double sum = 0;
        for (int j = 0; j < wt.cols(); j++) {
            sum += length(wt, j);
        }
        return lambda * sum;
    }

    @Override
    public DualTerm dual(Matrix theta) {
        double longest = 0;
        for (int j = 0; j < theta.cols(); j++) {
            longest = Math.max(longest, 2 * length(theta, j));
        }
        return new DualTerm(longest > lambda ? lambda / longest : 1, 0);
    }

    /** Errors of single features add up to at most sqrt(d) times their root of squares. */
    @Override
    public double above(Matrix wt, double error) {
        double value = value(wt) + lambda * Math.sqrt(wt.cols()) * error;
        return value * (1 + WeightTerm.rounding(wt.data().length));
    }

    @Override
    public DualTerm dualAbove(Matrix half, double error) {
        double longest = 0;
        double rounding = WeightTerm.rounding(half.rows());
        for (int j = 0; j < half.cols(); j++) {
            longest = Math.max(longest, 2 * (length(half, j) * (1 + rounding) + error));
        }
        return new DualTerm(longest > lambda ? lambda / longest * (1 - ROUNDING) : 1, 0);
    }

    @Override
    public void shrink(double[] weights, double tau) {
        double length = pull(weights);
        double ratio = length > lambda * tau ? 1 - lambda * tau / length : 0;
        for (int t = 0; t < weights.length; t++) {
            weights[t] *= ratio;
        }
    }

    @Override
    public double pull(double[] gradient) {
        double sum = 0;
        for (double g : gradient) {
            sum += g * g;
        }
        return Math.sqrt(sum);
    }

    @Override
    public double threshold() {
        return lambda;
    }

    private static double length(Matrix wt, int j) {
        double sum = 0;
        for (int t = 0; t < wt.rows(); t++) {
            sum += wt.get(t, j) * wt.get(t, j);
        }
        return Math.sqrt(sum);
    }
}
