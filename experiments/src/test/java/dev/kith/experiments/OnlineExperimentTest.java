package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.experiments.OnlineExperiment.Quarters;
import org.junit.jupiter.api.Test;

class OnlineExperimentTest {
    @Test
    void aMistakeIsCountedInItsQuarter() {
        Quarters quarters = new Quarters();
        for (int e = 0; e < 10; e++) {
            quarters.count(e, 10, e == 0 || e == 9);
        }
        assertThat(quarters.rate(0)).isEqualTo(1.0 / 3);
        assertThat(quarters.rate(1)).isZero();
        assertThat(quarters.rate(2)).isZero();
        assertThat(quarters.rate(3)).isEqualTo(1.0 / 2);
        assertThat(quarters.all()).isEqualTo(0.2);
    }
}
