package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantileTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Quantile(0.3);
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {-0.3, 0.7};
    }

    @Test
    void valuesOfPredictions() {
        assertThat(loss().value(1, 0)).isEqualTo(0.3);
        assertThat(loss().value(-1, 0)).isEqualTo(0.7);
    }
}
