package dev.kith.select.detail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.score.Measure;
import dev.kith.select.unseen.NewTaskResult;
import dev.kith.select.unseen.NewTaskResult.Curve;
import dev.kith.select.unseen.NewTaskResult.Point;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** How many rows of a new task are enough. */
class RowsNeededTest {
    private static NewTaskResult found(Measure measure, double... errors) {
        List<Integer> rows = List.of(0, 5, 20);
        return new NewTaskResult(
                measure,
                0.95,
                rows,
                10,
                0,
                0,
                List.of(
                        curve(NewTaskResult.ALONE, 2, 2, 2),
                        curve(NewTaskResult.CONSTANT, 2, 2, 2),
                        curve("mean", errors)));
    }

    private static Curve curve(String name, double... errors) {
        return new Curve(
                name, List.of(point(0, errors[0]), point(5, errors[1]), point(20, errors[2])), Optional.empty());
    }

    private static Point point(int rows, double error) {
        return new Point(rows, OptionalDouble.of(error), Optional.empty());
    }

    @Test
    void betweenTwoNumbersErrorsGoWithTheLogarithm() {
        RowsNeeded needed =
                RowsNeeded.of(found(Measure.NMSE, 1.2, 0.9, 0.7), 0.8).orElseThrow();
        // Half way between log 6 and log 21: sqrt(6 * 21) - 1 = 10.22.
        assertThat(needed.rows().orElseThrow()).isCloseTo(Math.sqrt(6 * 21) - 1, within(1e-9));
        assertThat(needed.sentence())
                .isEqualTo(
                        "A new task needs about 10 rows to be predicted as well as the average known task (nmse 0.8):"
                                + " mean (common mean) gets there between 5 and 20 rows, the numbers that were tried.");
    }

    @Test
    void someNeedNoneAndSomeNeverGetThere() {
        assertThat(RowsNeeded.of(found(Measure.NMSE, 0.7, 0.6, 0.5), 0.8)
                        .orElseThrow()
                        .sentence())
                .isEqualTo("A new task is predicted as well as the average known task (nmse 0.8) from no row at all (by"
                        + " mean (common mean)).");
        RowsNeeded never = RowsNeeded.of(found(Measure.NMSE, 1.2, 1, 0.9), 0.8).orElseThrow();
        assertThat(never.rows()).isEmpty();
        assertThat(never.sentence())
                .isEqualTo("Even 20 rows of a new task are not enough to be predicted as well as the average known task"
                        + " (nmse 0.8): with them mean (common mean) comes to 0.9.");
    }

    @Test
    void ofAMeasureThatShouldBeLargeMoreIsEnough() {
        RowsNeeded needed =
                RowsNeeded.of(found(Measure.AUC, 0.6, 0.7, 0.8), 0.75).orElseThrow();
        assertThat(needed.below()).contains(5);
        assertThat(needed.above()).contains(20);
        assertThat(RowsNeeded.of(found(Measure.AUC, 0.6, 0.7, 0.8), Double.NaN)).isEmpty();
    }
}
