package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** What every loss must satisfy; a test class of a loss extends this and adds the values only that loss has. */
abstract class LossContract {
    private static final long SEED = 20260101;
    private static final int DRAWS = 300;

    /** Predictions are drawn from here; the maximisers of the conjugate lie in ten times this range. */
    private static final double RANGE = 6;

    private final SplittableRandom random = new SplittableRandom(SEED);

    abstract Loss loss();

    /** Slopes with a finite conjugate for label y lie in [low, high]; infinite ends for the whole line. */
    abstract double[] domain(double y);

    private double label() {
        return loss().classification() ? (random.nextBoolean() ? 1 : -1) : random.nextDouble(-3, 3);
    }

    private double prediction() {
        return random.nextDouble(-RANGE, RANGE);
    }

    private double slopeInside(double y) {
        double[] domain = domain(y);
        return random.nextDouble(Math.max(-4, domain[0]), Math.min(4, domain[1]));
    }

    @Test
    void valueIsNeverNegativeAndConvex() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double a = prediction();
            double b = prediction();
            double middle = loss().value(y, (a + b) / 2);
            assertThat(middle).as("seed %d", SEED).isNotNegative();
            assertThat(middle).isLessThanOrEqualTo((loss().value(y, a) + loss().value(y, b)) / 2 + 1e-12);
        }
    }

    @Test
    void slopeIsTheDerivative() {
        double h = 1e-6;
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double z = prediction();
            if (Math.abs(loss().slope(y, z + h) - loss().slope(y, z - h)) > 0.5) {
                continue; // a kink inside the difference quotient
            }
            double numeric = (loss().value(y, z + h) - loss().value(y, z - h)) / (2 * h);
            assertThat(loss().slope(y, z)).as("y %s z %s", y, z).isCloseTo(numeric, within(1e-6));
        }
    }

    @Test
    void slopeGrowsNoFasterThanTheCurvature() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double a = prediction();
            double b = prediction();
            double rise = (loss().slope(y, a) - loss().slope(y, b)) * Math.signum(a - b);
            assertThat(rise).isGreaterThanOrEqualTo(-0.0);
            assertThat(rise).isLessThanOrEqualTo(loss().curvature() * Math.abs(a - b) + 1e-12);
        }
    }

    @Test
    void fenchelYoungHoldsWithEqualityAtTheSlope() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double z = prediction();
            double u = slopeInside(y);
            assertThat(loss().value(y, z) + loss().conjugate(y, u)).isGreaterThanOrEqualTo(u * z - 1e-12);
            double slope = loss().slope(y, z);
            assertThat(loss().value(y, z) + loss().conjugate(y, slope))
                    .as("y %s z %s", y, z)
                    .isCloseTo(slope * z, within(1e-11));
        }
    }

    @Test
    void conjugateIsTheSupremum() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double u = slopeInside(y);
            double sup = maximum(z -> u * z - loss().value(y, z), -10 * RANGE, 10 * RANGE);
            assertThat(loss().conjugate(y, u)).as("y %s u %s", y, u).isCloseTo(sup, within(1e-8));
        }
    }

    @Test
    void conjugateIsInfiniteOutsideItsDomainAndFiniteAtItsEnds() {
        for (double y : loss().classification() ? new double[] {-1, 1} : new double[] {-2, 0, 1.5}) {
            double[] domain = domain(y);
            for (int end = 0; end < 2; end++) {
                if (Double.isFinite(domain[end])) {
                    assertThat(loss().conjugate(y, domain[end])).isFinite();
                    assertThat(loss().conjugate(y, domain[end] + (end == 0 ? -1e-9 : 1e-9)))
                            .isEqualTo(Double.POSITIVE_INFINITY);
                } else {
                    assertThat(loss().conjugate(y, end == 0 ? -1e6 : 1e6)).isFinite();
                }
            }
        }
    }

    @Test
    void extremePredictionsStayFinite() {
        for (double z : new double[] {-1e6, -1000, 1000, 1e6}) {
            assertThat(loss().value(1, z)).isFinite();
            assertThat(loss().slope(1, z)).isFinite();
            assertThat(loss().slope(-1, z)).isFinite();
        }
    }

    /** The maximum of a concave function, by golden sections. */
    private static double maximum(DoubleUnaryOperator f, double from, double to) {
        double ratio = (Math.sqrt(5) - 1) / 2;
        double low = from;
        double high = to;
        for (int k = 0; k < 200; k++) {
            double a = high - ratio * (high - low);
            double b = low + ratio * (high - low);
            if (f.applyAsDouble(a) < f.applyAsDouble(b)) {
                low = a;
            } else {
                high = b;
            }
        }
        return f.applyAsDouble((low + high) / 2);
    }
}
