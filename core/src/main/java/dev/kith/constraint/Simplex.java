package dev.kith.constraint;

import dev.kith.constraint.manifold.Charted;
import dev.kith.constraint.manifold.Shape;
import dev.kith.constraint.search.Slabs;
import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * C = {c : c_t &gt;= 0, sum c_t = total}: shares of a whole, probabilities when total = 1.
 *
 * <p>Weighted projection: c_t = max(0, p_t - tau / w_t) with the one tau for which the sum is total, found exactly by
 * going through the breakpoints w_t p_t in order.
 */
record Simplex(int dimension, double total) implements ConstraintSet, Charted {
    public Simplex {
        Points.requireDimension(dimension);
        if (!(total > 0 && total < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("total must be a finite number > 0, got " + total);
        }
    }

    @Override
    public String spec() {
        return "simplex:" + total;
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension, point, weights);
        int[] byBreakpoint = IntStream.range(0, dimension)
                .boxed()
                .sorted((s, t) -> Double.compare(weights[t] * point[t], weights[s] * point[s]))
                .mapToInt(t -> t)
                .toArray();
        double sumPoint = 0;
        double sumInverse = 0;
        double tau = 0;
        for (int t : byBreakpoint) {
            // the coordinates before t are positive; t joins them while its breakpoint lies above their tau
            if (sumInverse > 0 && weights[t] * point[t] <= tau) {
                break;
            }
            sumPoint += point[t];
            sumInverse += 1 / weights[t];
            tau = (sumPoint - total) / sumInverse;
        }
        double[] c = new double[dimension];
        double sum = 0;
        for (int t = 0; t < dimension; t++) {
            c[t] = Math.max(0, point[t] - tau / weights[t]);
            sum += c[t];
        }
        for (int t = 0; t < dimension; t++) {
            c[t] *= total / sum; // a factor of 1 but for rounding
        }
        return Projection.of(c, point, weights, 0);
    }

    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        return new GlobalMinimum(this, cost, weights).minimize(start, this::enclose, new Slabs(dimension, 1));
    }

    private boolean enclose(Slabs slabs) {
        Arrays.fill(slabs.normal[0], 1);
        slabs.low[0] = total;
        slabs.high[0] = total;
        for (int t = 0; t < dimension; t++) {
            slabs.lower[t] = Math.max(slabs.lower[t], 0);
            slabs.upper[t] = Math.min(slabs.upper[t], total);
        }
        return true;
    }

    @Override
    public double[] sample(SplittableRandom random) {
        double[] c = new double[dimension];
        double sum = 0;
        for (int t = 0; t < dimension; t++) {
            c[t] = -Math.log(1 - random.nextDouble());
            sum += c[t];
        }
        for (int t = 0; t < dimension; t++) {
            c[t] *= total / sum;
        }
        return c;
    }

    @Override
    public Shape shape() {
        return Shape.ORTHANT;
    }

    @Override
    public int chartSize() {
        return dimension;
    }

    /** Fisher and Rao's distance of probabilities: twice the angle of their roots. */
    @Override
    public double unit() {
        return 2;
    }

    @Override
    public double[] toSphere(double[] point) {
        double sum = Arrays.stream(point).sum();
        return Arrays.stream(point).map(x -> Math.sqrt(Math.max(0, x) / sum)).toArray();
    }

    @Override
    public double[] fromSphere(double[] q) {
        double sum = Arrays.stream(q).map(x -> x * x).sum();
        return Arrays.stream(q).map(x -> total * (x * x / sum)).toArray();
    }
}
