package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** What every loss must satisfy; a test class of a loss extends this and adds the values only that loss has. */
public abstract class LossContract {
    private static final long SEED = 20260101;
    private static final int DRAWS = 300;

    /** Predictions are drawn from here; the maximisers of the conjugate lie in ten times this range. */
    private static final double RANGE = 6;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** The loss. */
    protected abstract Loss loss();

    /** Slopes with a finite conjugate for label y lie in [low, high]; infinite ends for the whole line. */
    protected abstract double[] domain(double y);

    private double label() {
        double y = loss().classification() ? (random.nextBoolean() ? 1 : -1) : random.nextDouble(-3, 3);
        return loss().suits(y) ? y : -y;
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
        for (double y : labels()) {
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

    /** Where second derivatives are bounded the bound is attained; where there is none, slopes jump. */
    @Test
    void curvatureIsNoLargerThanItMustBe() {
        double h = 1e-4;
        double steepest = 0;
        for (double y : labels()) {
            for (double z = -RANGE; z <= RANGE; z += h) {
                steepest = Math.max(steepest, (loss().slope(y, z + h) - loss().slope(y, z)) / h);
            }
        }
        assertThat(steepest).isGreaterThan(0.999 * Math.min(loss().curvature(), 1000));
    }

    /** The proximal step is the z at which (v - z) / tau is a slope of the loss: Fenchel-Young holds with equality there. */
    @Test
    void proximalStepsEndWhereTheSlopePullsBackAsHard() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double v = k % 5 == 0 ? 1000 * prediction() : prediction();
            double tau = Math.pow(10, random.nextDouble(-3, 3));
            double z = loss().prox(y, v, tau);
            double u = (v - z) / tau;
            double slope = loss().nearestDual(y, u);
            // z carries a rounding error of about 1e-16 |v|, u that over tau
            double tolerance = 1e-13 * (1 + Math.abs(v)) * (1 + 1 / tau);
            assertThat(u).as("seed %d: y %s v %s tau %s", SEED, y, v, tau).isCloseTo(slope, within(tolerance));
            assertThat(loss().value(y, z) + loss().conjugate(y, slope))
                    .as("seed %d: y %s v %s tau %s", SEED, y, v, tau)
                    .isCloseTo(slope * z, within(1e-9 + tolerance * (1 + Math.abs(z))));
        }
    }

