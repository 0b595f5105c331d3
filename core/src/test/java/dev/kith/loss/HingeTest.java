package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HingeTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Hinge();
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {Math.min(0, -y), Math.max(0, -y)};
    }

    @Test
    void valueOfPredictingZero() {
        assertThat(loss().value(1, 0)).isEqualTo(1);
    }
}
