package dev.kith.loss;

/** Losses with nothing but what every loss must say. */
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
}
