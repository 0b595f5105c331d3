package dev.kith.loss;

/**
 * loss(y, z) = max(0, |z - y| - eps): misses up to eps are free, as in support vector regression. Slope -1 below y - eps, 1
 * above y + eps, 0 between; conjugate u y + eps |u| for |u| &lt;= 1, infinite elsewhere.
 *
 * @param eps in the units of the labels a fit sees: deviations, unless labels are left as they are
 */
record Insensitive(double eps) implements Loss {
    static final String NAME = "eps-insensitive";
    static final double USUAL = 0.1;

    Insensitive {
        if (!(eps >= 0 && eps < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("eps of eps-insensitive:EPS must be a finite number >= 0, got " + eps);
        }
    }

    @Override
    public String name() {
        return NAME + ":" + eps;
    }

    @Override
    public double value(double y, double z) {
        return Math.max(0, Math.abs(z - y) - eps);
    }

    @Override
    public double slope(double y, double z) {
        return Math.abs(z - y) > eps ? Math.signum(z - y) : 0;
    }

    @Override
    public double conjugate(double y, double u) {
        return Math.abs(u) <= 1 ? u * y + eps * Math.abs(u) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double nearestDual(double y, double u) {
        return Math.max(-1, Math.min(1, u));
    }

    @Override
    public double curvature() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public boolean classification() {
        return false;
    }

    @Override
    public String measure() {
        return "nmae";
    }

    /** Beyond eps. */
    @Override
    public double pull() {
        return 1;
    }

    @Override
    public double bend(double y, double z) {
        return 0;
    }

    @Override
    public double prox(double y, double v, double tau) {
        double r = v - y;
        double size = Math.abs(r);
        return size <= eps ? v : size <= eps + tau ? y + Math.copySign(eps, r) : v - Math.copySign(tau, r);
    }

    @Override
    public double kink(double y, double u) {
        return Math.abs(u) < 1 && u != 0 ? y + Math.copySign(eps, u) : Double.NaN;
    }

    /** s0 + (y - z) / q, drawn towards 0 by eps / q, clipped to [-c, c]. */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        double s = s0 + (y - z) / q;
        double drawn = Math.copySign(Math.max(0, Math.abs(s) - eps / q), s);
        return Math.max(-c, Math.min(c, drawn));
    }

    @Override
    public double rest(double y, double c, double s, double z) {
        double miss = y - z;
        if (s == 0) {
            return eps - Math.abs(miss);
        }
        double slope = Math.signum(s) * miss - eps;
        return Math.abs(s) >= c ? slope : -Math.abs(slope);
    }
}
