package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import dev.kith.select.Gains.TaskGain;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Families in which every task is small: the variance of three labels says nothing, all labels together do. */
class SmallTasksTest {
    private static final int TASKS = 40;

    /** Tasks of three rows with one common slope and a level of their own. */
    private static Dataset family() {
        SplittableRandom dice = new SplittableRandom(5);
        Matrix x = Matrix.zeros(3 * TASKS, 1);
        int[] task = new int[3 * TASKS];
        double[] y = new double[3 * TASKS];
        for (int t = 0; t < TASKS; t++) {
            double level = dice.nextGaussian();
            for (int o = 3 * t; o < 3 * t + 3; o++) {
                task[o] = t;
                x.set(o, 0, dice.nextGaussian());
                y[o] = level + 2 * x.get(o, 0) + 0.3 * dice.nextGaussian();
            }
        }
        List<String> names = IntStream.range(0, TASKS).mapToObj(t -> "t" + t).toList();
        return Dataset.ofLong(DenseInputs.of(x), names, task, y);
    }

    @Test
    void aMethodIsChosenAlthoughNoTaskHasAVarianceOfItsOwn() {
        Comparison found = Compare.on(family()).methods("mean").threads(1).run();
        assertThat(found.measure()).isEqualTo(Measure.RMSE);
        assertThat(found.winner().name()).isEqualTo("mean");
        assertThat(found.answer().kind())
                .as("three labels of a task tell nothing of it alone")
                .isEqualTo(Answer.Kind.HELPS_ON_AVERAGE);
        assertThat(found.headline()).contains("% less error").doesNotContain("nmse", "rmse");
    }

    @Test
    void theFigureForAllTasksIsThatOfAllLabels() {
        Dataset data = family();
        double[] z = new double[data.size()];
        double sum = 0;
        for (int o = 0; o < z.length; o++) {
            z[o] = o % 7 * 0.1;
            sum += (data.label(o) - z[o]) * (data.label(o) - z[o]) / z.length;
        }
        Scores scores = Scores.of(Measure.RMSE, data, z);
        assertThat(scores.summary().orElseThrow()).isCloseTo(Math.sqrt(sum), within(1e-14));
        assertThat(scores.mean().orElseThrow()).isLessThan(Math.sqrt(sum));
        assertThat(Scores.of(Measure.NMSE, data, z).together()).isFalse();
    }

    /** However clear five labels look. */
    @Test
    void aTaskHasAVerdictFromSixLabelsOn() {
        for (int labels : new int[] {Gains.FEWEST - 1, Gains.FEWEST}) {
            double[] y = new double[labels];
            double[] worse = new double[labels];
            Arrays.setAll(y, o -> o);
            Arrays.setAll(worse, o -> o + 1 + 0.01 * (o % 2));
            Dataset one = Dataset.ofLong(DenseInputs.of(Matrix.zeros(labels, 1)), List.of("t"), new int[labels], y);
            TaskGain gain =
                    Gains.of(Measure.RMSE, 0.95, one, worse, y).perTask().get(0);
            assertThat(gain.gain().estimate()).isCloseTo(1, within(0.01));
            assertThat(gain.verdict()).isEqualTo(labels < Gains.FEWEST ? Verdict.UNCLEAR : Verdict.SHARE);
        }
    }

    /** (E_0 - E) / sqrt(E_0 E) of root mean squares, and the deviation that the delta method gives it. */
    @Test
    void theIntervalIsThatOfARatioOfMeans() {
        Dataset data = family();
        double[] none = new double[data.size()];
        double[] half = new double[data.size()];
        double a = 0;
        double b = 0;
        for (int o = 0; o < half.length; o++) {
            half[o] = data.label(o) * 0.4;
            a += data.label(o) * data.label(o);
            b += (data.label(o) - half[o]) * (data.label(o) - half[o]);
        }
        Interval gain = Gains.of(Measure.RMSE, 0.95, data, none, half).improvement();
        double ratio = Math.sqrt(b / a);
        assertThat(gain.estimate()).isCloseTo((1 - ratio) / Math.sqrt(ratio), within(1e-12));
        // errors are in proportion row by row, so that their ratio does not vary
        assertThat(gain.high() - gain.low()).isLessThan(1e-9);
    }

    @Test
    void tasksWithUnitsOfTheirOwnAreNotPutTogether() {
        for (Measure measure : Measure.values()) {
            if (measure.inUnits()) {
                assertThat(measure.withUnits()).isEqualTo(measure);
                assertThat(measure.fewestLabels()).isEqualTo(1);
            }
        }
        assertThat(Measure.NMSE.withUnits()).isEqualTo(Measure.RMSE);
        assertThat(Measure.NMAE.withUnits()).isEqualTo(Measure.MAE);
        assertThat(Measure.relativePinball(0.9).withUnits()).isEqualTo(Measure.pinball(0.9));
        assertThat(Measure.ERROR.inUnits()).isFalse();
    }
}
