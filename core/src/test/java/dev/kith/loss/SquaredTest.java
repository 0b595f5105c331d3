package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SquaredTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Squared();
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    }

    @Test
    void valueOfPredictingZero() {
        assertThat(loss().value(1, 0)).isEqualTo(1);
    }
}
