package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HuberTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Huber(1.5);
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {-3, 3};
    }

    @Test
    void valuesOfPredictions() {
        assertThat(loss().value(1, 0)).isEqualTo(1);
        assertThat(loss().value(4, 0)).isEqualTo(1.5 * 6.5);
    }
}
