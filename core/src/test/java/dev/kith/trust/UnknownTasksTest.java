package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.boost.BoostedTrainer;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.DrawnTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.LinearModel.Common;
import dev.kith.model.Model;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.Training;
import dev.kith.model.TreeModel;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of tasks that the model does not have. */
class UnknownTasksTest {
    private static final int FEATURES = 2;
    private static final double NOISE = 0.5;
    /** Intercepts and slopes of tasks about common ones. */
    private static final double SPREAD = 1;

    @TempDir
    private Path dir;

    /** y = 2 + c_t + x'(1 + v_t) + noise. */
    private static Dataset rows(SplittableRandom random, int tasks, int each) {
        int n = tasks * each;
        Matrix x = Matrix.zeros(n, FEATURES);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int t = 0; t < tasks; t++) {
            double c = SPREAD * random.nextGaussian();
            double v = SPREAD * random.nextGaussian();
            for (int i = t * each; i < (t + 1) * each; i++) {
                task[i] = t;
                y[i] = 2 + c + NOISE * random.nextGaussian();
                for (int j = 0; j < FEATURES; j++) {
                    x.set(i, j, 3 + random.nextGaussian());
                    y[i] += x.get(i, j) * (1 + v);
                }
            }
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", tasks), task, y);
    }

    private static Dataset rows() {
        return rows(new SplittableRandom(7), 6, 12);
    }

    private static LinearModel fit(String relation, double gamma) {
        return (LinearModel) new ConvexTrainer(
                        Losses.squared(),
                        new Linear(),
                        switch (relation) {
                            case "mean" -> Relations.mean(gamma);
                            case "pooled" -> Relations.pooled();
                            default -> Relations.independent();
                        },
                        0.01)
                .train(rows())
                .model();
    }

    private static Rows asked(Matrix x, String... tasks) {
        return new Rows(
                DenseInputs.of(x),
                List.of(tasks),
                List.of(),
                IntStream.range(0, tasks.length)
                        .mapToObj(i -> List.<String>of())
                        .toList(),
                0,
                Source.NONE);
    }

    private static Predictor predictor(Model model) {
        return Predictor.of(new ModelFile.Content(model, Uncertainty.none()));
    }

    @Test
    void theCommonPartOfTasksAloneIsThePooledFit() {
        LinearModel pooled = fit("pooled", 0);
        Common common = fit("stl", 0).common().orElseThrow();

        assertThat(common.intercept()).isCloseTo(pooled.intercepts()[0], within(1e-9));
        for (int j = 0; j < FEATURES; j++) {
            assertThat(common.weights().get(0, j)).isCloseTo(pooled.weights().get(j, 0), within(1e-9));
        }
        assertThat(pooled.common().orElseThrow().weights().get(0, 0))
                .isEqualTo(pooled.weights().get(0, 0));
    }

    /** min over w_0 of own sum ||w_t - w_0||^2 + T own / gamma ||w_0||^2, own = lambda (1 + gamma), by its slope. */
    @Test
    void theCommonPartOfMeanMinimisesThePenaltyWrittenWithIt() {
        double gamma = 3;
        LinearModel model = fit("mean", gamma);
        Common common = model.common().orElseThrow();

        for (int j = 0; j < FEATURES; j++) {
            double slope = 6 / gamma * common.weights().get(0, j);
            for (int t = 0; t < 6; t++) {
                slope += common.weights().get(0, j) - model.weights().get(j, t);
            }
            assertThat(slope).isCloseTo(0, within(1e-12));
        }
        Matrix mean = model.scaling().orElseThrow().featureMean();
        double level = 0;
        for (double z : model.predict(DenseInputs.of(mean)).data()) {
            level += z / 6;
        }
        assertThat(model.commonModel()
                        .orElseThrow()
                        .predict(DenseInputs.of(mean))
                        .get(0, 0))
                .isCloseTo(level, within(1e-12));
    }

