package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MultipleTest extends LossContract {
    @Override
    protected Loss loss() {
        return new Multiple(new Logistic(), 4);
    }

    @Override
    protected double[] domain(double y) {
        return new double[] {4 * Math.min(0, -y), 4 * Math.max(0, -y)};
    }

    @Test
    void labelsAreThoseOfTheLossMultiplied() {
        assertThat(new Multiple(new Hinge(), 2).classification()).isTrue();
        assertThat(new Multiple(new Squared(), 2).classification()).isFalse();
    }

    /** Several losses pull a prediction of 0 to a label 1 with the same force; one loss is left as it is. */
    @Test
    void mixedLossesPullAlike() {
        List<String> tasks = List.of("a", "b", "c", "d", "e", "f");
        Map<String, Loss> each = Map.of(
                "a",
                new Squared(),
                "b",
                new Logistic(),
                "c",
                new Hinge(),
                "d",
                new Absolute(),
                "e",
                new Quantile(0.9),
                "f",
                new Huber(0.5));
        assertThat(TaskLosses.each(each).of(tasks)).allSatisfy(loss -> {
            assertThat(loss.slope(1, 0)).isEqualTo(-2);
            assertThat(loss.pull()).isEqualTo(2);
        });
        assertThat(new Insensitive(3).pull()).isEqualTo(1);
        assertThat(TaskLosses.all(new Hinge()).of(tasks)).containsOnly(new Hinge());
    }
}
