package dev.kith.mkl;

import dev.kith.loss.Absolute;
import dev.kith.loss.Hinge;
import dev.kith.loss.Logistic;
import dev.kith.loss.Loss;
import dev.kith.loss.Squared;

/**
 * The exact maximiser of the dual in one coordinate:
 *
 * <pre>  next = argmax_s  -c loss*(y, -s/c) - (s - s0) z - q (s - s0)^2 / 2</pre>
 *
 * with z the current prediction, q &gt; 0 the kernel's diagonal, c &gt; 0 the cost of the row. For classes s = y a with
 * the usual 0 &lt;= a &lt;= c.
 */
interface CoordinateStep {
    double next(double y, double c, double s0, double z, double q);

    /**
     * How firmly s rests at a bound: the slope of the dual into that bound when positive, minus the optimality violation
     * otherwise. A firmly resting row may be left out for a while. Losses without bounds never rest.
     */
    default double rest(double y, double c, double s, double z) {
        return Double.NEGATIVE_INFINITY;
    }

    static CoordinateStep of(Loss loss) {
        if (loss instanceof Hinge) {
            return new OfHinge();
        }
        if (loss instanceof Logistic) {
            return new OfLogistic();
        }
        if (loss instanceof Squared) {
            return new OfSquared();
        }
        if (loss instanceof Absolute) {
            return new OfAbsolute();
        }
        throw new IllegalArgumentException("loss must be hinge, logistic, squared or absolute, got " + loss.name());
    }

    /** a = clip(a0 + (1 - y z) / q, 0, c). */
    record OfHinge() implements CoordinateStep {
        @Override
        public double next(double y, double c, double s0, double z, double q) {
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

    /** s = clip(s0 + (y - z) / q, -c, c). */
    record OfAbsolute() implements CoordinateStep {
        @Override
        public double next(double y, double c, double s0, double z, double q) {
            return Math.min(Math.max(s0 + (y - z) / q, -c), c);
        }

        @Override
        public double rest(double y, double c, double s, double z) {
            double slope = y - z;
            return s <= -c ? -slope : s >= c ? slope : -Math.abs(slope);
        }
    }

    /** s = s0 + (y - z - s0 / (2c)) / (q + 1 / (2c)). */
    record OfSquared() implements CoordinateStep {
        @Override
        public double next(double y, double c, double s0, double z, double q) {
            double ridge = 0.5 / c;
            return s0 + (y - z - s0 * ridge) / (q + ridge);
        }
    }

    /**
     * Solves for the margin m after the step, m = m0 + q c / (1 + exp(m)) with m0 = y z - q a0: the right side
     * falls in m, so the root lies between m0 and m0 + q c. Newton's method finds it, with the interval halved instead
     * whenever a step would leave it or be more than half as long as the one before: far from the root the two ends
     * lead to each other for ever. No logarithm of a nearly zero a is ever taken.
     */
    record OfLogistic() implements CoordinateStep {
        private static final int MOST_STEPS = 100;

        @Override
        public double next(double y, double c, double s0, double z, double q) {
            double from = y * z - q * y * s0;
            double low = from;
            double high = from + q * c;
            double m = Math.min(Math.max(y * z, low), high);
            double length = high - low;
            for (int k = 0; k < MOST_STEPS; k++) {
                double share = 1 / (1 + Math.exp(m));
                double miss = m - from - q * c * share;
                if (miss > 0) {
                    high = m;
                } else {
                    low = m;
                }
                double step = -miss / (1 + q * c * share * (1 - share));
                boolean halve = !(m + step >= low && m + step <= high && Math.abs(step) <= length / 2);
                double next = halve ? low + (high - low) / 2 : m + step;
                length = halve ? (high - low) / 2 : Math.abs(step);
                boolean still = Math.abs(next - m) <= 1e-14 * Math.max(1, Math.abs(m));
                m = next;
                if (still) {
                    break;
                }
            }
            return y * c / (1 + Math.exp(m));
        }
    }
}
