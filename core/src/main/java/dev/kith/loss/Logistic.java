package dev.kith.loss;

import java.util.OptionalDouble;

/**
 * loss(y, z) = log(1 + exp(-y z)), y in {-1, +1}. Value log 2 at z = 0; slope -y / (1 + exp(y z)); conjugate s log s +
 * (1 - s) log(1 - s) with s = -y u in [0, 1], infinite elsewhere. The probability of +1 is 1 / (1 + exp(-z)).
 */
record Logistic() implements Loss {
    private static final int MOST_STEPS = 100;

    @Override
    public String name() {
        return "logistic";
    }

    @Override
    public double value(double y, double z) {
        double margin = y * z;
        // Only exp of negative numbers: nothing overflows.
        return margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin;
    }

    @Override
    public double slope(double y, double z) {
        return -y / (1 + Math.exp(y * z));
    }

    @Override
    public double conjugate(double y, double u) {
        double s = -y * u;
        return s >= 0 && s <= 1 ? entropy(s) + entropy(1 - s) : Double.POSITIVE_INFINITY;
    }

    /** s log s, continued by 0 at 0. */
    private static double entropy(double s) {
        return s > 0 ? s * Math.log(s) : 0;
    }

    @Override
    public double curvature() {
        return 0.25;
    }

    @Override
    public boolean classification() {
        return true;
    }

    @Override
    public double prox(double y, double v, double tau) {
        // The root of z - v + tau slope(z): slopes lie in [-1, 1], so the root lies within tau of v, on y's side.
        double low = Math.min(v, v + tau * y);
        double high = Math.max(v, v + tau * y);
        double z = v;
        double move = high - low;
        for (int k = 0; k < 200; k++) {
            double p = 1 / (1 + Math.exp(y * z));
            double excess = z - v - tau * y * p;
            if (excess > 0) {
                high = z;
            } else {
                low = z;
            }
            double next = z - excess / (1 + tau * p * (1 - p));
            // Newton alone may swing from one side of the root to the other for ever: every move is at most half the
            // last.
            if (!(next >= low && next <= high && Math.abs(next - z) <= move / 2)) {
                next = (low + high) / 2;
            }
            move = Math.abs(next - z);
            if (move <= 1e-15 * Math.max(1, Math.abs(z))) {
                return next;
            }
            z = next;
        }
        return z;
    }

    @Override
    public double nearestDual(double y, double u) {
        return y * Math.max(-1, Math.min(0, y * u));
    }

    @Override
    public double bend(double y, double z) {
        double size = Math.abs(slope(y, z));
        return size * (1 - size);
    }

    /** The parabola that touches at -z as well [1]. [1] Jaakkola, Jordan, Bayesian parameter estimation, 2000. */
    @Override
    public double majorant(double y, double z) {
        return Math.abs(z) < 1e-6 ? curvature() : (slope(y, z) - slope(y, -z)) / (2 * z);
    }

    /**
     * Solves for the margin m after the step, m = m0 + q c / (1 + exp(m)) with m0 = y z - q a0, s0 = y a0: the right side
     * falls in m, so the root lies between m0 and m0 + q c. Newton's method finds it, with the interval halved instead
     * whenever a step would leave it or be more than half as long as the one before: far from the root the two ends
     * lead to each other for ever. No logarithm of a nearly zero a is ever taken.
     */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        double from = y * z - q * y * s0;
        double low = from;
        double high = from + q * c;
        double m = Math.min(Math.max(y * z, low), high);
        double length = high - low;
        for (int k = 0; k < MOST_STEPS; k++) {
            double share = 1 / (1 + Math.exp(m));
            double miss = m - from - q * c * share;
            if (miss > 0) {
                high = m;
            } else {
                low = m;
            }
            double step = -miss / (1 + q * c * share * (1 - share));
            boolean halve = !(m + step >= low && m + step <= high && Math.abs(step) <= length / 2);
            double next = halve ? low + (high - low) / 2 : m + step;
            length = halve ? (high - low) / 2 : Math.abs(step);
            boolean still = Math.abs(next - m) <= 1e-14 * Math.max(1, Math.abs(m));
            m = next;
            if (still) {
                break;
            }
        }
        return y * c / (1 + Math.exp(m));
    }

    @Override
    public Rounded roundedConjugate(double y, double u) {
        double a = Math.abs(u);
        double own = entropy(a);
        double other = Math.log1p(-Math.min(a, 1 - 0x1p-53));
        return new Rounded(own + (1 - a) * other, Math.abs(own) + Math.abs(other));
    }

    @Override
    public OptionalDouble probability(double z) {
        return OptionalDouble.of(1 / (1 + Math.exp(-z)));
    }
}
