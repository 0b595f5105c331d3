package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogisticTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Logistic();
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {Math.min(0, -y), Math.max(0, -y)};
    }

    @Test
    void valueOfPredictingZero() {
        assertThat(loss().value(1, 0)).isEqualTo(Math.log(2));
    }
}
