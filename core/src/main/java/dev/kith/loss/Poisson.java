package dev.kith.loss;

/**
 * loss(y, z) = exp(z) - y z + y log y - y, y &gt;= 0: counts whose mean is exp(z), half their deviance. Value 0 at z = log y;
 * slope exp(z) - y; conjugate v log v - y log y - u with v = y + u &gt;= 0, infinite elsewhere (0 log 0 = 0). Its second
 * derivative exp(z) has no bound.
 */
record Poisson() implements Loss {
    /** Means outside exp(-700) to exp(700) are no numbers. */
    private static final double FARTHEST = 700;

    private static final double INSIDE = 1 - 0x1p-50;
    private static final int MOST_STEPS = 100;
    /** Below this exp(d) - 1 - d is a short sum: the difference would cancel. */
    private static final double NEAR = 0.5;

    @Override
    public String name() {
        return "poisson";
    }

    @Override
    public double value(double y, double z) {
        return y > 0 ? y * beyond(z - Math.log(y)) : Math.exp(z);
    }

    /** exp(d) - 1 - d. */
    private static double beyond(double d) {
        if (Math.abs(d) > NEAR) {
            return Math.expm1(d) - d;
        }
        double sum = 0;
        for (int k = 16; k >= 2; k--) {
            sum = (1 + sum) * d / k;
        }
        return sum * d;
    }

    @Override
    public double slope(double y, double z) {
        return Math.exp(z) - y;
    }

    @Override
    public double conjugate(double y, double u) {
        double v = y + u;
        if (!(u >= -y)) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.abs(u) < y / 2 ? u * Math.log(y) + v * Math.log1p(u / y) - u : entropy(v) - entropy(y) - u;
    }

    private static double entropy(double v) {
        return v > 0 ? v * Math.log(v) : 0;
    }

    /** Logarithms of y and u, not y itself, are multiplied by u. */
    @Override
    public double magnitude(double y, double u, double conjugate) {
        double size = Math.abs(u);
        double logs = (y > 0 ? Math.abs(Math.log(y)) : 0) + (size > 0 ? Math.abs(Math.log(y + size)) : 0);
        return 1 + Math.abs(conjugate) + 4 * size * (1 + logs);
    }

    @Override
    public double nearestDual(double y, double u) {
        return Math.max(-y, u);
    }

    @Override
    public double curvature() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public boolean differentiable() {
        return true;
    }

    @Override
    public boolean classification() {
        return false;
    }

    @Override
    public String measure() {
        return "deviance";
    }

    @Override
    public boolean scalable() {
        return false;
    }

    @Override
    public boolean suits(double y) {
        return y >= 0;
    }

    @Override
    public double prediction(double z) {
        return Math.exp(Math.max(-FARTHEST, Math.min(FARTHEST, z)));
    }

    @Override
    public double score(double prediction) {
        return Math.log(prediction);
    }

    /** That of a count one above a mean of 1. */
    @Override
    public double pull() {
        return 1;
    }

    @Override
    public double bend(double y, double z) {
        return Math.exp(z);
    }

    /** No parabola lies above everywhere; this one does up to z + 1.9. */
    @Override
    public double majorant(double y, double z) {
        return Math.E * Math.exp(z);
    }

    /** From the proximal step, as for any loss, but never quite at the end of the range, where s / c may round beyond. */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        double v = z - q * s0;
        double tau = q * c;
        double p = prox(y, v, tau);
        double mean = Math.exp(p);
        double slope = tau * mean < 1 ? mean - y : (v - p) / tau;
        return -c * Math.max(slope, -y * INSIDE);
    }

    /** The root of z + tau exp(z) - a, a = v + tau y, by Newton's method from above, which never oversteps. */
    @Override
    public double prox(double y, double v, double tau) {
        double a = v + tau * y;
        double z = a <= 1 ? a : Math.min(a, Math.max(0, Math.log(a / tau)));
        for (int k = 0; k < MOST_STEPS; k++) {
            double steep = tau * Math.exp(z);
            double next = z - (z + steep - a) / (1 + steep);
            boolean still = !(Math.abs(next - z) > 1e-15 * Math.max(1, Math.abs(z)));
            z = next;
            if (still) {
                break;
            }
        }
        return z;
    }
}