    @Test
    void withAllInCommonEveryTaskIsTheCommonPart() {
        LinearModel model = DrawnTrainer.of(
                        new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1e9), 0.01), 1)
                .train(rows())
                .model();
        Common common = model.common().orElseThrow();

        assertThat(common.intercept()).isCloseTo(model.intercepts()[0], within(1e-6));
        assertThat(common.weights().get(0, 0)).isCloseTo(model.weights().get(0, 0), within(1e-6));
    }

    @Test
    void aFileKeepsTheCommonPartAndOthersLoadWithout() throws IOException {
        LinearModel model = fit("stl", 0);
        Path file = dir.resolve("model.kith");
        ModelFile.write(model, file);

        assertThat(((LinearModel) ModelFile.read(file)).common()).isEqualTo(model.common());

        LinearModel without =
                new LinearModel(model.info(), model.weights(), model.intercept(), model.structure(), model.scaling());
        ModelFile.write(without, file);
        assertThat(((LinearModel) ModelFile.read(file)).common()).isEmpty();
    }

    @Test
    void unknownRowsAreRefusedBlankOrCommonAndFlagged() throws IOException {
        LinearModel model = fit("stl", 0);
        Rows rows = asked(Matrix.of(new double[] {1, 2}, new double[] {3, 4}), "task2", "elsewhere");

        assertThatThrownBy(() -> predictor(model).predict(rows))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("unknown task 'elsewhere'");

        Predictions common = predictor(model).unknown(Unknown.COMMON).predict(rows);
        assertThat(common.unknown()).isEqualTo(1);
        assertThat(common.get(0).value())
                .isEqualTo(predictor(model)
                        .predict(asked(Matrix.of(new double[] {1, 2}), "task2"))
                        .get(0)
                        .value());
        Common part = model.common().orElseThrow();
        Prediction stranger = common.get(1);
        assertThat(stranger.task()).isEqualTo("elsewhere");
        assertThat(stranger.unknown()).isTrue();
        assertThat(stranger.value())
                .isCloseTo(
                        part.intercept()
                                + 3 * part.weights().get(0, 0)
                                + 4 * part.weights().get(0, 1),
                        within(1e-12));

        Predictions none =
                predictor(model).unknown(Unknown.COMMON).predict(asked(Matrix.of(new double[] {3, 4}), "elsewhere"));
        assertThat(none.get(0).value()).isEqualTo(stranger.value());

        StringWriter blank = new StringWriter();
        predictor(model).unknown(Unknown.MISSING).predict(rows).writeTo(blank);
        assertThat(blank.toString().lines().toList()).element(0).isEqualTo("task,prediction,unknown");
        assertThat(blank.toString().lines().toList()).element(2).isEqualTo("elsewhere,,1");
    }

    /** A task nobody has seen goes with the many at every split by task, and has the mean of tasks' means. */
    @Test
    void treesPredictUnknownTasksAsOneOfNoCode() {
        TreeModel model = new BoostedTrainer(OptionalInt.of(4), OptionalInt.of(30), Training.defaults())
                .train(rows())
                .model();
        double[] x = {3, 4};
        double mean = java.util.Arrays.stream(model.taskMean().data()).average().orElseThrow();
        double expected = model.labelMean().get(0, 0)
                + model.labelScale().get(0, 0)
                        * model.trees().value(x[0], x[1], model.info().tasks().size(), mean);

        Predictions found = predictor(model).unknown(Unknown.COMMON).predict(asked(Matrix.of(x), "elsewhere"));

        assertThat(found.get(0).value()).isCloseTo(expected, within(1e-12));
    }

    @Test
    void aModelWithoutACommonPartSaysSo() {
        LinearModel model = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.05, Training.defaults())
                .train(rows())
                .model();

        assertThatThrownBy(() -> predictor(model)
                        .unknown(Unknown.COMMON)
                        .predict(asked(Matrix.of(new double[] {3, 4}), "elsewhere")))
                .hasMessage(
                        "the model has nothing its tasks have in common, by which task 'elsewhere' could be predicted:"
                                + " linear fits of one loss, kernel fits of mean and boosted trees keep it, with labels on"
                                + " one scale; fit it again, or leave such predictions out (missing)");
    }

    /** Means of counts, a task of zeros among them, whose own intercept is far below all others. */
    @Test
    void countsOfUnknownTasksAreThoseOfAllRowsTogether() {
        SplittableRandom random = new SplittableRandom(21);
        int tasks = 12;
        int n = tasks * 40;
        Matrix x = Matrix.zeros(n, 1);
        int[] task = new int[n];
        double[] y = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            task[i] = i % tasks;
            x.set(i, 0, random.nextGaussian());
            double mean = task[i] == 0 ? 0 : Math.exp(1 + 0.5 * x.get(i, 0));
            for (double left = mean + Math.log(random.nextDouble()); left > 0; left += Math.log(random.nextDouble())) {
                y[i]++;
            }
            sum += y[i] / n;
        }
        Dataset counts = Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", tasks), task, y);
        ConvexTrainer mean = new ConvexTrainer(Losses.poisson(), new Linear(), Relations.mean(3), 0.01);
        for (Model model : List.of(
                mean.train(counts).model(),
                DrawnTrainer.of(mean, 1).train(counts).model())) {
            Model common = model.commonModel(Unknown.COMMON).orElseThrow();
            double[] z = common.predict(counts.inputs(), new int[n]);
            double rise = 0;
            double total = 0;
            for (int i = 0; i < n; i++) {
                total += z[i] / n;
                rise += x.get(i, 0) > 0 ? z[i] : -z[i];
            }
            assertThat(total).isCloseTo(sum, within(0.25 * sum));
            assertThat(rise).isPositive();
        }
    }

    @Test
    void classesOfUnknownTasksHaveTheProbabilityOfTheLoss() {
        Dataset numbers = rows();
        double[] signs = IntStream.range(0, numbers.size())
                .mapToDouble(o -> numbers.label(o) > 8 ? 1 : -1)
                .toArray();
        LinearModel model = (LinearModel) new ConvexTrainer(Losses.logistic(), new Linear(), Relations.mean(1), 0.1)
                .train(numbers.withLabels(signs).asClasses())
                .model();

        Prediction one = predictor(model)
                .unknown(Unknown.COMMON)
                .predict(asked(Matrix.of(new double[] {3, 4}), "elsewhere"))
                .get(0);

        assertThat(one.category()).isPresent();
        assertThat(one.probability().orElseThrow()).isCloseTo(1 / (1 + Math.exp(-one.value())), within(1e-12));
    }

    /** Fresh tasks from where the known ones came: their labels are inside as often as the level says, within 3 in 100. */
    @Test
    void intervalsOfNewTasksHoldTheirLabels() {
        SplittableRandom random = new SplittableRandom(11);
        int held = 0;
        int all = 0;
        for (int repeat = 0; repeat < 6; repeat++) {
            Dataset data = rows(random, 30, 20);
            ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), 0.01);
            ModelFile.Content content = new Calibration(5, 3, true)
                    .of(
                            new ModelFile.Content(trainer.train(data).model(), Uncertainty.none()),
                            trainer,
                            data,
                            (done, of) -> {});
            Dataset fresh = rows(random, 200, 2);
            String[] names = IntStream.range(0, fresh.size())
                    .mapToObj(o -> "new" + fresh.task(o))
                    .toArray(String[]::new);
            Predictions found = Predictor.of(content)
                    .intervals(0.9)
                    .unknown(Unknown.COMMON)
                    .predict(asked(((DenseInputs) fresh.inputs()).values(), names));
            for (int o = 0; o < fresh.size(); o++) {
                Prediction one = found.get(o);
                held += fresh.label(o) >= one.low().orElseThrow()
                                && fresh.label(o) <= one.high().orElseThrow()
                        ? 1
                        : 0;
                all++;
            }
        }
        assertThat((double) held / all).isBetween(0.87, 0.97);
    }
}
