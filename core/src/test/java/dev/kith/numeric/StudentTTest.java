package dev.kith.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
    /** scipy.stats.t.ppf((1 + level) / 2, df), SciPy 1.10.1. */
    @ParameterizedTest
    @CsvSource({
        "0.95, 1, 12.7062047364",
        "0.95, 4, 2.7764451052",
        "0.95, 199, 1.97195654425",
        "0.9, 2.5, 2.55821861414",
        "0.999, 30, 3.645958635",
        "0.01, 7, 0.0129877186544"
    })
    void agreesWithScipy(double level, double df, double expected) {
        assertThat(StudentT.twoSided(level, df)).isCloseTo(expected, within(1e-9 * expected));
    }

    @Test
    void manyDegreesOfFreedomAreTheNormalDistribution() {
        assertThat(StudentT.twoSided(0.95, 1e6)).isCloseTo(1.959963984540054, within(1e-5));
    }

    @Test
    void refusesWhatIsNoProbability() {
        assertThatThrownBy(() -> StudentT.twoSided(Double.NaN, 3))
                .hasMessage("level must be between 0 and 1 and df > 0, got NaN and 3.0");
    }
}
