package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void deviationsAreThoseOfSamples() {
        assertThat(Numbers.meanAndDeviation("%.2f", List.of(1.0, 3.0))).isEqualTo("2.00 ± 1.41");
        assertThat(Numbers.deviation(List.of(5.0))).isZero();
    }
}
