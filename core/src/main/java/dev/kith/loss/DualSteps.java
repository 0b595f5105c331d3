package dev.kith.loss;

/** What duals need of any loss, from its proximal step and its conjugate. */
final class DualSteps {
    /** How far rounding may have taken u, relative. */
    private static final double NEAR = 0x1p-50;

    /** Units for a conjugate of any loss: few, but several operations, and what small changes of many points cost. */
    private static final double UNITS = 16;

    private DualSteps() {}

    /**
     * After the step the prediction is p = z + q (s - s0), and -s/c is a slope of the loss at p: p is the proximal step of
     * length q c from z - q s0.
     */
    static double next(Loss loss, double y, double c, double s0, double z, double q) {
        if (loss.wedge()) {
            double s = s0 + (y - z) / q;
            return Math.max(-c * loss.highestDual(y), Math.min(-c * loss.lowestDual(y), s));
        }
        double v = z - q * s0;
        double tau = q * c;
        double p = loss.prox(y, v, tau);
        // Two ways to the slope at p; rounding of p is multiplied by the curvature in one, by 1 / tau in the other.
        double slope = loss.curvature() * tau < 1 ? loss.slope(y, p) : (v - p) / tau;
        return -c * (loss.smooth() ? loss.nearestDual(y, slope) : snapped(loss, y, slope, 4 * Math.ulp(v) / tau));
    }

    /** Losses with kinks reach the ends of their slopes: what is as near as rounding is there. */
    private static double snapped(Loss loss, double y, double slope, double rounding) {
        double low = loss.lowestDual(y);
        double high = loss.highestDual(y);
        return slope - rounding <= low ? low : slope + rounding >= high ? high : slope;
    }

    /** For two straight lines that meet at the label. */
    static double rest(Loss loss, double y, double c, double s, double z) {
        double slope = y - z;
        return s <= -c * loss.highestDual(y) ? -slope : s >= -c * loss.lowestDual(y) ? slope : -Math.abs(slope);
    }

    /** A convex function is largest at an end of an interval. */
    static Loss.Rounded rounded(Loss loss, double y, double u) {
        double off = NEAR * Math.abs(u);
        double value = Math.max(
                loss.conjugate(y, loss.nearestDual(y, u - off)), loss.conjugate(y, loss.nearestDual(y, u + off)));
        return new Loss.Rounded(value, UNITS * loss.magnitude(y, u, value));
    }
}
