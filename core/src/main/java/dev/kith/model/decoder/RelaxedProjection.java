package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.Projection;

/**
 * argmin over c of sum_t a_t (c_t - p_t)^2 with c on a set C, within a distance of C, or paying for its distance to C.
 *
 * <p>Perturbed adds abar / mu dist(c, C)^2 with abar = mean_t a_t and has a closed form around a projection under other
 * weights; robust, ||c - C|| &lt;= delta, alternates between the point of C and the way from it. With equal confidences
 * (wide data), f0 the projection of p and r = p - f0, they are f0 + r mu / (1 + mu) and f0 + r min(1, delta / ||r||).
 */
final class RelaxedProjection {
    /*
     * The paper [1] prints f0 + r mu / (1 + mu) for wide data (eq. 17) and, in its appendix, abar = sum_t a_t for long
     * data. The two disagree by a factor T in mu on the same observations. The mean makes them one rule: the same data,
     * written long or wide, give the same predictions.
     *
     * [1] Ciliberto, Rudi, Rosasco, Pontil: Consistent multitask learning with nonlinear output relations. NIPS 2017, 3.3.
     */

    private static final int MAX_ALTERNATIONS = 200;
    private static final double SETTLED = 1e-10;

    private RelaxedProjection() {}

    static double[] of(ConstraintSet set, double[] p, double[] a, Relaxation relaxation) {
        return switch (relaxation.kind()) {
            case NONE -> set.project(p, a).point();
            case ROBUST -> robust(set, p, a, relaxation.size());
            case PERTURBED -> perturbed(set, p, a, relaxation.size());
        };
    }

    /** min over c0 in C and ||r|| &lt;= delta of sum a_t (c0_t + r_t - p_t)^2, each in turn; equal a: one round. */
    private static double[] robust(ConstraintSet set, double[] p, double[] a, double delta) {
        ConstraintSet ball = ConstraintSets.sphere(p.length, delta);
        double[] onSet = set.project(p, a).point();
        double[] best = onSet;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MAX_ALTERNATIONS; i++) {
            double[] way = plus(p, -1, onSet);
            double[] step = norm(way) <= delta ? way : ball.project(way, a).point();
            Projection next = set.project(plus(p, -1, step), a);
            double[] candidate = plus(onSet, 1, step);
            double value = weighted(candidate, p, a);
            if (!(value < least * (1 - SETTLED))) {
                return best;
            }
            best = candidate;
            least = value;
            onSet = next.point();
        }
        return best;
    }

    private static double weighted(double[] c, double[] p, double[] a) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            sum += a[t] * (c[t] - p[t]) * (c[t] - p[t]);
        }
        return sum;
    }

    private static double[] plus(double[] x, double factor, double[] y) {
        double[] z = x.clone();
        for (int t = 0; t < z.length; t++) {
            z[t] += factor * y[t];
        }
        return z;
    }

    private static double norm(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value * value;
        }
        return Math.sqrt(sum);
    }

    /** With abar = mean a: h_t = a_t (abar/mu) / (a_t + abar/mu), f0 = projection of p under h, then a blend of both. */
    private static double[] perturbed(ConstraintSet set, double[] p, double[] a, double mu) {
        double pull = 0;
        for (double confidence : a) {
            pull += confidence / (mu * a.length);
        }
        double[] h = new double[p.length];
        for (int t = 0; t < h.length; t++) {
            h[t] = a[t] * pull / (a[t] + pull);
        }
        double[] f = set.project(p, h).point();
        for (int t = 0; t < f.length; t++) {
            f[t] = (a[t] * p[t] + pull * f[t]) / (a[t] + pull);
        }
        return f;
    }
}
