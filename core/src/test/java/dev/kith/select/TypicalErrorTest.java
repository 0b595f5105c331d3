package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.score.Measure;
import dev.kith.score.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypicalErrorTest {
    private static Dataset data(double... labels) {
        return Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(labels.length, 1)), List.of("a", "b"), new int[] {0, 0, 1, 1}, labels);
    }

    @Test
    void isInTheUnitsOfTheLabels() {
        TypicalError error = TypicalError.of(
                        data(10, 20, 30, 40), new double[] {14, 16, 34, 36}, new double[] {13, 17, 33, 37})
                .orElseThrow();
        assertThat(error).isEqualTo(new TypicalError(Measure.RMSE, 4, 3));
        assertThat(error.change()).isCloseTo(-0.25, within(1e-15));
        assertThat(error.agrees(Verdict.SHARE)).isTrue();
        assertThat(error.agrees(Verdict.ISOLATE)).isFalse();
        assertThat(error.agrees(Verdict.UNCLEAR)).isTrue();
    }

    @Test
    void ofClassesIsTheShareOfWrongAnswers() {
        assertThat(TypicalError.of(
                        data(0, 1, 1, 0).asClasses(), new double[] {1, 1, -1, -1}, new double[] {-1, 1, 1, 1}))
                .contains(new TypicalError(Measure.ERROR, 0.5, 0.25));
    }

    @Test
    void numbersAndClassesHaveNoneInCommon() {
        assertThat(TypicalError.of(data(3, 5, 1, 0).asClasses(List.of("b")), new double[4], new double[4]))
                .isEmpty();
        assertThat(TypicalError.of(data(3, 5, 1, 0), new double[] {3, 5, 1, 0}, new double[4])
                        .orElseThrow()
                        .change())
                .isZero();
    }
}
