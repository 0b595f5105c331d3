package dev.kith.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.numeric.WolfeSearch.Point;
import dev.kith.numeric.WolfeSearch.Smooth;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WolfeSearchTest {
    private static final Smooth COSH = (x, gradient) -> {
        gradient[0] = Math.sinh(x[0] - 3);
        return Math.cosh(x[0] - 3);
    };

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-2, 1, 1e2, 1e6})
    void stepsLowerAndFlattenWhateverTheLengthOfTheDirection(double length) {
        Point from = Point.of(COSH, new double[] {0});
        Point to = Objects.requireNonNull(WolfeSearch.along(COSH, from, new double[] {length}, 0));
        assertThat(to.value()).isLessThan(from.value());
        assertThat(Math.abs(to.gradient()[0])).isLessThan(Math.abs(from.gradient()[0]));
    }

    @Test
    void noStepIsGoodUphill() {
        Point from = Point.of(COSH, new double[] {0});
        assertThat(WolfeSearch.along(COSH, from, new double[] {-1}, 0)).isNull();
    }

    @Test
    void valuesThatRoundingHidesCountBySlope() {
        Smooth noisy = (x, gradient) -> {
            gradient[0] = 2 * x[0];
            return x[0] * x[0] + (x[0] == 1 ? 0 : 5);
        };
        Point from = Point.of(noisy, new double[] {1});
        Point to = Objects.requireNonNull(WolfeSearch.along(noisy, from, new double[] {-1}, 5));
        assertThat(Math.abs(to.x()[0])).isLessThan(1);
        assertThat(WolfeSearch.along(noisy, from, new double[] {-1}, 0)).isNull();
    }
}
