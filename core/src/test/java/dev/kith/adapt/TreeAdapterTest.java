package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.boost.BoostedTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.Training;
import dev.kith.model.TreeModel;
import dev.kith.score.Folding;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that join boosted trees. */
class TreeAdapterTest {
    private static final double NOISE = 0.3;

    /** y = level of the task + |x1| + noise, or whether that is above 1. */
    private static Dataset rows(List<String> tasks, double[] levels, int perTask, long seed, boolean classes) {
        Random random = new Random(seed);
        int n = tasks.size() * perTask;
        Matrix x = Matrix.zeros(n, 2);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % tasks.size();
            x.set(i, 0, random.nextGaussian());
            x.set(i, 1, random.nextGaussian());
            double value = levels[task[i]] + Math.abs(x.get(i, 0)) + NOISE * random.nextGaussian();
            y[i] = classes ? (value > 1 ? 1 : 0) : value;
        }
        return Dataset.ofLong(DenseInputs.of(x), tasks, task, y);
    }

    private static TreeModel trained(boolean classes) {
        int tasks = 25;
        double[] levels = new Random(3).doubles(tasks, -3, 3).toArray();
        Dataset rows = rows(Names.numbered("t", tasks), levels, 20, 4, classes);
        return new BoostedTrainer(OptionalInt.of(4), OptionalInt.of(120), Training.defaults())
                .train(classes ? TaskLosses.all(Losses.logistic()).labelled(rows) : rows)
                .model();
    }

    private static double error(TreeModel model, int task, Dataset fresh) {
        double[] z = model.predict(
                fresh.inputs(), IntStream.range(0, fresh.size()).map(o -> task).toArray());
        return Math.sqrt(IntStream.range(0, z.length)
                .mapToDouble(o -> Math.pow(fresh.label(o) - z[o], 2))
                .average()
                .orElseThrow());
    }

    @Test
    void aNewTaskIsPredictedByItsLevel() {
        TreeModel model = trained(false);
        TreeModel common = model.commonModel(Unknown.COMMON).orElseThrow();
        for (double level : new double[] {-2, 2.5}) {
            Dataset known = rows(List.of("new"), new double[] {level}, 6, 8, false);
            Dataset fresh = rows(List.of("new"), new double[] {level}, 400, 9, false);
            Adapted adapted = new TaskAdapter(model).adapt(known);
            TreeModel joined = (TreeModel) adapted.model();
            assertThat(error(joined, 25, fresh)).isLessThan(2 * NOISE).isLessThan(0.35 * error(common, 0, fresh));
            assertThat(adapted.tasks().get(0).gain().rows()).isEqualTo(6);
            assertThat(adapted.tasks().get(0).gain().joined())
                    .isLessThan(adapted.tasks().get(0).gain().alone());
            assertThat(joined.commonModel(Unknown.COMMON)).isPresent();
        }
    }

    @Test
    void trainedTasksStayAndTheFileKeepsTheNewOne(@TempDir Path dir) throws IOException {
        TreeModel model = trained(false);
        Dataset known = rows(List.of("new", "other"), new double[] {2, -1}, 5, 8, false);
        TreeModel joined = (TreeModel) new TaskAdapter(model).adapt(known).model();
        Dataset fresh = rows(List.of("new"), new double[] {1}, 10, 9, false);
        int[] first = new int[10];
        assertThat(joined.predict(fresh.inputs(), first)).isEqualTo(model.predict(fresh.inputs(), first));
        Path file = dir.resolve("m.kith");
        ModelFile.write(joined, file);
        Arrays.fill(first, 26);
        assertThat(ModelFile.read(file).predict(fresh.inputs(), first))
                .isEqualTo(joined.predict(fresh.inputs(), first));
        assertThatThrownBy(() -> new TaskAdapter(joined).adapt(known))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("task 'new' is in the model already");
    }

    @Test
    void classesJoinByTheirShare() {
        TreeModel model = trained(true);
        TreeModel common = model.commonModel(Unknown.COMMON).orElseThrow();
        for (double level : new double[] {-1, 0, 0.6}) {
            Dataset known = rows(List.of("new"), new double[] {level}, 40, 8, true);
            Dataset fresh = rows(List.of("new"), new double[] {level}, 400, 9, true);
            TreeModel joined = (TreeModel) new TaskAdapter(model).adapt(known).model();
            assertThat(loss(joined, 25, fresh)).isLessThan(0.95 * loss(common, 0, fresh));
        }
    }

    private static double loss(TreeModel model, int task, Dataset fresh) {
        double[] z = model.predict(
                fresh.inputs(), IntStream.range(0, fresh.size()).map(o -> task).toArray());
        return IntStream.range(0, z.length)
                .mapToDouble(o -> Losses.logistic().value(fresh.label(o) > 0 ? 1 : -1, z[o]))
                .average()
                .orElseThrow();
    }

    /** Of a task that drifts, later rows are missed by more than rows in between. */
    @Test
    void aTaskThatDriftsIsMissedByMoreForwardInTime() {
        TreeModel model = trained(false);
        int n = 20;
        Dataset still = rows(List.of("new"), new double[] {0}, n, 8, false);
        Dataset drifting = still.withLabels(
                IntStream.range(0, n).mapToDouble(o -> still.label(o) + 0.4 * o).toArray());
        List<String> times =
                IntStream.range(0, n).mapToObj(o -> "" + (1990 + o)).toList();
        Folding forward = Folding.forward("year", times, 0, OptionalDouble.empty());
        Adapted between = new TaskAdapter(model).adapt(drifting);
        Adapted later = new TaskAdapter(model, Relations.independent(), Counting.ROW, forward).adapt(drifting);
        assertThat(later.model().predict(still.inputs()))
                .isEqualTo(between.model().predict(still.inputs()));
        assertThat(later.tasks().get(0).gain().rows()).isBetween(10, n - 1);
        double inTurn = between.tasks().get(0).gain().joined();
        assertThat(later.tasks().get(0).gain().joined()).isGreaterThan(inTurn);
        assertThat(later.misses().errors().get(0)).hasSizeBetween(10, n - 1);
    }
}
