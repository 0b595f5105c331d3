package dev.kith.online.state;

import dev.kith.loss.Loss;
import dev.kith.online.Snapshot;
import java.util.Locale;

/**
 * The loss that an adaptive learner goes down, as a function of z = y margin: its slope, and how far z moves under a pull.
 * The pull p acts as infinitely many infinitely small steps: dz/ds = slope(z) for s from 0 to p, so that a large
 * p, of a heavy row or a long step, does not shoot past where the slope ends [1].
 *
 * <p>[1] Karampatziakis and Langford, Online importance weight aware updates, UAI 2011.
 */
public enum StepLoss {
    /** log(1 + exp(-z)). */
    LOGISTIC {
        @Override
        public double slope(double z) {
            return 1 / (1 + Math.exp(z));
        }

        /**
         * The root of m + e^z (e^m - 1) = p. The left side is convex and grows: from either upper bound of the root, p /
         * (1 + e^z) and log(1 + p e^-z), Newton's method goes down to it.
         */
        @Override
        public double distance(double z, double pull) {
            double e = Math.exp(z);
            double m = Math.min(pull / (1 + e), Math.log1p(pull / e));
            for (int k = 0; k < NEWTON_STEPS; k++) {
                double growth = e * Math.exp(m);
                double step = (m + (growth - e) - pull) / (1 + growth);
                if (!(step > ROUNDING * m)) {
                    break;
                }
                m -= step;
            }
            return m;
        }
    },

    /** max(0, 1 - z). */
    HINGE {
        @Override
        public double slope(double z) {
            return z < 1 ? 1 : 0;
        }

        @Override
        public double distance(double z, double pull) {
            return Math.max(0, Math.min(pull, 1 - z));
        }
    };

    /** Newton's method doubles its digits; from the bounds above six steps were the most it took. */
    private static final int NEWTON_STEPS = 20;

    private static final double ROUNDING = 1e-15;

    /** Minus the derivative of the loss, &gt;= 0. */
    public abstract double slope(double z);

    /** How far z moves, &gt;= 0, under a pull &gt;= 0. */
    public abstract double distance(double z, double pull);

    /**
     * The steps of a loss.
     *
     * @throws IllegalArgumentException if it has none here
     */
    public static StepLoss of(Loss loss) {
        for (StepLoss each : values()) {
            if (each.key().equals(loss.name())) {
                return each;
            }
        }
        throw new IllegalArgumentException("loss must be logistic or hinge, got '" + loss.name() + "'");
    }

    /** The name users write: {@code logistic}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Writes what {@link #restore} needs. */
    public void save(Snapshot.Builder to) {
        to.text("loss", key());
    }

    /** The loss that was saved. */
    public static StepLoss restore(Snapshot from) {
        return valueOf(from.text("loss").toUpperCase(Locale.ROOT));
    }
}
