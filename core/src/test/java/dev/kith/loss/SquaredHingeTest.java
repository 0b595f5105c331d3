package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SquaredHingeTest extends LossContract {
    @Override
    protected Loss loss() {
        return new SquaredHinge();
    }

    @Override
    protected double[] domain(double y) {
        return y > 0 ? new double[] {Double.NEGATIVE_INFINITY, 0} : new double[] {0, Double.POSITIVE_INFINITY};
    }

    @Test
    void valuesOfPredictions() {
        assertThat(loss().value(1, 0)).isEqualTo(1);
        assertThat(loss().value(-1, 2)).isEqualTo(9);
    }
}
