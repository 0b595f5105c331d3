package dev.kith.constraint;

import dev.kith.constraint.manifold.Charted;
import dev.kith.constraint.manifold.Shape;
import dev.kith.constraint.search.Slabs;
import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * C = {c : ||c||_2 = radius}.
 *
 * <p>Weighted projection: c_t = w_t p_t / (w_t + nu) with the one nu &gt;= -min w for which ||c|| = radius.
 */
record Sphere(int dimension, double radius) implements ConstraintSet, Charted {
    /*
     * With s = nu + min w > 0 and g_t = w_t - min w the secular equation is sum (w_t p_t / (g_t + s))^2 = radius^2,
     * decreasing in s, and 1/||c(s)|| is nearly linear: Newton on it, kept inside a bracket (More and Sorensen, 1983).
     * If p vanishes on all coordinates of least weight the left side stays finite at s = 0; when it is too small there,
     * s = 0 and the missing length goes to the first such coordinate (the "hard case": two nearest points).
     */
    public Sphere {
        Points.requireDimension(dimension);
        if (!(radius > 0 && radius < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("radius must be a finite number > 0, got " + radius);
        }
    }

    @Override
    public String spec() {
        return "sphere:" + radius;
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension, point, weights);
        int lightest = 0;
        for (int t = 1; t < dimension; t++) {
            lightest = weights[t] < weights[lightest] ? t : lightest;
        }
        double least = weights[lightest];
        double[] c = new double[dimension];
        if (atShiftInto(c, point, weights, least, 0) < radius) {
            double rest = radius * radius - norm(c) * norm(c);
            c[lightest] = Math.sqrt(Math.max(0, rest));
        } else {
            solveInto(c, point, weights, least);
        }
        double scale = radius / norm(c);
        for (int t = 0; t < dimension; t++) {
            c[t] *= scale;
        }
        return Projection.of(c, point, weights, 0);
    }

    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        return new GlobalMinimum(this, cost, weights).minimize(start, this::enclose, new Slabs(dimension, 1));
    }

    private boolean enclose(Slabs slabs) {
        Arrays.fill(slabs.bend[0], 1);
        slabs.low[0] = radius * radius;
        slabs.high[0] = radius * radius;
        for (int t = 0; t < dimension; t++) {
            slabs.lower[t] = Math.max(slabs.lower[t], -radius);
            slabs.upper[t] = Math.min(slabs.upper[t], radius);
        }
        return true;
    }

    private void solveInto(double[] c, double[] p, double[] w, double least) {
        double low = 0;
        double high = 0;
        for (int t = 0; t < dimension; t++) {
            high += w[t] * Math.abs(p[t]);
        }
        high = high / radius + least; // every |c_t| <= w_t |p_t| / s, so the norm is below radius here
        double s = Math.min(least, high);
        for (int i = 0; i < 200 && high - low > 1e-16 * high; i++) {
            double length = atShiftInto(c, p, w, least, s);
            if (Math.abs(length - radius) <= 4e-16 * radius) {
                return;
            }
            if (length > radius) {
                low = s;
            } else {
                high = s;
            }
            double slope = 0;
            for (int t = 0; t < dimension; t++) {
                slope += c[t] == 0 ? 0 : c[t] * c[t] / (w[t] - least + s);
            }
            double newton = s + (length / radius - 1) * length * length / slope;
            s = newton > low && newton < high ? newton : between(low, high);
        }
    }

    /** The shift may have any size: halve its exponent, not its value. */
    private static double between(double low, double high) {
        return low > 0 ? Math.sqrt(low) * Math.sqrt(high) : 1e-4 * high;
    }

    /** Writes c(s) and returns its length; infinite when s = 0 and p does not vanish where the weight is least. */
    private static double atShiftInto(double[] c, double[] p, double[] w, double least, double s) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            double divisor = w[t] - least + s;
            c[t] = p[t] == 0 ? 0 : w[t] * p[t] / divisor;
            sum += c[t] * c[t];
        }
        return Math.sqrt(sum);
    }

    private static double norm(double[] c) {
        double sum = 0;
        for (double x : c) {
            sum += x * x;
        }
        return Math.sqrt(sum);
    }

    @Override
    public double[] sample(SplittableRandom random) {
        return project(Points.gaussian(random, dimension)).point();
    }

    @Override
    public Shape shape() {
        return Shape.SPHERE;
    }

    @Override
    public int chartSize() {
        return dimension;
    }

    @Override
    public double unit() {
        return radius;
    }

    @Override
    public double[] toSphere(double[] point) {
        double norm = norm(point);
        return Arrays.stream(point).map(x -> x / norm).toArray();
    }

    @Override
    public double[] fromSphere(double[] q) {
        double norm = norm(q);
        return Arrays.stream(q).map(x -> radius * (x / norm)).toArray();
    }
}
