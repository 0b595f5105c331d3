package stranger;

import dev.kith.loss.Loss;
import dev.kith.loss.LossProvider;

/** loss(y, z) = r^2 / 2 for |r| &lt;= delta, then the tangent delta |r| - delta^2 / 2, with r = z - y. */
public record Huber(double delta) implements Loss {
    public Huber {
        if (!(delta > 0 && delta < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("delta must be a finite number > 0, got " + delta);
        }
    }

    @Override
    public String name() {
        return "huber:" + delta;
    }

    @Override
    public double value(double y, double z) {
        double r = Math.abs(z - y);
        return r <= delta ? r * r / 2 : delta * (r - delta / 2);
    }

    @Override
    public double slope(double y, double z) {
        return nearestDual(y, z - y);
    }

    @Override
    public double conjugate(double y, double u) {
        return Math.abs(u) <= delta ? u * y + u * u / 2 : Double.POSITIVE_INFINITY;
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
        return delta / Math.max(delta, Math.abs(z - y));
    }

    /** Named in META-INF/services/dev.kith.loss.LossProvider. */
    public static final class Provider implements LossProvider {
        @Override
        public String name() {
            return "huber";
        }

        @Override
        public Loss make(String text) {
            return new Huber(text.equals("huber") ? 1 : Double.parseDouble(text.substring("huber:".length())));
        }
    }
}
