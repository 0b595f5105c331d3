package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.DrawnTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.prepare.TaskAttributes;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.mixed.Covariance;
import dev.kith.mixed.MixedTrainer;
import dev.kith.mixed.Slopes;
import dev.kith.model.LinearModel;
import dev.kith.model.LinearModel.Common;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that are the same in all rows of a task, and what they say of tasks that the model does not have. */
class TaskAttributesTest {
    private static final int TASKS = 40;
    private static final double NOISE = 0.5;
    /** What of an intercept its attributes do not say. */
    private static final double OWN = 0.1;

    @TempDir
    private Path dir;

    private final SplittableRandom random = new SplittableRandom(5);
    private final double[][] attributes = new double[TASKS][];
    private final double[] intercepts = new double[TASKS];

    /** y = 1 + 2 z_1 - 1.5 z_2 + own + x + noise: tasks of which z and own are drawn anew, or those that were drawn last. */
    private Dataset rows(int each, boolean anew) {
        Matrix x = Matrix.zeros(TASKS * each, 3);
        int[] task = new int[x.rows()];
        double[] y = new double[x.rows()];
        for (int t = 0; t < TASKS; t++) {
            if (anew) {
                attributes[t] = new double[] {random.nextGaussian(), 3 + random.nextGaussian()};
                intercepts[t] = 1 + 2 * attributes[t][0] - 1.5 * attributes[t][1] + OWN * random.nextGaussian();
            }
            for (int i = t * each; i < (t + 1) * each; i++) {
                task[i] = t;
                x.set(i, 0, random.nextGaussian());
                x.set(i, 1, attributes[t][0]);
                x.set(i, 2, attributes[t][1]);
                y[i] = intercepts[t] + x.get(i, 0) + NOISE * random.nextGaussian();
            }
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", TASKS), task, y);
    }

    /** The same rows without the attributes. */
    private static Dataset alone(Dataset data) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        Matrix first = Matrix.zeros(x.rows(), 1);
        for (int i = 0; i < x.rows(); i++) {
            first.set(i, 0, x.get(i, 0));
        }
        return data.withInputs(DenseInputs.of(first));
    }

