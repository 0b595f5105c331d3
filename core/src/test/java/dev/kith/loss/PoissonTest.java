package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PoissonTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Poisson();
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {-y, Double.POSITIVE_INFINITY};
    }

    @Test
    void valuesOfPredictions() {
        assertThat(loss().value(0, 0)).isEqualTo(1);
        assertThat(loss().value(1, 0)).isZero();
        assertThat(loss().value(2, 0)).isCloseTo(1 + 2 * Math.log(2) - 2, within(1e-15));
        assertThat(loss().prediction(Math.log(7))).isCloseTo(7, within(1e-14));
    }

    @Test
    void countsAreNotNegative() {
        assertThat(loss().suits(0)).isTrue();
        assertThat(loss().suits(-1)).isFalse();
        assertThat(loss().suits(Double.NaN)).isFalse();
    }

    /** exp(d) - 1 - d of a large count near its logarithm: a difference of numbers of size 1e6 would leave no digit. */
    @Test
    void smallMissesOfLargeCountsKeepTheirDigits() {
        double y = 1e6;
        double d = 1e-7;
        assertThat(loss().value(y, Math.log(y) + d)).isCloseTo(y * (d * d / 2 + d * d * d / 6), within(1e-14));
        // v log v - y log y - u with v = y + u, by its series in u / y
        double u = 1;
        double series = u * Math.log(y) + u * u / (2 * y) - u * u * u / (6 * y * y);
        assertThat(loss().conjugate(y, u)).isCloseTo(series, within(1e-13));
    }

    /** There is no bound for the second derivative, though slopes do not jump. */
    @Override
    @Test
    void curvatureIsNoLargerThanItMustBe() {
        assertThat(loss().smooth()).isFalse();
        assertThat(loss().differentiable()).isTrue();
        assertThat(loss().bend(1, 6)).isEqualTo(Math.exp(6));
    }

    /** exp(1000) is no number; predictions stop at exp(700). */
    @Override
    @Test
    void extremePredictionsStayFinite() {
        assertThat(loss().prediction(1e6)).isFinite();
        assertThat(loss().prediction(-1e6)).isPositive();
        assertThat(loss().value(1, -1e6)).isFinite();
        assertThat(loss().prox(1, 1e6, 1)).isCloseTo(Math.log(1e6), within(1e-4));
        assertThat(loss().prox(0, -1e6, 1)).isEqualTo(-1e6);
    }
}
