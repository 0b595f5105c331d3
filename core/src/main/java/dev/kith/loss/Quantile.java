package dev.kith.loss;

/**
 * loss(y, z) = level (y - z) for predictions too low, (1 - level) (z - y) for those too high: least at the quantile of the
 * labels that {@code level} says. Slope -level below y, 1 - level above, 0 at y; conjugate u y for u in [-level, 1 -
 * level], infinite elsewhere.
 *
 * @param level share of labels below the prediction, in (0, 1)
 */
record Quantile(double level) implements Loss {
    static final String NAME = "quantile";

    Quantile {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level of quantile:LEVEL must be a number > 0 and < 1, got " + level);
        }
    }

    @Override
    public String name() {
        return NAME + ":" + level;
    }

    @Override
    public double value(double y, double z) {
        return Math.max(level * (y - z), (1 - level) * (z - y));
    }

    @Override
    public double slope(double y, double z) {
        return z < y ? -level : z > y ? 1 - level : 0;
    }

    @Override
    public double conjugate(double y, double u) {
        return u >= -level && u <= 1 - level ? u * y : Double.POSITIVE_INFINITY;
    }

    @Override
    public double nearestDual(double y, double u) {
        return Math.max(-level, Math.min(1 - level, u));
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
        return "npinball:" + level;
    }

    @Override
    public boolean wedge() {
        return true;
    }

    @Override
    public double bend(double y, double z) {
        return 0;
    }

    @Override
    public double prox(double y, double v, double tau) {
        double r = v - y;
        return r > tau * (1 - level) ? v - tau * (1 - level) : r < -tau * level ? v + tau * level : y;
    }
}
