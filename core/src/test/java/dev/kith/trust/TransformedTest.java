package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.SingleTask;
import dev.kith.adapt.TaskAdapter;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Rows;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.data.transform.Transforming;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Setup;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.transform.TransformedTrainer;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.score.OutOfFold;
import dev.kith.select.Search;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels learned transformed: the fit is that of transformed labels, predictions are in the labels' units, on average right. */
class TransformedTest {
    private static final double ROUNDING = 1e-12;

    private static ConvexTrainer mean(Loss loss) {
        return new ConvexTrainer(loss, new Linear(), Relations.mean(3), 0.01);
    }

    private static <M extends Model> TransformedTrainer<M> transformed(Trainer<M> trainer, Transform transform) {
        return new TransformedTrainer<>(trainer, transform, true, false);
    }

    @ParameterizedTest
    @EnumSource(Transform.class)
    void fitsAreThoseOfLabelsTransformedByHand(Transform transform) {
        Dataset data = Multiplied.draw(new Random(1), 0.5, 0.5, 0.5).rows(40);
        double[] z = new double[data.size()];
        for (int o = 0; o < z.length; o++) {
            double y = data.label(o);
            z[o] = transform == Transform.LOG
                    ? Math.log(y)
                    : transform == Transform.LOG1P ? Math.log1p(y) : Math.sqrt(y);
        }
        LinearModel byHand = mean(Losses.squared())
                .train(data.withLabels(z))
                .model()
                .linear()
                .orElseThrow();
        Model model = transformed(mean(Losses.squared()), transform).train(data).model();
        LinearModel linear = model.linear().orElseThrow();
        assertThat(linear.weights()).isEqualTo(byHand.weights());
        assertThat(linear.intercept()).isEqualTo(byHand.intercept());
        TargetTransform back = model.info().schema().transform().orElseThrow();
        Matrix fitted = byHand.predict(data.inputs());
        Matrix predicted = model.predict(data.inputs());
        for (int t = 0; t < 3; t++) {
            double c = back.corrections().get(t);
            double f = fitted.get(0, t);
            double expected = switch (transform) {
                case LOG -> c * Math.exp(f);
                case LOG1P -> Math.max(0, c * Math.exp(f) - 1);
                case SQRT -> Math.max(0, f) * Math.max(0, f) + c;
            };
            assertThat(predicted.get(0, t)).isCloseTo(expected, within(1e-12 * (1 + Math.abs(expected))));
        }
    }

    @Test
    void aTaskAloneIsCorrectedToTheTotalOfItsLabels() {
        Dataset data = Multiplied.draw(new Random(2), 0.8).rows(60);
        for (Transform transform : Transform.values()) {
            Model model =
                    transformed(mean(Losses.squared()), transform).train(data).model();
            double labels = 0;
            double predictions = 0;
            double[] each = OutOfFold.predictions(model, data);
            for (int o = 0; o < data.size(); o++) {
                labels += data.label(o);
                predictions += each[o];
            }
            assertThat(predictions).as(transform.spec()).isCloseTo(labels, within(1e-9 * labels));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"absolute", "huber", "eps-insensitive", "quantile:0.8"})
    void quantilesAreTakenBackAsTheyAre(String loss) {
        Dataset data = Multiplied.draw(new Random(3), 0.5, 0.5).rows(30);
        Model model =
                transformed(mean(Losses.parse(loss)), Transform.LOG).train(data).model();
        TargetTransform back = model.info().schema().transform().orElseThrow();
        assertThat(back.corrected()).isFalse();
        Matrix fitted = TransformedTrainer.plain(model).predict(data.inputs());
        assertThat(model.predict(data.inputs())).isEqualTo(fitted.map(Math::exp));
    }

    @Test
    void medianLeavesTheSquaredLossUncorrected() {
        Dataset data = Multiplied.draw(new Random(3), 0.5, 0.5).rows(30);
        Model model = Search.on(data)
                .method("mean")
                .lambda(1)
                .transform(Transforming.parse("log:median"))
                .run()
                .model();
        assertThat(model.info().schema().transform().orElseThrow().corrections())
                .containsExactly(1.0, 1.0);
    }

