package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InsensitiveTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Insensitive(0.4);
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {-1, 1};
    }

    @Test
    void valuesOfPredictions() {
        assertThat(loss().value(1, 0)).isEqualTo(0.6);
        assertThat(loss().value(0.4, 0)).isEqualTo(0);
    }
}
