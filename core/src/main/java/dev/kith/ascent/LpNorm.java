package dev.kith.ascent;

import java.util.Arrays;

/**
 * Weights of kernels on the unit sphere of the l_p norm, p in [1, infinity], and what they make of the problem:
 *
 * <pre>
 *   step          theta_m = r_m^(1/(p+1)) / (sum r^(p/(p+1)))^(1/p),    r_m = ||W_m||^2 = theta_m^2 q_m
 *   regulariser   min over theta of 1/2 sum r_m / theta_m  =  1/2 (sum r^(p/(p+1)))^((p+1)/p)
 *   dual          max over theta of 1/2 sum theta_m q_m    =  1/2 ||q||_{p*},   1/p + 1/p* = 1
 * </pre>
 *
 * <p>p = infinity keeps every weight at 1.
 */
public record LpNorm(double p) {
    public LpNorm {
        if (!(p >= 1)) {
            throw new IllegalArgumentException("p must be a number >= 1 or infinity, got " + p);
        }
    }

    /** Whether weights never change. */
    public boolean fixed() {
        return Double.isInfinite(p);
    }

    /** Equal weights on the sphere. */
    public double[] uniform(int size) {
        double[] theta = new double[size];
        Arrays.fill(theta, Math.pow(size, -1 / p));
        return theta;
    }

    /** The best weights for the current W, from the old weights and q; the old ones when W is zero. */
    public double[] step(double[] theta, double[] q) {
        if (fixed()) {
            return theta.clone();
        }
        double[] next = new double[theta.length];
        double largest = largest(theta, q);
        if (!(largest > 0)) {
            return theta.clone();
        }
        double sum = 0;
        for (int m = 0; m < next.length; m++) {
            double r = theta[m] * theta[m] * q[m] / largest;
            next[m] = Math.pow(r, 1 / (p + 1));
            sum += Math.pow(next[m], p);
        }
        double norm = Math.pow(sum, 1 / p);
        for (int m = 0; m < next.length; m++) {
            next[m] /= norm;
        }
        return next;
    }

    /** The regulariser of W = theta u with the best weights for that W. */
    public double regularizer(double[] theta, double[] q) {
        double power = Double.isInfinite(p) ? 1 : p / (p + 1);
        double largest = largest(theta, q);
        if (!(largest > 0)) {
            return 0;
        }
        double sum = 0;
        for (int m = 0; m < q.length; m++) {
            sum += Math.pow(theta[m] * theta[m] * q[m] / largest, power);
        }
        return largest * Math.pow(sum, 1 / power) / 2;
    }

    /** ||q||_{p*} / 2. */
    public double dual(double[] q) {
        double largest = Arrays.stream(q).max().orElse(0);
        if (p == 1 || !(largest > 0)) {
            return largest / 2;
        }
        double conjugate = Double.isInfinite(p) ? 1 : p / (p - 1);
        double sum = 0;
        for (double value : q) {
            sum += Math.pow(value / largest, conjugate);
        }
        return largest * Math.pow(sum, 1 / conjugate) / 2;
    }

    private static double largest(double[] theta, double[] q) {
        double largest = 0;
        for (int m = 0; m < q.length; m++) {
            largest = Math.max(largest, theta[m] * theta[m] * q[m]);
        }
        return largest;
    }
}
