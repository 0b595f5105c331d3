package dev.kith.numeric;

import java.util.SplittableRandom;

/** Checks and small sums over coordinate arrays. */
public final class Points {
    private Points() {}

    public static void require(int dimension, double[] point, double[] weights) {
        if (point.length != dimension || weights.length != dimension) {
            throw new IllegalArgumentException("point and weights must have " + dimension + " coordinates, got "
                    + point.length + " and " + weights.length);
        }
        for (int t = 0; t < dimension; t++) {
            if (!(Math.abs(point[t]) < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("point must be finite, got " + point[t] + " at coordinate " + t);
            }
            if (!(weights[t] > 0 && weights[t] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "weights must be finite numbers > 0, got " + weights[t] + " at coordinate " + t);
            }
        }
    }

    public static int requireDimension(int dimension) {
        if (dimension < 1) {
            throw new IllegalArgumentException("dimension must be a whole number >= 1, got " + dimension);
        }
        return dimension;
    }

    public static double maxAbs(double[] point) {
        double max = 0;
        for (double x : point) {
            max = Math.max(max, Math.abs(x));
        }
        return max;
    }

    /** sum_t w_t (c_t - p_t)^2. */
    public static double squaredDistance(double[] c, double[] p, double[] w) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            double d = c[t] - p[t];
            sum += w[t] * d * d;
        }
        return sum;
    }

    public static double[] gaussian(SplittableRandom random, int dimension) {
        double[] x = new double[dimension];
        for (int t = 0; t < dimension; t++) {
            x[t] = random.nextGaussian();
        }
        return x;
    }
}
