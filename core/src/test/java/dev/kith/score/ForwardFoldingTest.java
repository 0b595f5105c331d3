package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForwardFoldingTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();

    /** Long data of two tasks in turn. */
    private static Dataset data(int rows) {
        return Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(rows, 1)),
                List.of("a", "b"),
                IntStream.range(0, rows).map(i -> i % 2).toArray(),
                new double[rows]);
    }

    private static List<String> numbers(double... times) {
        return Arrays.stream(times).mapToObj(Double::toString).toList();
    }

    private static double[] times(double[] all, int[] observations) {
        return Arrays.stream(observations).mapToDouble(o -> all[o]).toArray();
    }

    /** Whatever the times: training lies before the test by more than the gap, tests follow each other, nothing is tested twice. */
    @Test
    void everyTestIsAfterItsTrainingAndTheGap() {
        SplittableRandom dice = new SplittableRandom(4);
        for (int round = 0; round < 300; round++) {
            int rows = dice.nextInt(30, 200);
            int distinct = dice.nextInt(12, 80);
            double gap = dice.nextInt(3) == 0 ? dice.nextInt(3) : 0;
            OptionalDouble horizon = dice.nextBoolean() ? NONE : OptionalDouble.of(dice.nextInt(1, 3));
            double[] when = IntStream.range(0, rows)
                    .mapToDouble(i -> i < distinct ? i : dice.nextInt(distinct))
                    .toArray();
            Dataset data = data(rows);
            Folding folding = Folding.forward("when", numbers(when), gap, horizon);
            List<Split> splits = folding.folds(data, 3, 1);
            assertThat(splits).hasSize(3);
            check(when, splits, gap, horizon);
            for (Split split : splits) {
                double[] inside =
                        times(when, split.train().inputs().rows() == 0 ? new int[0] : split.trainObservations());
                check(inside, folding.inner(split.train(), 3, 1), Double.NaN, NONE);
            }
        }
    }

    private static void check(double[] when, List<Split> splits, double gap, OptionalDouble horizon) {
        double before = Double.NEGATIVE_INFINITY;
        assertThat(splits).isNotEmpty();
        for (Split split : splits) {
            double[] train = times(when, split.trainObservations());
            double[] test = times(when, split.testObservations());
            double first = Arrays.stream(test).min().orElseThrow();
            double last = Arrays.stream(test).max().orElseThrow();
            double past = Arrays.stream(train).max().orElseThrow();
            assertThat(first).isGreaterThan(before);
            assertThat(past).isLessThan(first);
            if (!Double.isNaN(gap)) {
                assertThat(past + gap).isLessThan(first);
            }
            horizon.ifPresent(h -> assertThat(last - first).isLessThan(h));
            before = last;
        }
    }

    @Test
    void stretchesHaveAboutAsManyObservations() {
        double[] when = IntStream.range(0, 120).map(i -> i / 4).asDoubleStream().toArray();
        List<Split> splits = Folding.forward("when", numbers(when), 0, NONE).folds(data(120), 5, 1);
        assertThat(splits)
                .allSatisfy(split -> assertThat(split.testObservations()).hasSize(20));
        assertThat(splits.get(0).trainObservations()).hasSize(20);
        assertThat(splits.get(4).trainObservations()).hasSize(100);
    }

    @Test
    void aHorizonIsTheLengthOfEachTestAndTheLastTimesAreTested() {
        List<String> days = IntStream.range(0, 60)
                .mapToObj(
                        i -> java.time.LocalDate.of(2020, 1, 1).plusDays(i / 2).toString())
                .toList();
        List<Split> splits =
                Folding.forward("day", days, 3, OptionalDouble.of(5)).folds(data(60), 2, 1);
        assertThat(splits.get(0).testObservations())
                .containsExactly(IntStream.range(40, 50).toArray());
        assertThat(splits.get(1).testObservations())
                .containsExactly(IntStream.range(50, 60).toArray());
        assertThat(splits.get(1).trainObservations())
                .as("three days are left out")
                .containsExactly(IntStream.range(0, 44).toArray());
    }

    @Test
    void tasksWithoutAPastAreNotTestedAndCounted() {
        int[] taskOf = IntStream.range(0, 40).map(i -> i < 30 ? 0 : i % 2).toArray();
        Dataset data =
                Dataset.ofLong(DenseInputs.of(Matrix.zeros(40, 1)), List.of("old", "new"), taskOf, new double[40]);
        Folding folding = Folding.forward(
                "when", numbers(IntStream.range(0, 40).asDoubleStream().toArray()), 0, OptionalDouble.of(10));
        List<Split> splits = folding.folds(data, 2, 1);
        assertThat(splits.get(1).testObservations()).containsExactly(30, 32, 34, 36, 38);
        assertThat(folding.sentences(data, splits))
                .contains("5 labels of 1 task had no earlier rows of their task to learn from and were not tested.");
    }

    @Test
    void intervalsLeaveOutStretchesOfTime() {
        double[] when = IntStream.range(0, 120).map(i -> i / 2).asDoubleStream().toArray();
        Folding folding = Folding.forward("when", numbers(when), 0, NONE);
        Dataset data = data(120);
        List<Split> splits = folding.folds(data, 5, 1);
        int[] units = folding.units(data, splits);
        int[] tested = IntStream.range(20, 120).map(o -> units[o]).toArray();
        assertThat(tested).isSorted();
        assertThat(Arrays.stream(tested).distinct().count()).isEqualTo(20);
    }

    @Test
    void datesAreReadAsTheyAreWritten() {
        assertThat(first("2020-01-03", "2020-01-01", "2020-01-02")).isEqualTo(1);
        assertThat(first("13/02/2020", "01/03/2020", "28/01/2020")).isEqualTo(2);
        assertThat(first("Feb 2020", "Mar 2020", "Jan 2019")).isEqualTo(2);
        assertThat(first("2020Q3", "2020Q2", "2020Q4")).isEqualTo(1);
        assertThat(first("2020-01-01 12:30 PM", "2020-01-01 11:00 AM", "2020-01-01 01:00 PM"))
                .isEqualTo(1);
        assertThat(first("2020-01-01T01:00:00+02:00", "2020-01-01T00:30:00Z", "2019-12-31T23:30:00Z"))
                .as("zones count")
                .isZero();
        assertThat(first("10", "9.5", "1e1")).isEqualTo(1);
    }

    private static int first(String... texts) {
        double[] times = Times.of("when", List.of(texts)).of(data(3));
        return IntStream.range(0, 3)
                .boxed()
                .min((a, b) -> Double.compare(times[a], times[b]))
                .orElseThrow();
    }

    @Test
    void whatCannotBeOrderedIsRefused() {
        assertRefused("column 'when', row 2: must say when the row was, got a blank", "2020-01-01", " ");
        assertRefused(
                "column 'when', row 2: must be a finite number, or a date in a way that all rows share, got 'soon'",
                "3",
                "soon");
        assertRefused("column 'when' must be a date or a number, got times of day only", "12:30", "13:10");
        assertRefused(
                "column 'when' could be dd/MM/yyyy or MM/dd/yyyy, and nothing in it tells which; write dates as"
                        + " yyyy-MM-dd",
                "01/02/2020",
                "03/04/2020");
        Folding few = Folding.forward("wave", numbers(1, 1, 2, 2, 3, 3, 4, 4), 0, NONE);
        assertThatThrownBy(() -> few.folds(data(8), 5, 1))
                .isInstanceOf(DataException.class)
                .hasMessage("the 4 different times in column 'wave' allow no more than 2 folds, got 5: each test needs"
                        + " rows of at least 2 times before it");
        assertThat(few.inner(data(8), 5, 1)).hasSize(2);
        assertThatThrownBy(() -> Folding.forward("t", numbers(1), Double.NaN, NONE))
                .hasMessage("gap must be a finite number >= 0, got NaN");
        assertThatThrownBy(() -> Folding.forward("t", numbers(1), 0, OptionalDouble.of(0)))
                .hasMessage("horizon must be a finite number > 0, got 0.0");
    }

    private static void assertRefused(String message, String... texts) {
        assertThatThrownBy(() -> Folding.forward("when", List.of(texts), 0, NONE))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }
}
