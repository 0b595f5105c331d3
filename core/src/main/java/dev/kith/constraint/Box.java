package dev.kith.constraint;

import dev.kith.constraint.search.LineMinimum;
import dev.kith.constraint.search.Terms;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * C = {c : lower_t &lt;= c_t &lt;= upper_t}. Projection clips; weights make no difference. Bounds may be infinite.
 *
 * @param lower 1 x T
 * @param upper 1 x T, nowhere below {@code lower}
 */
record Box(Matrix lower, Matrix upper) implements ConstraintSet {
    public Box {
        Points.requireDimension(lower.cols());
        if (lower.rows() != 1 || upper.rows() != 1 || lower.cols() != upper.cols()) {
            throw new IllegalArgumentException("box bounds must be two rows of equal length");
        }
        for (int t = 0; t < lower.cols(); t++) {
            boolean ordered = lower.get(0, t) <= upper.get(0, t);
            if (!ordered
                    || lower.get(0, t) == Double.POSITIVE_INFINITY
                    || upper.get(0, t) == Double.NEGATIVE_INFINITY) {
                throw new IllegalArgumentException("box must have lower <= upper, got " + lower.get(0, t) + " and "
                        + upper.get(0, t) + " at coordinate " + t);
            }
        }
        lower = lower.frozen();
        upper = upper.frozen();
    }

    /** The same bounds for every coordinate. */
    public static Box of(int dimension, double lower, double upper) {
        double[] low = new double[dimension];
        double[] high = new double[dimension];
        Arrays.fill(low, lower);
        Arrays.fill(high, upper);
        return new Box(Matrix.wrap(1, dimension, low), Matrix.wrap(1, dimension, high));
    }

    @Override
    public String spec() {
        double low = lower.get(0, 0);
        double high = upper.get(0, 0);
        boolean uniform = equals(of(dimension(), low, high));
        return uniform ? "box:" + low + ":" + high : "box";
    }

    @Override
    public Map<String, Matrix> arrays() {
        return spec().equals("box") ? Map.of("lower", lower, "upper", upper) : Map.of();
    }

    @Override
    public int dimension() {
        return lower.cols();
    }

    @Override
    public Optional<Matrix> bounds() {
        return Optional.of(Matrix.of(lower.row(0), upper.row(0)));
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension(), point, weights);
        double[] c = new double[point.length];
        for (int t = 0; t < c.length; t++) {
            c[t] = Math.max(lower.get(0, t), Math.min(upper.get(0, t), point[t]));
        }
        return Projection.of(c, point, weights, 0);
    }

    /** {@inheritDoc} Coordinates do not depend on each other: each is minimised by itself. */
    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        if (!GlobalMinimum.provable(cost)) {
            return ConstraintSet.super.minimize(cost, start, weights);
        }
        Terms terms = GlobalMinimum.terms(cost, dimension());
        double[] c = new double[dimension()];
        double gap = 0;
        for (int t = 0; t < c.length; t++) {
            LineMinimum found = LineMinimum.of(terms, t, lower.get(0, t), upper.get(0, t));
            c[t] = found.point();
            gap += found.gap();
        }
        return Projection.of(c, start, weights, gap);
    }

    @Override
    public double[] sample(SplittableRandom random) {
        double[] c = new double[dimension()];
        for (int t = 0; t < c.length; t++) {
            double low = lower.get(0, t);
            double high = upper.get(0, t);
            double inside = low > Double.NEGATIVE_INFINITY && high < Double.POSITIVE_INFINITY
                    ? low + random.nextDouble() * (high - low)
                    : random.nextGaussian();
            c[t] = Math.max(low, Math.min(high, inside));
        }
        return c;
    }
}
