package dev.kith.loss;

/** loss(y, z) = (y - z)^2. Value 0 at z = y; slope 2 (z - y); conjugate u^2/4 + u y. */
record Squared() implements Loss {
    @Override
    public String name() {
        return "squared";
    }

    @Override
    public double value(double y, double z) {
        return (y - z) * (y - z);
    }

    @Override
    public double slope(double y, double z) {
        return 2 * (z - y);
    }

    @Override
    public double conjugate(double y, double u) {
        return u * u / 4 + u * y;
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
    public double prox(double y, double v, double tau) {
        return (v + 2 * tau * y) / (1 + 2 * tau);
    }

    @Override
    public double nearestDual(double y, double u) {
        return u;
    }

    @Override
    public boolean quadratic() {
        return true;
    }

    @Override
    public double bend(double y, double z) {
        return 2;
    }

    /** s0 + (y - z - s0 / (2c)) / (q + 1 / (2c)). */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        double ridge = 0.5 / c;
        return s0 + (y - z - s0 * ridge) / (q + ridge);
    }
}
