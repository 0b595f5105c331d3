package dev.kith.loss;

import java.util.Arrays;

/**
 * loss(own, z) = max(0, 1 - (z_own - max over the others of z_k)), the hinge of the margin over the best other class [1].
 * Conjugate at p - e_own: p_own - 1. Decisions are those margins.
 *
 * <p>[1] Crammer, Singer, On the algorithmic implementation of multiclass kernel-based vector machines, 2001.
 */
record BestOther() implements JointLoss {
    @Override
    public double value(int own, double[] z) {
        double worst = 0;
        for (int k = 0; k < z.length; k++) {
            worst = k == own ? worst : Math.max(worst, 1 + z[k] - z[own]);
        }
        return worst;
    }

    @Override
    public double conjugate(int own, double[] p) {
        double others = 0;
        for (int k = 0; k < p.length; k++) {
            others += k == own ? 0 : p[k];
        }
        return -others;
    }

    /** With a = v + tau e_own + (1 for the others): a - tau times the point of the simplex nearest to a / tau, less those ones. */
    @Override
    public void proxInto(double[] out, int own, double[] v, double tau) {
        double[] a = new double[v.length];
        for (int k = 0; k < a.length; k++) {
            a[k] = (k == own ? v[k] + tau : v[k] + 1) / tau;
        }
        double level = level(a);
        for (int k = 0; k < a.length; k++) {
            out[k] = v[k] + (k == own ? tau : 0) - tau * Math.max(0, a[k] - level);
        }
    }

    /** The number above which the parts of {@code a} sum to 1. */
    private static double level(double[] a) {
        double[] sorted = a.clone();
        Arrays.sort(sorted);
        double sum = -1;
        double level = Double.NEGATIVE_INFINITY;
        for (int k = sorted.length - 1; k >= 0 && sorted[k] > level; k--) {
            sum += sorted[k];
            level = sum / (sorted.length - k);
        }
        return level;
    }

    @Override
    public void decide(double[] z) {
        double[] own = z.clone();
        for (int k = 0; k < z.length; k++) {
            double best = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < z.length; j++) {
                best = j == k ? best : Math.max(best, own[j]);
            }
            z[k] = own[k] - best;
        }
    }
}
