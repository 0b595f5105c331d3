package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AbsoluteTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Absolute();
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {-1, 1};
    }

    @Test
    void valueOfPredictingZero() {
        assertThat(loss().value(1, 0)).isEqualTo(1);
    }
}
