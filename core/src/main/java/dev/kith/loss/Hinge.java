package dev.kith.loss;

/**
 * loss(y, z) = max(0, 1 - y z), y in {-1, +1}. Value 1 at z = 0; slope -y while y z &lt; 1, then 0 (0 at the kink);
 * conjugate y u for y u in [-1, 0], infinite elsewhere.
 */
record Hinge() implements Loss {
    @Override
    public String name() {
        return "hinge";
    }

    @Override
    public double value(double y, double z) {
        return Math.max(0, 1 - y * z);
    }

    @Override
    public double slope(double y, double z) {
        return y * z < 1 ? -y : 0;
    }

    @Override
    public double conjugate(double y, double u) {
        double v = y * u;
        return v >= -1 && v <= 0 ? v : Double.POSITIVE_INFINITY;
    }

    @Override
    public double curvature() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public boolean classification() {
        return true;
    }

    @Override
    public double prox(double y, double v, double tau) {
        double margin = y * v;
        return margin >= 1 ? v : margin <= 1 - tau ? v + y * tau : y;
    }

    @Override
    public double nearestDual(double y, double u) {
        return y * Math.max(-1, Math.min(0, y * u));
    }

    @Override
    public boolean wedge() {
        return true;
    }

    @Override
    public double bend(double y, double z) {
        return 0;
    }

    /** s = y a with a = clip(y s0 + (1 - y z) / q, 0, c). */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        double a = y * s0 + (1 - y * z) / q;
        return y * Math.min(Math.max(a, 0), c);
    }

    @Override
    public double rest(double y, double c, double s, double z) {
        double slope = 1 - y * z;
        double a = y * s;
        return a <= 0 ? -slope : a >= c ? slope : -Math.abs(slope);
    }
}
