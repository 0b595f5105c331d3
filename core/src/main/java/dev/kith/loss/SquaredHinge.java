package dev.kith.loss;

/**
 * loss(y, z) = max(0, 1 - y z)^2, y in {-1, +1}. Value 1 at z = 0; slope -2 y max(0, 1 - y z); conjugate v + v^2/4 with v =
 * y u &lt;= 0, infinite elsewhere.
 */
record SquaredHinge() implements Loss {
    @Override
    public String name() {
        return "squared-hinge";
    }

    @Override
    public double value(double y, double z) {
        double miss = Math.max(0, 1 - y * z);
        return miss * miss;
    }

    @Override
    public double slope(double y, double z) {
        return -2 * y * Math.max(0, 1 - y * z);
    }

    @Override
    public double conjugate(double y, double u) {
        double v = y * u;
        return v <= 0 ? v + v * v / 4 : Double.POSITIVE_INFINITY;
    }

    @Override
    public double nearestDual(double y, double u) {
        return y * Math.min(0, y * u);
    }

    @Override
    public double curvature() {
        return 2;
    }

    @Override
    public boolean classification() {
        return true;
    }

    @Override
    public double bend(double y, double z) {
        return y * z < 1 ? 2 : 0;
    }

    @Override
    public double prox(double y, double v, double tau) {
        return y * v >= 1 ? v : (v + 2 * tau * y) / (1 + 2 * tau);
    }

    /** s = y a with a = that of the squared loss, no less than 0. */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        double ridge = 0.5 / c;
        double a = y * s0 + (1 - y * z - y * s0 * ridge) / (q + ridge);
        return y * Math.max(0, a);
    }

    @Override
    public double rest(double y, double c, double s, double z) {
        double a = y * s;
        double slope = 1 - y * z - a * 0.5 / c;
        return a <= 0 ? -slope : -Math.abs(slope);
    }
}