    /** No other point has a smaller sum of loss and squared distance; short steps stay near v, long ones reach the minimum. */
    @Test
    void proximalStepsAreTheMinimisers() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double v = prediction();
            double tau = Math.pow(10, random.nextDouble(-2, 2));
            double z = loss().prox(y, v, tau);
            double least = loss().value(y, z) + (z - v) * (z - v) / (2 * tau);
            double other = k % 2 == 0 ? prediction() : z + random.nextDouble(-0.01, 0.01);
            assertThat(least)
                    .as("seed %d: y %s v %s tau %s", SEED, y, v, tau)
                    .isLessThanOrEqualTo(loss().value(y, other) + (other - v) * (other - v) / (2 * tau) + 1e-12);
            double lowest = -loss().conjugate(y, 0);
            assertThat(loss().value(y, loss().prox(y, v, 1e6))).isLessThan(lowest + 1e-4);
        }
    }

    @Test
    void theNearestDualIsTheNearestPointOfTheDomain() {
        for (double y : labels()) {
            double[] domain = domain(y);
            for (double u : new double[] {-1e6, -4.5, -2, -1, -0.75, -0.25, 0, 0.25, 0.75, 1, 2, 4.5, 1e6}) {
                double nearest = Math.max(domain[0], Math.min(domain[1], u));
                assertThat(loss().nearestDual(y, u)).as("y %s u %s", y, u).isCloseTo(nearest, within(0.0));
                assertThat(loss().conjugate(y, loss().nearestDual(y, u))).isFinite();
            }
        }
    }

    @Test
    void slopesEndWhereTheConjugateDoes() {
        for (double y : labels()) {
            assertThat(loss().lowestDual(y)).as("y %s", y).isEqualTo(domain(y)[0], within(0.0));
            assertThat(loss().highestDual(y)).as("y %s", y).isEqualTo(domain(y)[1], within(0.0));
        }
    }

    @Test
    void twoLinesAndSquaresAreWhatTheySay() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double z = prediction();
            if (loss().wedge()) {
                double lines = Math.max(loss().lowestDual(y) * (z - y), loss().highestDual(y) * (z - y));
                assertThat(loss().value(y, z)).isCloseTo(lines, within(1e-12));
            }
            if (loss().quadratic()) {
                assertThat(loss().value(y, z)).isCloseTo((y - z) * (y - z), within(1e-12));
            }
        }
    }

    @Test
    void predictionsComeFromScoresAndBack() {
        for (double z = -20; z <= 20; z += 0.7) {
            assertThat(loss().score(loss().prediction(z))).isCloseTo(z, within(1e-12));
            assertThat(loss().prediction(z + 0.1)).isGreaterThan(loss().prediction(z));
            assertThat(loss().scalable() && loss().prediction(z) != z).isFalse();
        }
    }

    @Test
    void bendsAreSecondDerivatives() {
        double h = 1e-5;
        int off = 0;
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double z = prediction();
            double numeric = (loss().slope(y, z + h) - loss().slope(y, z - h)) / (2 * h);
            off += Math.abs(loss().bend(y, z) - numeric) > 1e-4 ? 1 : 0;
        }
        assertThat(off).as("draws next to a jump").isLessThan(DRAWS / 20);
    }

    /** The parabola touches the loss at one point and lies above it at all others. */
    @Test
    void parabolasLieAbove() {
        for (int k = 0; k < DRAWS && loss().smooth(); k++) {
            double y = label();
            double z = prediction();
            double other = k % 2 == 0 ? prediction() : z + random.nextDouble(-0.1, 0.1);
            double above = loss().value(y, z)
                    + loss().slope(y, z) * (other - z)
                    + loss().majorant(y, z) / 2 * (other - z) * (other - z);
            assertThat(loss().majorant(y, z)).isPositive().isLessThanOrEqualTo(loss().curvature());
            assertThat(loss().value(y, other))
                    .as("y %s z %s at %s", y, z, other)
                    .isLessThanOrEqualTo(above + 1e-12);
        }
    }

    /** No other value in its range makes the dual of one coordinate larger, also where costs and kernels are large. */
    @Test
    void dualStepsMaximise() {
        double[] sizes = {1e-3, 1, 30, 1e3, 1e6};
        for (double c : sizes) {
            for (double q : sizes) {
                for (double z : new double[] {-1e3, -30, -1, 0, 0.3, 30, 1e3}) {
                    double y = label();
                    double s0 = -c * slopeInside(y);
                    double s = loss().dualStep(y, c, s0, z, q);
                    double best = dual(y, c, s, s0, z, q);
                    for (int k = 0; k < 100; k++) {
                        double other = k % 2 == 0 ? -c * slopeInside(y) : s + (s0 - s) * random.nextDouble() / k;
                        assertThat(dual(y, c, other, s0, z, q))
                                .as("seed %d: y %s c %s q %s z %s s0 %s s %s", SEED, y, c, q, z, s0, s)
                                .isLessThanOrEqualTo(best + 1e-9 * (1 + Math.abs(best)));
                    }
                }
            }
        }
    }

    private double dual(double y, double c, double s, double s0, double z, double q) {
        return -c * loss().conjugate(y, -s / c) - (s - s0) * z - q * (s - s0) * (s - s0) / 2;
    }

    /** A row that rests stays where it is, however strong its kernel. */
    @Test
    void restingRowsStay() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double z = prediction();
            double c = Math.pow(10, random.nextDouble(-2, 2));
            double[] ends = {-c * domain(y)[0], -c * domain(y)[1], -c * slopeInside(y)};
            for (double s : ends) {
                if (Double.isFinite(s) && loss().rest(y, c, s, z) > 0) {
                    assertThat(loss().dualStep(y, c, s, z, 1e-3)).isEqualTo(s);
                }
            }
        }
    }

    /** u z - loss is largest at the kink, for all slopes near u as well. */
    @Test
    void kinksAreWhereTheirSlopesLead() {
        for (double y : labels()) {
            for (double u = -2; u <= 2; u += 0.25) {
                double kink = loss().kink(y, u);
                if (!Double.isNaN(kink)) {
                    for (double near : new double[] {u - 1e-6, u, u + 1e-6}) {
                        assertThat(near * kink - loss().value(y, kink))
                                .as("y %s u %s", y, near)
                                .isCloseTo(loss().conjugate(y, near), within(1e-12));
                    }
                }
            }
        }
    }

    /** The bound holds at all points that rounding may have meant, and is near. */
    @Test
    void conjugatesForProofsAreNoLess() {
        for (int k = 0; k < DRAWS; k++) {
            double y = label();
            double u = slopeInside(y) * (1 - 0x1p-40);
            Loss.Rounded rounded = loss().roundedConjugate(y, u);
            double most = rounded.value() + 0x1p-48 * rounded.units();
            assertThat(rounded.units()).isBetween(0.0, 1e4);
            assertThat(rounded.value()).isCloseTo(loss().conjugate(y, u), within(1e-9));
            for (double near : new double[] {u * (1 - 0x1p-51), u, u * (1 + 0x1p-51)}) {
                double value = loss().conjugate(y, near);
                assertThat(value - 4 * Math.ulp(1 + Math.abs(value)))
                        .as("y %s u %s", y, u)
                        .isLessThanOrEqualTo(most);
            }
        }
    }

    @Test
    void probabilitiesRiseFromNoneToOne() {
        if (loss().probability(0).isEmpty()) {
            return;
        }
        assertThat(loss().classification()).isTrue();
        double last = 0;
        for (double z = -50; z <= 50; z += 0.5) {
            double p = loss().probability(z).orElseThrow();
            assertThat(p).isBetween(last, 1.0);
            last = p;
        }
        assertThat(loss().probability(0).orElseThrow()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void theNameIsTheOneUsersWrite() {
        assertThat(Losses.parse(loss().name()).classification()).isEqualTo(loss().classification());
        assertThat(Losses.parse(loss().name()).slope(1, -1) < 0).isTrue();
    }

    private double[] labels() {
        double[] all = loss().classification() ? new double[] {-1, 1} : new double[] {-2, 0, 1.5};
        return java.util.Arrays.stream(all).filter(loss()::suits).toArray();
    }

    @Test
    void extremePredictionsStayFinite() {
        for (double z : new double[] {-1e6, -1000, 1000, 1e6}) {
            assertThat(loss().value(1, z)).isFinite();
            assertThat(loss().slope(1, z)).isFinite();
            assertThat(loss().slope(-1, z)).isFinite();
            assertThat(loss().prox(1, z, 1)).isBetween(Math.min(z, 1) - 1, Math.max(z, 1) + 1);
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
