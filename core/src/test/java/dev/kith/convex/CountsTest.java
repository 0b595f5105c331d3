package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fits of counts: predictions are means, labels stay as they are. */
class CountsTest {
    private static final double LAMBDA = 0.01;

    /** Rounded exp of a multiple of related tasks' numbers. */
    private static Dataset counts(double missing, DoubleUnaryOperator change) {
        Dataset data = RandomTasks.regression(11, 60, 4, 3, missing);
        double[] labels = new double[data.size()];
        java.util.Arrays.setAll(
                labels, o -> Math.rint(change.applyAsDouble(Math.exp(Math.min(3, (data.label(o) - 3) / 8)))));
        return data.withLabels(labels);
    }

    private static Fit<Model> fit(Dataset data, Kernel kernel, Relation relation) {
        return new ConvexTrainer(Losses.poisson(), kernel, relation, LAMBDA, Training.defaults()).train(data);
    }

    private static double[] sums(Dataset data, Matrix predictions) {
        double[] sums = new double[2 * data.taskCount()];
        for (int o = 0; o < data.size(); o++) {
            sums[2 * data.task(o)] += data.label(o);
            sums[2 * data.task(o) + 1] += predictions.get(data.row(o), data.task(o));
        }
        return sums;
    }

    /** A free intercept makes the predicted means of a task add up to its counts. */
    @Test
    void predictionsAreMeansAlsoFromAFile(@TempDir Path dir) throws IOException {
        Dataset data = counts(0.3, y -> y);
        for (Kernel kernel : new Kernel[] {new Linear(), new Gaussian(3)}) {
            Model model = fit(data, kernel, Relations.schatten(1)).model();
            Matrix predictions = model.predict(data.inputs());
            double[] sums = sums(data, predictions);
            for (int t = 0; t < data.taskCount(); t++) {
                assertThat(sums[2 * t + 1]).isCloseTo(sums[2 * t], within(1e-4 * sums[2 * t]));
            }
            ModelFile.write(model, dir.resolve("m.kith"));
            assertThat(ModelFile.read(dir.resolve("m.kith")).predict(data.inputs()))
                    .isEqualTo(predictions);
            int[] first = new int[data.inputs().rows()];
            assertThat(model.predict(data.inputs(), first)[7]).isCloseTo(predictions.get(7, 0), within(1e-12));
        }
        LinearModel linear =
                (LinearModel) fit(data, new Linear(), Relations.mean(1)).model();
        double score = linear.intercepts()[1] + linear.weights().get(2, 1);
        assertThat(linear.predict("task2", 0, 0, 1, 0)).isCloseTo(Math.exp(score), within(1e-12));
        assertThat(linear.scaling().orElseThrow().labelScale())
                .isEqualTo(Matrix.zeros(1, 3).map(zero -> 1));
    }

    @Test
    void negativeLabelsAreRefused() {
        Dataset data = counts(0, y -> y - 2);
        assertThatThrownBy(() -> fit(data, new Linear(), Relations.mean(1)))
                .isInstanceOf(DataException.class)
                .hasMessageMatching("task 'task[123]': labels of the loss 'poisson' must be >= 0, got -[12]\\.0");
    }

    /** Logarithms of large counts are small beside them, and a task may have no event at all. */
    @Test
    void largeCountsAndNoneAreProven() {
        for (DoubleUnaryOperator change : new DoubleUnaryOperator[] {y -> 1e6 * y, y -> y < 1.5 ? 0 : 1}) {
            Dataset data = counts(0, change);
            double[] labels = new double[data.size()];
            java.util.Arrays.setAll(labels, o -> data.task(o) == 2 ? 0 : data.label(o));
            for (Relation relation : new Relation[] {Relations.mean(1), Relations.schatten(1), Relations.sparse(0.5)}) {
                Fit<Model> fit = fit(data.withLabels(labels), new Linear(), relation);
                assertThat(fit.report().status()).as(relation.name()).isEqualTo(FitReport.Status.CONVERGED);
                assertThat(fit.report().gap()).as(relation.name()).isBetween(0.0, 1e-6);
            }
        }
    }

    /** Sparse rows are split, dense ones expanded: the same minimum. */
    @Test
    void bothSolversAgree() {
        Dataset data = counts(0.3, y -> y);
        Training plain = Training.defaults()
                .withScaling(false, dev.kith.data.Standardizer.TargetScale.NONE)
                .withStopping(1e-8, 100_000);
        ConvexTrainer trainer = new ConvexTrainer(Losses.poisson(), new Linear(), Relations.schatten(1), LAMBDA, plain);
        FitReport dense = trainer.train(data).report();
        FitReport sparse = trainer.train(RandomTasks.toSparse(data)).report();
        assertThat(sparse.objective()).isCloseTo(dense.objective(), within(1e-8 * dense.objective()));
        assertThat(dense.iterations()).isLessThan(30);
        assertThat(sparse.iterations()).isGreaterThan(30);
    }

    /** Numbers beside counts are scaled, counts are not; each is predicted in its own units. */
    @Test
    void countsAndNumbersLearnTogether() {
        Dataset data = counts(0, y -> y);
        double[] labels = new double[data.size()];
        java.util.Arrays.setAll(labels, o -> data.task(o) == 0 ? 100 * data.label(o) - 300 : data.label(o));
        TaskLosses losses = TaskLosses.each(
                Map.of("task1", Losses.squared(), "task2", Losses.poisson(), "task3", Losses.poisson()));
        Fit<Model> fit = new ConvexTrainer(losses, new Linear(), Relations.mean(1), LAMBDA, Training.defaults())
                .train(data.withLabels(labels));
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        LinearModel model = (LinearModel) fit.model();
        Matrix scale = model.scaling().orElseThrow().labelScale();
        assertThat(scale.get(0, 0)).isGreaterThan(50);
        assertThat(scale.get(0, 1)).isEqualTo(1);
        double[] sums = sums(data.withLabels(labels), model.predict(data.inputs()));
        for (int t = 0; t < 3; t++) {
            assertThat(sums[2 * t + 1]).isCloseTo(sums[2 * t], within(1e-4 * Math.abs(sums[2 * t])));
        }
    }
}
