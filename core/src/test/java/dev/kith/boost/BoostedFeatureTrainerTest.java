package dev.kith.boost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.Predictions;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.TreeModel;
import dev.kith.score.OutOfFold;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoostedFeatureTrainerTest {
    private static final int ROWS = 500;
    private static final List<String> TASKS = List.of("a", "b", "c", "d");
    private static final Training PLAIN = Training.defaults().withScaling(true, TargetScale.NONE);
    private static final Trainer<LinearModel> MEAN = linear();
    private static final BoostedTrainer TREES = new BoostedTrainer(OptionalInt.empty(), OptionalInt.empty(), PLAIN);

    @SuppressWarnings("unchecked") // linear kernels make linear models
    private static Trainer<LinearModel> linear() {
        return (Trainer<LinearModel>)
                (Trainer<?>) new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 1e-3, PLAIN);
    }

    /** A curve that all tasks share, a slope that differs by task, and noise. */
    private static Dataset table(double curve) {
        Random random = new Random(11);
        Matrix x = Matrix.zeros(ROWS, 2);
        int[] task = new int[ROWS];
        double[] y = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            task[i] = random.nextInt(TASKS.size());
            x.set(i, 0, random.nextGaussian());
            x.set(i, 1, random.nextGaussian());
            y[i] = curve * Math.sin(3 * x.get(i, 0)) + (task[i] - 1.5) * x.get(i, 1) + random.nextGaussian();
        }
        return Dataset.ofLong(new DenseInputs(x, List.of("x1", "x2")), TASKS, task, y);
    }

    private static double error(Trainer<?> trainer, Dataset data) {
        double[] predictions = OutOfFold.predictions(trainer, data, 5, 1, (done, of) -> {});
        return IntStream.range(0, data.size())
                .mapToDouble(o -> Math.pow(predictions[o] - data.label(o), 2))
                .average()
                .orElseThrow();
    }

    private static double[] outOfFold(Dataset data) {
        return new BoostedTrainer(OptionalInt.of(6), OptionalInt.of(30), PLAIN)
                .learned(data)
                .outOfFold();
    }

    /** Planted: one label is moved far away. Other rows hear of it through trees and means, the row itself must not. */
    @Test
    void aRowsOwnLabelHasNoPartInItsFeature() {
        Dataset data = table(2);
        double[] before = outOfFold(data);
        double[] labels = IntStream.range(0, ROWS).mapToDouble(data::label).toArray();
        for (int o : new int[] {0, 17, 499}) {
            double[] moved = labels.clone();
            moved[o] += 100;
            double[] after = outOfFold(data.withLabels(moved));
            assertThat(after[o]).isCloseTo(before[o], within(1e-9));
            assertThat(IntStream.range(0, ROWS).filter(i -> Math.abs(after[i] - before[i]) > 0.1))
                    .hasSizeGreaterThan(ROWS / 4);
        }
    }

    @Test
    void curvesThatTasksShareAndSlopesThatDifferAreLearnedTogether() {
        Dataset curved = table(2);
        double together = error(new BoostedFeatureTrainer<>(MEAN, TREES), curved);
        assertThat(together).isLessThan(0.6 * error(MEAN, curved));
        assertThat(together).isLessThan(0.99 * error(TREES, curved));
        Dataset straight = table(0);
        assertThat(error(new BoostedFeatureTrainer<>(MEAN, TREES), straight)).isLessThan(1.02 * error(MEAN, straight));
    }

    @Test
    void predictionsAreTheBasesOfRowsWithTheTreesPredictions(@TempDir Path dir) throws IOException {
        Dataset data = table(2);
        TreeModel.AsFeature model =
                new BoostedFeatureTrainer<>(MEAN, TREES).train(data).model();
        assertThat(model.info().features()).containsExactly("x1", "x2");
        assertThat(model.info().parameters()).containsEntry("features-from", "boosted");
        int[] tasks = IntStream.range(0, ROWS).map(data::task).toArray();
        double[] own = model.predict(data.inputs(), tasks);
        double[] said = model.trees().predict(data.inputs(), tasks);
        Matrix all = model.predict(data.inputs());
        for (int i = 0; i < ROWS; i++) {
            double[] x = Arrays.copyOf(((DenseInputs) data.inputs()).values().row(i), 3);
            x[2] = said[i];
            assertThat(own[i]).isEqualTo(model.base().predict(TASKS.get(tasks[i]), x));
            assertThat(all.get(i, tasks[i])).isEqualTo(own[i]);
        }
        Path file = dir.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file)).isEqualTo(model);
        assertThat(model.commonModel(Predictions.Unknown.COMMON)).isPresent();
    }

    @Test
    void whatTreesCannotDoIsRefused() {
        assertThatThrownBy(() -> new BoostedFeatureTrainer<>(
                        MEAN,
                        new BoostedTrainer(
                                OptionalInt.empty(), OptionalInt.empty(), PLAIN.withScaling(true, TargetScale.TASK))))
                .hasMessage("features from boosted trees are for labels on one scale (target scale all or none), got"
                        + " labels scaled task by task");
        Dataset wide = Dataset.ofWide(
                new DenseInputs(Matrix.zeros(5, 1), List.of("x")), List.of("a", "b"), Matrix.zeros(5, 2));
        assertThatThrownBy(() -> new BoostedFeatureTrainer<>(MEAN, TREES).train(wide))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "features from boosted trees are for rows that belong to one task each, got rows with labels of"
                                + " several tasks");
    }
}