    /**
     * Sums of predictions over fresh rows, as shares of the sums of true means, on average over draws of training rows. Exp of the fitted
     * logarithm alone falls short of them by a fifth or more.
     */
    @ParameterizedTest
    @CsvSource({"linear,0.0001", "linear,1", "linear,10", "gaussian,0.01", "gaussian,1"})
    void totalsAreRightHoweverMuchAFitShrinks(String kernel, double lambda) {
        Kernel k = kernel.equals("linear") ? new Linear() : new Gaussian(3);
        ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), k, Relations.mean(3), lambda);
        Random random = new Random(4);
        int draws = 300;
        double corrected = 0;
        double plain = 0;
        for (int draw = 0; draw < draws; draw++) {
            Multiplied truth = Multiplied.draw(random, 0.7, 0.7, 0.7);
            Dataset fresh = truth.rows(200);
            Model model =
                    transformed(trainer, Transform.LOG).train(truth.rows(100)).model();
            TargetTransform back = model.info().schema().transform().orElseThrow();
            double[] predicted = OutOfFold.predictions(model, fresh);
            for (int t = 0; t < 3; t++) {
                double sum = 0;
                for (int o = t; o < predicted.length; o += 3) {
                    sum += predicted[o];
                }
                corrected += sum / truth.total(fresh, t) / (3 * draws);
                plain += sum / back.corrections().get(t) / truth.total(fresh, t) / (3 * draws);
            }
        }
        assertThat(corrected).isCloseTo(1, within(0.02));
        assertThat(plain).isLessThan(0.83);
    }

    @Test
    void tasksWithMoreNoiseAreCorrectedMore() {
        Multiplied truth = Multiplied.draw(new Random(5), 0.2, 1.2);
        Dataset data = truth.rows(800);
        Model model =
                transformed(mean(Losses.squared()), Transform.LOG).train(data).model();
        TargetTransform back = model.info().schema().transform().orElseThrow();
        assertThat(back.corrections().get(0)).isCloseTo(Math.exp(0.02), within(0.05));
        assertThat(back.corrections().get(1)).isCloseTo(Math.exp(0.72), within(0.2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONFORMAL", "GAUSSIAN_PROCESS"})
    void intervalsHoldAsOftenAsTheySayAndReachFurtherUp(String source) {
        Random random = new Random(6);
        double inside = 0;
        int count = 0;
        for (int draw = 0; draw < 5; draw++) {
            Multiplied truth = Multiplied.draw(random, 0.6, 0.6, 0.6);
            Dataset data = truth.rows(100);
            Dataset fresh = truth.rows(400);
            Trainer<? extends Model> trainer = transformed(mean(Losses.squared()), Transform.LOG);
            ModelFile.Content plain = new ModelFile.Content(trainer.train(data).model(), Uncertainty.none());
            ModelFile.Content content = new Calibration(10, draw, true).of(plain, trainer, data, (done, of) -> {});
            Predictor predictor = Predictor.of(content).intervals(0.9, Predictor.IntervalSource.valueOf(source));
            var predictions = predictor.predict(rows(fresh));
            for (int o = 0; o < fresh.size(); o++) {
                double low = predictions.get(o).low().orElseThrow();
                double high = predictions.get(o).high().orElseThrow();
                inside += low <= fresh.label(o) && fresh.label(o) <= high ? 1 : 0;
                count++;
                double median = Math.sqrt(low * high);
                assertThat(high - median).isGreaterThan(median - low);
                assertThat(low).isPositive();
            }
        }
        assertThat(inside / count).isCloseTo(0.9, within(0.03));
    }

    private static Rows rows(Dataset data) {
        List<String> tasks = IntStream.range(0, data.size())
                .mapToObj(o -> data.tasks().get(data.task(o)))
                .toList();
        return new Rows(
                data.inputs(), tasks, List.of(), Collections.nCopies(tasks.size(), List.of()), 0, data.source());
    }

    /** Every method that learns numbers, and its file. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "stl", "pooled", "mean", "mtfl", "mtrl", "okl", "cluster", "sparse", "mkl", "mixed", "l21", "dirty"
            })
    void everyMethodPredictsInUnitsOfTheLabelsAndKeepsItInItsFile(String method, @TempDir Path directory)
            throws IOException {
        Dataset data = Multiplied.draw(new Random(7), 0.3, 0.3, 0.3).rows(40);
        Search search = Search.on(data).method(method).defaultsForTheRest().transform(Transforming.to(Transform.LOG));
        Model model = search.run().model();
        assertThat(model.info().schema().transform()).isPresent();
        requireClose(model, data);
        Path file = directory.resolve("model.kith");
        ModelFile.write(model, file);
        Model read = ModelFile.read(file);
        assertThat(read.info().schema()).isEqualTo(model.info().schema());
        assertThat(read.predict(data.inputs())).isEqualTo(model.predict(data.inputs()));
        Model one = SingleTask.of(read, "t2");
        assertThat(one.predict(data.inputs()).get(5, 0))
                .isCloseTo(
                        read.predict(data.inputs()).get(5, 1),
                        within(1e-9 * read.predict(data.inputs()).get(5, 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "fourier:50", "landmarks:20"})
    void kernelsAndWhatApproximatesThemToo(String approximation) {
        Dataset data = Multiplied.draw(new Random(8), 0.3, 0.3).rows(60);
        Model model = Search.on(data)
                .method("mean")
                .lambda(0.001)
                .kernel(new Gaussian(4))
                .approximation(Approximation.parse(approximation))
                .transform(Transforming.to(Transform.SQRT))
                .run()
                .model();
        requireClose(model, data);
    }

    /** Half of the variance of logarithms at least is explained. */
    private static void requireClose(Model model, Dataset data) {
        double[] z = OutOfFold.predictions(model, data);
        double left = 0;
        double all = 0;
        for (int o = 0; o < z.length; o++) {
            left += Math.pow(Math.log(data.label(o)) - Math.log(z[o]), 2);
            all += Math.pow(Math.log(data.label(o)) - 3.3, 2);
        }
        assertThat(left).isLessThan(0.5 * all);
    }

    @Test
    void rowsHeldOutChangeNothing() {
        Dataset data = Multiplied.draw(new Random(9), 0.5, 0.5).rows(40);
        double[] changed = new double[data.size()];
        for (int o = 0; o < changed.length; o++) {
            changed[o] = o < 20 ? 1000 * data.label(o) : data.label(o);
        }
        Trainer<? extends Model> trainer = transformed(mean(Losses.squared()), Transform.LOG);
        int[] rest = IntStream.range(20, data.size()).toArray();
        Model a = trainer.train(data.select(rest)).model();
        Model b = trainer.train(data.withLabels(changed).select(rest)).model();
        assertThat(a.info().schema()).isEqualTo(b.info().schema());
        assertThat(a.predict(data.inputs())).isEqualTo(b.predict(data.inputs()));
        assertThat(trainer.train(data.withLabels(changed)).model().info().schema())
                .isNotEqualTo(a.info().schema());
    }

    @Test
    void newTasksJoinOnTheSameScale() {
        Random random = new Random(10);
        Multiplied truth = Multiplied.draw(random, 0.3, 0.3, 0.3, 0.3);
        Dataset all = truth.rows(60);
        int[] known =
                IntStream.range(0, all.size()).filter(o -> all.task(o) < 3).toArray();
        Dataset three = renamed(all.select(known), 0, 3);
        Dataset fourth = renamed(
                all.select(IntStream.range(0, all.size())
                        .filter(o -> all.task(o) == 3)
                        .toArray()),
                3,
                4);
        Model model = Search.on(three)
                .method("mean")
                .lambda(0.1)
                .transform(Transforming.to(Transform.LOG))
                .run()
                .model();
        Model joined = new TaskAdapter(model).adapt(fourth).model();
        TargetTransform back = joined.info().schema().transform().orElseThrow();
        assertThat(back.corrections()).hasSize(4);
        assertThat(back.corrections().get(3)).isEqualTo(back.common());
        assertThat(joined.predict(three.inputs()).column(0))
                .usingComparatorWithPrecision(ROUNDING)
                .containsExactly(model.predict(three.inputs()).column(0));
        double sum = 0;
        for (double y : joined.predict(fourth.inputs()).column(3)) {
            sum += y;
        }
        assertThat(sum / truth.total(all, 3)).isCloseTo(1, within(0.1));
    }

    private static Dataset renamed(Dataset data, int from, int to) {
        int[] tasks = new int[data.size()];
        double[] y = new double[data.size()];
        for (int o = 0; o < y.length; o++) {
            tasks[o] = data.task(o) - from;
            y[o] = data.label(o);
        }
        return Dataset.ofLong(data.inputs(), data.tasks().subList(from, to), tasks, y);
    }

    @Test
    void autoTakesTheScaleThatPredictsBest() {
        Dataset multiplied = Multiplied.draw(new Random(11), 0.4, 0.4, 0.4).rows(150);
        assertThat(chosen(multiplied)).isEqualTo("log");
        Random random = new Random(12);
        Matrix x = Matrix.zeros(300, 2).map(zero -> random.nextGaussian());
        int[] tasks = new int[300];
        double[] y = new double[300];
        double[] root = new double[300];
        for (int i = 0; i < 300; i++) {
            tasks[i] = i % 3;
            double z = 8 + x.get(i, 0) - x.get(i, 1) + random.nextGaussian();
            y[i] = 10 + z;
            root[i] = i == 7 ? 0 : Math.max(0, 2 * z - 10) * Math.max(0, 2 * z - 10);
        }
        Dataset added = Dataset.ofLong(new DenseInputs(x, Names.numbered("x", 2)), Names.numbered("t", 3), tasks, y);
        assertThat(chosen(added)).isEqualTo("none");
        assertThat(chosen(added.withLabels(root))).isEqualTo("sqrt");
        double[] negative = y.clone();
        negative[3] = -1;
        assertThat(chosen(added.withLabels(negative))).isEqualTo("none");
    }

    private static String chosen(Dataset data) {
        return Search.on(data)
                .method("stl")
                .lambda(0.1)
                .transform(Transforming.AUTO)
                .choose()
                .setup()
                .transforming()
                .spec();
    }

    @Test
    void whatCannotBeTransformedIsRefusedByRow() {
        Dataset data = Multiplied.draw(new Random(13), 0.5, 0.5).rows(3);
        Trainer<? extends Model> log = transformed(mean(Losses.squared()), Transform.LOG);
        assertThatThrownBy(() -> log.train(data.withLabels(1, 2, 0, 4, 5, 6)))
                .isInstanceOf(DataException.class)
                .hasMessage("row 3, task 't1': the logarithm of labels needs them > 0, got 0.0; log1p and sqrt take 0");
        Trainer<? extends Model> root = transformed(mean(Losses.squared()), Transform.SQRT);
        assertThatThrownBy(() -> root.train(data.withLabels(1, 2, 3, -4, 5, 6)))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "row 4, task 't2': the square root of labels needs them >= 0, got -4.0; learn labels as they are");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mean|poisson|transform is for losses of numbers in any units (squared, absolute, huber, eps-insensitive,"
                        + " quantile), got poisson",
                "mean|logistic|transform is for losses of numbers in any units (squared, absolute, huber, eps-insensitive,"
                        + " quantile), got logistic",
                "constrained|squared|transform is not used by method 'constrained', whose outputs are bound to each other in"
                        + " their own units",
            })
    void whatKnowsNoTransformSaysSo(String method, String loss, String message) {
        Method chosen = Methods.named(method);
        Map<String, String> given = chosen.has("constraint") ? Map.of("constraint", "simplex") : Map.of();
        Setup setup = new Setup(
                        TaskLosses.all(Losses.parse(loss)),
                        new Linear(),
                        chosen.usual(),
                        Approximation.AUTO,
                        chosen.settings(given).first())
                .with(Transforming.to(Transform.LOG));
        assertThatThrownBy(() -> chosen.trainer(setup, 1)).hasMessage(message);
    }

    @Test
    void spellingsComeBack() {
        for (String spec : new String[] {"none", "auto", "log", "log1p", "sqrt", "sqrt:median"}) {
            assertThat(Transforming.parse(spec).spec()).isEqualTo(spec);
        }
        assertThatThrownBy(() -> Transforming.parse("cube"))
                .hasMessage("transform must be none, log, log1p, sqrt, log:median, log1p:median, sqrt:median or auto,"
                        + " got 'cube'");
    }
}
