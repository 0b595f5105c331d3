package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.SingleTask;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.EnsembleModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Predictions.Unknown;
import dev.kith.score.Measure;
import dev.kith.score.Split;
import dev.kith.select.Comparison.Compared;
import dev.kith.trust.Explainer;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several methods of a comparison together. */
class EnsembleTest {
    private static final int TASKS = 12;

    /**
     * A common step that no line follows, found by trees, and slopes of every task's own, which trees have too few rows of a task for.
     *
     * @param classes whether labels are signs
     */
    private static Dataset complementary(long seed, int each, boolean classes) {
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom slopes = new SplittableRandom(99);
        double[][] slope = IntStream.range(0, TASKS)
                .mapToObj(t -> Families.gaussian(slopes, 3))
                .toArray(double[][]::new);
        int n = TASKS * each;
        Matrix x = Matrix.zeros(n, 4);
        double[] y = new double[n];
        int[] task = new int[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % TASKS;
            for (int j = 0; j < 4; j++) {
                x.set(i, j, random.nextGaussian());
            }
            double step = Math.abs(x.get(i, 3)) < 0.7 ? 1.5 : -1.5;
            y[i] = step + 0.3 * random.nextGaussian();
            for (int j = 0; j < 3; j++) {
                y[i] += 0.8 * slope[task[i]][j] * x.get(i, j);
            }
            y[i] = classes ? Math.signum(y[i]) : y[i];
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", TASKS), task, y);
    }

    private static Comparison compared(Dataset data) {
        return Compare.on(data).methods("mean", "boosted").folds(3).run();
    }

    private static double mse(Model model, Dataset data) {
        int[] rows = IntStream.range(0, data.size()).map(data::row).toArray();
        int[] tasks = IntStream.range(0, data.size()).map(data::task).toArray();
        double[] z = model.predict(data.inputs().select(rows), tasks);
        return IntStream.range(0, z.length)
                .mapToDouble(o -> (z[o] - data.label(o)) * (z[o] - data.label(o)) / z.length)
                .sum();
    }

    @Test
    void methodsThatSeeDifferentThingsAreBetterTogether(@TempDir Path dir) throws IOException {
        Dataset data = complementary(1, 40, false);
        Comparison c = compared(data);
        Ensemble several = c.ensemble().orElseThrow();
        assertThat(several.parts())
                .extracting(Compared::name)
                .contains("boosted")
                .hasSizeGreaterThan(1);
        assertThat(several.best()).isTrue();
        assertThat(several.mean()).as("rmse").isLessThan(0.98 * c.winner().mean());
        assertThat(c.best().model()).isInstanceOf(EnsembleModel.class);
        assertThat(String.join(" ", c.sentences()))
                .contains("Several together: ensemble = ")
                .contains("more than chance, so it is the best.");
        Dataset fresh = complementary(2, 100, false);
        Model model = c.best().model();
        double single = mse(c.trained(c.winner()).model(), fresh);
        assertThat(mse(model, fresh)).as("on rows nobody saw").isLessThan(0.95 * single);
        assertThat(several.heldOut().scores(Measure.MSE, data).overall().orElseThrow())
                .as("what was said of it does not flatter")
                .isGreaterThan(0.9 * mse(model, fresh));
        checkFile(c, several, dir.resolve("e.kith"));
        checkOtherUses(c, model, fresh);
    }

    private static void checkFile(Comparison c, Ensemble several, Path file) throws IOException {
        ModelFile.write(c.calibrated(several), file);
        ModelFile.Content back = ModelFile.readContent(file);
        assertThat(back.model().predict(c.data().inputs()))
                .isEqualTo(c.best().model().predict(c.data().inputs()));
        assertThat(back.uncertainty().errors()).isPresent();
        StringWriter csv = new StringWriter();
        c.writePredictions(csv);
        assertThat(csv.toString().lines().findFirst())
                .contains("row,task,fold,label,stl,mean,boosted,ensemble,constant");
    }

    private static void checkOtherUses(Comparison c, Model model, Dataset fresh) {
        Model one = SingleTask.of(model, "task3");
        assertThat(one.predict(fresh.inputs()).column(0))
                .containsExactly(model.predict(fresh.inputs()).column(2), within(1e-9));
        assertThat(model.commonModel(Unknown.ATTRIBUTES)).isEmpty();
        Matrix common = model.commonModel(Unknown.COMMON).orElseThrow().predict(fresh.inputs());
        assertThat(common.cols()).isEqualTo(1);
        assertThat(common.data()).doesNotContain(Double.NaN);
        assertThat(model.linear()).isEmpty();
        assertThatThrownBy(() -> Explainer.of(model)).hasMessageContaining("cannot be taken apart");
        assertThat(c.best().report().gap()).isLessThan(1e-9);
    }

    @Test
    void decisionsOfClassesAreWeighedByLogisticLoss() {
        Dataset data = complementary(3, 60, true);
        Comparison c = Compare.on(data)
                .methods("mean", "boosted")
                .loss(Losses.logistic())
                .measure(Measure.LOG_LOSS)
                .folds(3)
                .run();
        Ensemble several = c.ensemble().orElseThrow();
        assertThat(several.best()).isTrue();
        Model model = c.trained(several).model();
        double decision = model.predict(
                        data.inputs(),
                        IntStream.range(0, data.size()).map(data::task).toArray())[0];
        assertThat(model.probability(data.task(0), decision)).hasValue(1 / (1 + Math.exp(-decision)));
    }

    /** Where nothing can be learned, nothing is gained and little lost, and no single method is replaced. */
    @Test
    void noiseReplacesNobody() {
        for (long seed = 1; seed <= 4; seed++) {
            Dataset noise = Families.draw(seed, 8, 25, 1, t -> new double[3]);
            Comparison c =
                    Compare.on(noise).methods("mean", "pooled", "mtfl").folds(3).run();
            Ensemble several = c.ensemble().orElseThrow();
            assertThat(several.best()).isFalse();
            assertThat(c.best().model().info().method()).isEqualTo(c.winner().name());
            double best = c.methods().stream()
                    .mapToDouble(m ->
                            m.heldOut().scores(Measure.MSE, noise).overall().orElseThrow())
                    .min()
                    .orElseThrow();
            // the bound of StackingTest: 3 free weights from two thirds of 200 labels
            assertThat(several.heldOut().scores(Measure.MSE, noise).overall().orElseThrow())
                    .isLessThan(best * (1 + 4.0 * 3 / (200 * 2 / 3.0)));
        }
    }

    @Test
    void linearPartsAreOneLinearModel() {
        Comparison c = Compare.on(Families.draw(5, 6, 30, 1, t -> new double[] {t, 1, -1}))
                .methods("mean", "mtfl")
                .folds(3)
                .run();
        Ensemble several = c.ensemble().orElseThrow();
        Model model = c.trained(several).model();
        LinearModel linear = model.linear().orElseThrow();
        assertThat(linear.predict(c.data().inputs()).data())
                .containsExactly(model.predict(c.data().inputs()).data(), within(1e-9));
        assertThat(model.intercepts()).containsExactly(linear.intercepts());
        assertThat(Explainer.of(model).explain(c.data().inputs(), 0, 0).sum())
                .isCloseTo(model.predict(c.data().inputs()).get(0, 0), within(1e-9));
    }

    @Test
    void whatIsNotWeighedSaysWhy() {
        Dataset data = Families.draw(6, 4, 20, 1, t -> new double[] {1, t});
        Comparison split = Compare.on(data)
                .methods("mean")
                .split(Split.holdOut(data, 0.3, 1))
                .run();
        assertThat(split.ensemble()).isEmpty();
        assertThat(split.sentences())
                .contains(
                        "Several methods together were not tried: weights are learned from labels held out in other folds,"
                                + " and there is one split.");
        Comparison absolute = Compare.on(data)
                .methods("mean")
                .loss(Losses.absolute())
                .folds(2)
                .run();
        assertThat(absolute.ensemble()).isEmpty();
        assertThat(absolute.sentences())
                .contains(
                        "Several methods together were not tried: weights are learned by squared errors of numbers, and the"
                                + " loss is absolute.");
        assertThat(absolute.best().model().info().method())
                .isEqualTo(absolute.winner().name());
    }

    /** Choosing on the labels that are measured flatters the choice; chosen by others, pure chance gains nothing. */
    @Test
    void theSafeChoiceIsMeasuredByLabelsThatHadNoPart() {
        double chosen = 0;
        double fresh = 0;
        for (long seed = 1; seed <= 6; seed++) {
            Dataset data = Families.draw(seed, 20, 12, 1, t -> new double[] {0.5, 0.5 * (t % 2), 0});
            Comparison c = Compare.on(data).methods("mean").folds(4).run();
            HeldOut held = c.safeHeldOut(c.sharing()).orElseThrow();
            fresh += held.scores(c.measure(), data).steadyMean().orElseThrow();
            double[] flattered = c.sharing().heldOut().predictions();
            double[] alone = c.baseline().heldOut().predictions();
            for (int o = 0; o < flattered.length; o++) {
                flattered[o] = c.alone(c.sharing()).contains(data.tasks().get(data.task(o))) ? alone[o] : flattered[o];
            }
            chosen += dev.kith.score.Scores.of(c.measure(), data, flattered)
                    .steadyMean()
                    .orElseThrow();
        }
        assertThat(fresh).as("six times the mean nmse").isGreaterThan(chosen + 0.05);
    }
}
