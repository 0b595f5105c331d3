package dev.kith.select.unseen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.score.Measure;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NewTasksTest {
    private static final int FEATURES = 8;

    /** Tasks whose weights scatter by {@code spread} around common ones; labels of deviation about 3. */
    private static Dataset tasks(int count, int rows, double spread, boolean classes) {
        SplittableRandom dice = new SplittableRandom(11);
        double[] common = dice.doubles(FEATURES, -2, 2).toArray();
        Matrix inputs = Matrix.zeros(count * rows, FEATURES);
        double[] labels = new double[count * rows];
        int[] taskOf = new int[labels.length];
        for (int t = 0; t < count; t++) {
            double[] own = Arrays.stream(common)
                    .map(w -> w + spread * dice.nextGaussian())
                    .toArray();
            for (int i = t * rows; i < (t + 1) * rows; i++) {
                taskOf[i] = t;
                labels[i] = 0.5 * dice.nextGaussian();
                for (int j = 0; j < FEATURES; j++) {
                    inputs.set(i, j, dice.nextGaussian());
                    labels[i] += own[j] * inputs.get(i, j);
                }
                labels[i] = classes ? (labels[i] > 0 ? 1 : 0) : labels[i];
            }
        }
        List<String> names = IntStream.range(0, count).mapToObj(t -> "t" + t).toList();
        return Dataset.ofLong(DenseInputs.of(inputs), names, taskOf, labels);
    }

    private static double error(NewTaskResult result, String name, int at) {
        return result.curves().stream()
                .filter(curve -> curve.name().equals(name))
                .findFirst()
                .orElseThrow()
                .points()
                .get(at)
                .error()
                .orElse(Double.NaN);
    }

    /** Alike tasks: a new one is predicted well from no row at all, and alone needs many. */
    @Test
    void tasksThatAreAlikeArePredictedFromNothing() {
        NewTaskResult found = NewTasks.on(tasks(12, 40, 0.2, false))
                .methods("pooled", "mean", "mtfl")
                .rows(0, 5, 20)
                .folds(4)
                .run();
        assertThat(found.rows()).containsExactly(0, 5, 20);
        assertThat(found.tasks()).isEqualTo(12);
        assertThat(error(found, "mean", 0)).isLessThan(0.2);
        assertThat(error(found, NewTaskResult.CONSTANT, 0)).isGreaterThan(0.9);
        assertThat(error(found, NewTaskResult.ALONE, 0)).isNaN();
        assertThat(error(found, NewTaskResult.ALONE, 1)).isGreaterThan(0.4);
        assertThat(error(found, "mean", 1)).isLessThan(0.5 * error(found, NewTaskResult.ALONE, 1));
        assertThat(error(found, "mean", 2)).isLessThan(error(found, "mean", 0));
        assertThat(found.best(5)
                        .orElseThrow()
                        .points()
                        .get(1)
                        .improvement()
                        .orElseThrow()
                        .low())
                .isPositive();
        assertThat(found.sentences().get(0)).startsWith("A new task with no known row is predicted best by ");
        assertThat(found.sentences().get(1)).contains("better than learning it alone from these rows");
    }

    /** The average over the trained tasks, written down again: exact for 0 rows. */
    @Test
    void withoutRowsTheAverageTaskPredicts() {
        Dataset data = tasks(5, 12, 1, false);
        NewTaskResult found = NewTasks.on(data)
                .methods("stl")
                .rows(0)
                .folds(5)
                .measure(Measure.MSE)
                .search((method, search) -> search.lambda(0.1))
                .run();
        double sum = 0;
        for (int held = 0; held < 5; held++) {
            int out = held;
            int[] others = IntStream.range(0, data.size())
                    .filter(o -> data.task(o) != out)
                    .toArray();
            Dataset train = Dataset.ofLong(
                    data.inputs().select(others),
                    IntStream.range(0, 5)
                            .filter(t -> t != out)
                            .mapToObj(t -> "t" + t)
                            .toList(),
                    Arrays.stream(others)
                            .map(o -> data.task(o) - (data.task(o) > out ? 1 : 0))
                            .toArray(),
                    Arrays.stream(others).mapToDouble(data::label).toArray());
            Matrix z = dev.kith.select.Search.on(train)
                    .method("stl")
                    .lambda(0.1)
                    .run()
                    .model()
                    .predict(data.inputs());
            double squares = 0;
            for (int o = held * 12; o < held * 12 + 12; o++) {
                double average = (z.get(o, 0) + z.get(o, 1) + z.get(o, 2) + z.get(o, 3)) / 4;
                squares += (average - data.label(o)) * (average - data.label(o));
            }
            sum += squares / 12 / 5;
        }
        assertThat(error(found, "stl", 0)).isCloseTo(sum, within(1e-9 * sum));
    }

    @Test
    void classesAreJudgedTooAndOneClassIsNoLesson() {
        NewTaskResult found = NewTasks.on(tasks(9, 30, 0.3, true))
                .methods("pooled", "mean")
                .rows(0, 2, 10)
                .folds(3)
                .run();
        assertThat(found.measure()).isEqualTo(Measure.ERROR);
        assertThat(error(found, "mean", 0)).isLessThan(0.25);
        assertThat(found.oneClass()).isPositive();
        assertThat(found.sentences()).anyMatch(s -> s.startsWith("Known rows were of one class only "));
    }

    @Test
    void methodsThatNobodyCanJoinPredictFromNothingOnly() {
        NewTaskResult found = NewTasks.on(tasks(6, 16, 0.3, false))
                .methods("l21")
                .rows(0, 5)
                .folds(2)
                .run();
        NewTaskResult.Curve curve = found.curves().get(2);
        assertThat(curve.points().get(0).error()).isPresent();
        assertThat(curve.points().get(1).error()).isEmpty();
        assertThat(curve.refusal().orElseThrow()).contains("no structure that a new task could join");
    }

    @Test
    void smallTasksAreOnlyLearnedFrom() {
        Dataset data = tasks(6, 16, 0.3, false);
        int[] kept = IntStream.range(0, data.size())
                .filter(o -> data.task(o) > 0 || o < 4)
                .toArray();
        NewTaskResult found =
                NewTasks.on(data.select(kept)).methods("mean").rows(5).folds(2).run();
        assertThat(found.tasks()).isEqualTo(5);
        assertThat(found.tooSmall()).isEqualTo(1);
        assertThat(found.sentences()).contains("1 task with too few rows to be tested was only learned from.");
        assertThatThrownBy(() -> NewTasks.on(data).rows(20).run())
                .isInstanceOf(DataException.class)
                .hasMessage("new tasks are tested on at least 2 rows beside the 20 known ones, on two of at least three"
                        + " tasks; 0 of 6 tasks have 22 labels");
        assertThatThrownBy(() -> NewTasks.on(data).rows(-1)).hasMessage("rows must be numbers >= 0, got [-1]");
    }
}
