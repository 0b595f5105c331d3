package stranger;

import dev.kith.loss.Loss;
import dev.kith.loss.LossProvider;

/** loss(y, z) = delta^2 (sqrt(1 + (r / delta)^2) - 1) with r = z - y: a parabola that becomes a straight line. */
public record PseudoHuber(double delta) implements Loss {
    public PseudoHuber {
        if (!(delta > 0 && delta < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("delta must be a finite number > 0, got " + delta);
        }
    }

    @Override
    public String name() {
        return "pseudo-huber:" + delta;
    }

    private double length(double y, double z) {
        return Math.hypot(1, (z - y) / delta);
    }

    @Override
    public double value(double y, double z) {
        return (z - y) * (z - y) / (1 + length(y, z));
    }

    @Override
    public double slope(double y, double z) {
        return nearestDual(y, (z - y) / length(y, z));
    }

    @Override
    public double conjugate(double y, double u) {
        double t = u / delta;
        return Math.abs(t) <= 1 ? u * y + u * u / (1 + Math.sqrt((1 - t) * (1 + t))) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double nearestDual(double y, double u) {
        return Math.max(-delta, Math.min(delta, u));
    }

    @Override
    public double curvature() {
        return 1;
    }

    @Override
    public boolean classification() {
        return false;
    }

    /** Steeper parabolas than need be make adaptation slow; this one touches on both sides of the label. */
    @Override
    public double majorant(double y, double z) {
        return 1 / length(y, z);
    }

    /** Named in META-INF/services/dev.kith.loss.LossProvider. */
    public static final class Provider implements LossProvider {
        @Override
        public String name() {
            return "pseudo-huber";
        }

        @Override
        public Loss make(String text) {
            return new PseudoHuber(
                    text.equals(name()) ? 1 : Double.parseDouble(text.substring((name() + ":").length())));
        }
    }
}
