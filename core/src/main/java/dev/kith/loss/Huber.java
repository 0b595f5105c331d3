package dev.kith.loss;

/**
 * loss(y, z) = r^2 while |r| &lt;= delta, then its tangent delta (2 |r| - delta), with r = z - y: squared for small misses,
 * absolute for large ones. Slope 2 r, at most 2 delta; conjugate u^2/4 + u y for |u| &lt;= 2 delta, infinite elsewhere.
 *
 * @param delta in the units of the labels a fit sees: deviations, unless labels are left as they are
 */
record Huber(double delta) implements Loss {
    static final String NAME = "huber";
    /** Residuals of a useful fit are about half as spread as the labels: so about one in twenty is cut. */
    static final double USUAL = 1;

    Huber {
        if (!(delta > 0 && delta < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("delta of huber:DELTA must be a finite number > 0, got " + delta);
        }
    }

    @Override
    public String name() {
        return NAME + ":" + delta;
    }

    @Override
    public double value(double y, double z) {
        double r = Math.abs(z - y);
        return r <= delta ? r * r : delta * (2 * r - delta);
    }

    @Override
    public double slope(double y, double z) {
        return nearestDual(y, 2 * (z - y));
    }

    @Override
    public double conjugate(double y, double u) {
        return Math.abs(u) <= 2 * delta ? u * u / 4 + u * y : Double.POSITIVE_INFINITY;
    }

    @Override
    public double nearestDual(double y, double u) {
        return Math.max(-2 * delta, Math.min(2 * delta, u));
    }

    @Override
    public double curvature() {
        return 2;
    }

    @Override
    public boolean classification() {
        return false;
    }

    @Override
    public String measure() {
        return "nmae";
    }

    @Override
    public double bend(double y, double z) {
        return Math.abs(z - y) <= delta ? 2 : 0;
    }

    /** The parabola that touches on both sides of the label. */
    @Override
    public double majorant(double y, double z) {
        return 2 * delta / Math.max(delta, Math.abs(z - y));
    }

    @Override
    public double prox(double y, double v, double tau) {
        double r = v - y;
        return Math.abs(r) <= delta * (1 + 2 * tau)
                ? (v + 2 * tau * y) / (1 + 2 * tau)
                : v - Math.copySign(2 * tau * delta, r);
    }

    /** That of the squared loss, clipped to [-2 delta c, 2 delta c]. */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        double ridge = 0.5 / c;
        double s = s0 + (y - z - s0 * ridge) / (q + ridge);
        return Math.max(-2 * delta * c, Math.min(2 * delta * c, s));
    }

    @Override
    public double rest(double y, double c, double s, double z) {
        double slope = y - z - s * 0.5 / c;
        double end = 2 * delta * c;
        return s <= -end ? -slope : s >= end ? slope : -Math.abs(slope);
    }
}
