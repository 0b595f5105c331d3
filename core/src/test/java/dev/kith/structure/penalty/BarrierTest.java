package dev.kith.structure.penalty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BarrierTest {
    @ParameterizedTest
    @ValueSource(strings = {"auto", "0.01", "0.1:0.001:0.3"})
    void readsWhatItSays(String spec) {
        assertThat(Barrier.parse(spec).spec()).isEqualTo(spec);
        assertThat(Barrier.parse(spec).withStop(1e-4).spec()).isEqualTo(spec);
    }

    @Test
    void fallsToTheLast() {
        Barrier barrier = new Barrier(0.1, 0.02, 0.3, 0);
        assertThat(barrier.after(0.1)).isEqualTo(0.03);
        assertThat(barrier.after(0.03)).isEqualTo(0.02);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "soon | barrier must be auto, a number or FIRST:LAST:FACTOR, got 'soon'",
                "0.1:0.2 | barrier must be auto, a number or FIRST:LAST:FACTOR, got '0.1:0.2'",
                "NaN | barrier must be a finite number > 0, got NaN",
                "0.1:0.2:0.5 | last barrier must be at most the first one, 0.1, got 0.2",
                "0.1:0.01:1 | barrier factor must be a number between 0 and 1, got 1.0"
            })
    void refuses(String spec, String message) {
        assertThatThrownBy(() -> Barrier.parse(spec)).hasMessage(message);
    }

    @Test
    void refusesAStopThatIsNoShare() {
        assertThatThrownBy(() -> Barrier.FALLING.withStop(Double.NaN))
                .hasMessage("stop must be a number from 0 to below 1, got NaN");
    }
}
