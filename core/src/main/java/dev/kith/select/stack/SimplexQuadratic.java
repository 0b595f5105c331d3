package dev.kith.select.stack;

import java.util.Arrays;

/**
 * argmin w'Aw/2 - b'w over weights, w_k &gt;= 0 and sum_k w_k = 1, for a positive definite A.
 *
 * <p>An active set: the weights that are not 0 minimise with the sum as the only condition; one that would turn negative becomes 0, and when
 * none would, the one whose slope is lowest joins. The value falls every time, so that no set comes back and the end is the minimum.
 */
final class SimplexQuadratic {
    /** Slopes of weights that are 0 may be so much below the others', as a share of the largest, before the weight joins. */
    private static final double ROUNDING = 1e-13;

    /** Sets that are looked at for each weight; a handful is usual. */
    private static final int SETS = 20;

    private final double[][] a;
    private final double[] b;
    private final double[] w;
    private final boolean[] free;

    private SimplexQuadratic(double[][] a, double[] b, double[] start) {
        this.a = a;
        this.b = b;
        this.w = start.clone();
        free = new boolean[w.length];
        for (int k = 0; k < w.length; k++) {
            free[k] = w[k] > 0;
        }
    }

    /**
     * The minimum; accurate to rounding.
     *
     * @param start weights to start from
     */
    static double[] minimum(double[][] a, double[] b, double[] start) {
        SimplexQuadratic search = new SimplexQuadratic(a, b, start);
        for (int sets = 0; sets < SETS * start.length; sets++) {
            if (search.moved() && !search.joined()) {
                break;
            }
        }
        return search.w;
    }

    /** The positions of weights above 0. */
    static int[] support(double[] w) {
        int[] found = new int[w.length];
        int count = 0;
        for (int k = 0; k < w.length; k++) {
            if (w[k] > 0) {
                found[count++] = k;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Moves towards the minimum of the free weights; whether it got there. */
    private boolean moved() {
        int[] set = set();
        Triangle factor = new Triangle(a, set);
        double[] x = factor.solve(at(b, set));
        double[] ones = new double[set.length];
        Arrays.fill(ones, 1);
        double[] v = factor.solve(ones);
        double nu = (1 - sum(x)) / sum(v);
        double step = 1;
        int blocking = -1;
        for (int i = 0; i < set.length; i++) {
            x[i] += nu * v[i];
            double own = w[set[i]];
            if (x[i] <= 0 && own - x[i] > 0 && own / (own - x[i]) < step) {
                step = own / (own - x[i]);
                blocking = set[i];
            }
        }
        for (int i = 0; i < set.length; i++) {
            w[set[i]] = Math.max(0, w[set[i]] + step * (x[i] - w[set[i]]));
        }
        if (blocking >= 0) {
            w[blocking] = 0;
            free[blocking] = false;
        }
        return blocking < 0;
    }

    /** Frees the weight whose growth lowers the value most; whether there is one. */
    private boolean joined() {
        double shared = 0;
        double largest = 0;
        double[] slope = new double[w.length];
        for (int k = 0; k < w.length; k++) {
            slope[k] = -b[k];
            for (int j = 0; j < w.length; j++) {
                slope[k] += a[k][j] * w[j];
            }
            shared += w[k] * slope[k];
            largest = Math.max(largest, Math.abs(slope[k]) + Math.abs(b[k]));
        }
        int best = -1;
        for (int k = 0; k < w.length; k++) {
            if (!free[k] && slope[k] < shared - ROUNDING * largest && (best < 0 || slope[k] < slope[best])) {
                best = k;
            }
        }
        if (best >= 0) {
            free[best] = true;
        }
        return best >= 0;
    }

    private int[] set() {
        int[] found = new int[w.length];
        int count = 0;
        for (int k = 0; k < w.length; k++) {
            if (free[k]) {
                found[count++] = k;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static double[] at(double[] all, int[] set) {
        return Arrays.stream(set).mapToDouble(k -> all[k]).toArray();
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }
}
