package dev.kith.convex.rounds;

import dev.kith.linalg.Matrix;

/**
 * The length tau of proximal gradient steps on a convex function with a slope everywhere. A step by D that changes the slope by Y is
 * taken where Y'D &lt;= 0.95 D'D / tau: the function is then at most g'D + Y'D above where it was, so that the objective falls by
 * 0.05 D'D / tau at least. No value is compared with another, hence no digits are lost near the end. The next step is as long as
 * the curvature along this one suggests, by D'D / Y'D and Y'D / Y'Y in turns [1].
 *
 * <p>[1] Barzilai, Borwein, Two-point step size gradient methods, 1988.
 */
final class StepLength {
    /** A step that is refused so often is one of rounding errors. */
    static final int TRIALS = 60;

    private static final double SAFE = 0.95;
    private static final double SHORTER = 0.5;
    private static final double LONGER = 2;

    private final double first;
    private double tau;
    private boolean longer;
    private int refused;

    StepLength(double first) {
        this.first = first;
        tau = first;
    }

    double tau() {
        return tau;
    }

    /** The step led out of the domain. */
    void shorten() {
        refused();
        tau *= SHORTER;
    }

    private void refused() {
        if (++refused == TRIALS) {
            tau = first;
            refused = 0;
        }
    }

    /** Whether a step may be taken; the length is then that of the next step, otherwise a shorter one. */
    boolean suits(Matrix step, Matrix change) {
        double size = step.dot(step);
        double bend = change.dot(step);
        if (size == 0) {
            tau = first;
            return true;
        }
        if (!(bend <= SAFE * size / tau)) {
            double most = bend < Double.POSITIVE_INFINITY ? SAFE * SAFE * size / bend : 0;
            shorten();
            tau = most > 0 ? Math.min(tau, most) : tau;
            return false;
        }
        refused = 0;
        longer = !longer;
        double next = longer ? size / bend : bend / change.dot(change);
        tau = next > 0 && next < Double.POSITIVE_INFINITY ? next : LONGER * tau;
        return true;
    }
}
