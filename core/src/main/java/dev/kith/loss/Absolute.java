package dev.kith.loss;

/**
 * loss(y, z) = |y - z|. Value 0 at z = y; slope -1 below y, 1 above, 0 at y; conjugate u y for |u| &lt;= 1, infinite
 * elsewhere.
 */
record Absolute() implements Loss {
    @Override
    public String name() {
        return "absolute";
    }

    @Override
    public double value(double y, double z) {
        return Math.abs(y - z);
    }

    @Override
    public double slope(double y, double z) {
        return Math.signum(z - y);
    }

    @Override
    public double conjugate(double y, double u) {
        return Math.abs(u) <= 1 ? u * y : Double.POSITIVE_INFINITY;
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

    @Override
    public double prox(double y, double v, double tau) {
        double distance = v - y;
        return Math.abs(distance) <= tau ? y : v - Math.copySign(tau, distance);
    }

    @Override
    public double nearestDual(double y, double u) {
        return Math.max(-1, Math.min(1, u));
    }

    @Override
    public boolean wedge() {
        return true;
    }

    @Override
    public double bend(double y, double z) {
        return 0;
    }

    /** clip(s0 + (y - z) / q, -c, c). */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        return Math.min(Math.max(s0 + (y - z) / q, -c), c);
    }

    @Override
    public double rest(double y, double c, double s, double z) {
        double slope = y - z;
        return s <= -c ? -slope : s >= c ? slope : -Math.abs(slope);
    }
}
