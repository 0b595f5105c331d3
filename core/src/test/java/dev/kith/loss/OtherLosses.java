package dev.kith.loss;

/** Losses that Kith does not have, with nothing but what every loss must say. */
public final class OtherLosses {
    private OtherLosses() {}

    /** Another loss without its formulas. */
    public record Bare(Loss loss) implements Loss {
        @Override
        public String name() {
            return loss.name();
        }

        @Override
        public double value(double y, double z) {
            return loss.value(y, z);
        }

        @Override
        public double slope(double y, double z) {
            return loss.slope(y, z);
        }

        @Override
        public double conjugate(double y, double u) {
            return loss.conjugate(y, u);
        }

        @Override
        public double nearestDual(double y, double u) {
            return loss.nearestDual(y, u);
        }

        @Override
        public double curvature() {
            return loss.curvature();
        }

        @Override
        public boolean classification() {
            return loss.classification();
        }
    }

    /** max(level (y - z), (level - 1) (y - z)): the label's quantile. */
    public record Quantile(double level) implements Loss {
        @Override
        public String name() {
            return "quantile";
        }

        @Override
        public double value(double y, double z) {
            return Math.max(level * (y - z), (level - 1) * (y - z));
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
        public boolean wedge() {
            return true;
        }
    }

    /** max(0, |y - z| - eps): two kinks. */
    public record Insensitive(double eps) implements Loss {
        @Override
        public String name() {
            return "insensitive";
        }

        @Override
        public double value(double y, double z) {
            return Math.max(0, Math.abs(y - z) - eps);
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
    }

    /** max(0, 1 - y z)^2: slopes have a bound on one side only. */
    public record SquaredHinge() implements Loss {
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
    }
}
