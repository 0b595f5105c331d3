package dev.kith.loss;

/**
 * loss(y, z) = log(1 + exp(-y z)), y in {-1, +1}. Value log 2 at z = 0; slope -y / (1 + exp(y z)); conjugate s log s +
 * (1 - s) log(1 - s) with s = -y u in [0, 1], infinite elsewhere. The probability of +1 is 1 / (1 + exp(-z)).
 */
public record Logistic() implements Loss {
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
}