    private static LinearModel fit(Dataset data) {
        return DrawnTrainer.of(new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1e5), 1e-5), 1)
                .train(data)
                .model();
    }

    private static Predictor predictor(LinearModel model) {
        return Predictor.of(new ModelFile.Content(model, Uncertainty.none()));
    }

    /** @param prefix of the names of tasks */
    private static Rows asked(Dataset data, String prefix) {
        int n = data.inputs().rows();
        return new Rows(
                data.inputs(),
                IntStream.range(0, n)
                        .mapToObj(o -> prefix + data.tasks().get(data.task(o)))
                        .toList(),
                List.of(),
                IntStream.range(0, n).mapToObj(i -> List.<String>of()).toList(),
                0,
                Source.NONE);
    }

    private static double rmse(Predictions found, Dataset data) {
        double sum = 0;
        for (int o = 0; o < data.size(); o++) {
            sum += Math.pow(found.get(o).value() - data.label(o), 2);
        }
        return Math.sqrt(sum / data.size());
    }

    @Test
    void attributesPredictUnseenTasksNearlyAsWellAsTheNoiseAllows() {
        LinearModel model = fit(rows(4, true));
        Dataset unseen = rows(10, true);
        Predictor predictor = predictor(model);

        double by = rmse(predictor.unknown(Unknown.ATTRIBUTES).predict(asked(unseen, "new")), unseen);
        double without = rmse(predictor.unknown(Unknown.COMMON).predict(asked(unseen, "new")), unseen);

        assertThat(by).isLessThan(1.1 * Math.hypot(NOISE, OWN));
        assertThat(without).isGreaterThan(3 * by);
    }

    @Test
    void attributesHelpKnownTasksOfFewRows() {
        double with = 0;
        double without = 0;
        for (int repeat = 0; repeat < 5; repeat++) {
            Dataset data = rows(4, true);
            Dataset more = rows(10, false);
            with += rmse(predictor(fit(data)).predict(asked(more, "")), more) / 5;
            LinearModel other =
                    (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1e5), 1e-5)
                            .train(alone(data))
                            .model();
            without += rmse(predictor(other).predict(asked(alone(more), "")), more) / 5;
        }
        assertThat(with).isLessThan(0.95 * without);
    }

    @Test
    void attributesAreTheColumnsConstantWithinTasks() {
        Dataset data = rows(4, true);
        TaskAttributes found = TaskAttributes.of(data);

        assertThat(found.columns()).containsExactly(1, 2);
        assertThat(found.values()).isEqualTo(Matrix.of(attributes));
        assertThat(TaskAttributes.of(alone(data)).isEmpty()).isTrue();
        assertThat(TaskAttributes.of(rows(1, true)).isEmpty()).isTrue();
        assertThat(fit(data).attributes()).containsExactly("x2", "x3");
    }

    @Test
    void withoutTheirAttributesTasksAreAsTheMeanOfTheTasksIs() {
        LinearModel model = fit(rows(4, true));
        Common common = model.common().orElseThrow();
        double[] mean = new double[2];
        for (double[] one : attributes) {
            mean[0] += one[0] / TASKS;
            mean[1] += one[1] / TASKS;
        }
        Dataset unseen = rows(1, true);
        double level = common.intercept()
                + mean[0] * common.weights().get(0, 1)
                + mean[1] * common.weights().get(0, 2);
        double x = ((DenseInputs) unseen.inputs()).values().get(7, 0);

        Predictions found = predictor(model).unknown(Unknown.COMMON).predict(asked(unseen, "new"));

        assertThat(found.get(7).value()).isCloseTo(level + x * common.weights().get(0, 0), within(1e-12));
        Predictions own = predictor(model).unknown(Unknown.ATTRIBUTES).predict(asked(unseen, "new"));
        assertThat(own.get(7).value())
                .isCloseTo(
                        common.intercept()
                                + x * common.weights().get(0, 0)
                                + attributes[7][0] * common.weights().get(0, 1)
                                + attributes[7][1] * common.weights().get(0, 2),
                        within(1e-12));
    }

    @Test
    void mixedModelsHaveThemBesideTheirFixedEffects() {
        LinearModel model = new MixedTrainer(Slopes.none(), Covariance.full(), Training.defaults())
                .train(rows(4, true))
                .model();
        Dataset unseen = rows(10, true);

        assertThat(model.attributes()).containsExactly("x2", "x3");
        assertThat(rmse(predictor(model).unknown(Unknown.ATTRIBUTES).predict(asked(unseen, "new")), unseen))
                .isLessThan(1.1 * Math.hypot(NOISE, OWN));
    }

    @Test
    void aFileKeepsThemAndOlderOnesAreRefused() throws IOException {
        LinearModel model = fit(rows(4, true));
        Path file = dir.resolve("model.kith");
        ModelFile.write(model, file);
        LinearModel read = (LinearModel) ModelFile.read(file);
        assertThat(read.common()).isEqualTo(model.common());

        Common shared = model.common().orElseThrow();
        LinearModel older = model.with(new Common(shared.intercept(), shared.weights()));
        ModelFile.write(older, file);
        LinearModel old = (LinearModel) ModelFile.read(file);
        Rows unseen = asked(rows(1, true), "new ");
        assertThat(predictor(old).unknown(Unknown.COMMON).predict(unseen).get(3).value())
                .isEqualTo(predictor(model)
                        .unknown(Unknown.ATTRIBUTES)
                        .predict(unseen)
                        .get(3)
                        .value());
        assertThatThrownBy(() -> predictor(old).unknown(Unknown.ATTRIBUTES).predict(unseen))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "the model knows no attributes of tasks, by which task 'new task1' could be predicted: when it"
                                + " was fitted no column was the same in all rows of every task, or its file is older than they"
                                + " are; predict such rows without (common), or leave such predictions out (missing)");
    }

    /** Both ways: labels are inside as often as the level says, within 4 in 100; knowing the attributes makes them narrower. */
    @Test
    void intervalsHoldTheLabelsOfUnseenTasks() {
        double[] held = new double[2];
        double[] width = new double[2];
        int all = 0;
        for (int repeat = 0; repeat < 5; repeat++) {
            Dataset data = rows(12, true);
            DrawnTrainer trainer =
                    DrawnTrainer.of(new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1e5), 1e-5), 1);
            ModelFile.Content content = new Calibration(5, 3, false)
                    .of(
                            new ModelFile.Content(trainer.train(data).model(), Uncertainty.none()),
                            trainer,
                            data,
                            (done, of) -> {});
            Dataset unseen = rows(5, true);
            for (Unknown way : List.of(Unknown.COMMON, Unknown.ATTRIBUTES)) {
                int k = way == Unknown.COMMON ? 0 : 1;
                Predictions found =
                        Predictor.of(content).intervals(0.9).unknown(way).predict(asked(unseen, "new"));
                for (int o = 0; o < unseen.size(); o++) {
                    Prediction one = found.get(o);
                    double low = one.low().orElseThrow();
                    double high = one.high().orElseThrow();
                    held[k] += unseen.label(o) >= low && unseen.label(o) <= high ? 1 : 0;
                    width[k] += high - low;
                }
            }
            all += unseen.size();
        }
        assertThat(held[0] / all).isBetween(0.86, 0.96);
        assertThat(held[1] / all).isBetween(0.86, 0.96);
        assertThat(width[1]).isLessThan(0.5 * width[0]);
    }
}
