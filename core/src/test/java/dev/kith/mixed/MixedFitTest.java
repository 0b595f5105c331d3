package dev.kith.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.moments.Moments;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.LinearModel.Effects;
import dev.kith.model.Training;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What theory says of mixed models. */
class MixedFitTest {
    private static final int TASKS = 60;

    private static Fit<LinearModel> fit(Dataset data, String random, String covariance) {
        return new MixedTrainer(Slopes.parse(random), Covariance.parse(covariance), Training.defaults()).train(data);
    }

    private static Effects effects(Fit<LinearModel> fit) {
        return fit.model().effects().orElseThrow();
    }

    /** Balanced tasks without features: within mean square, and (between - within) / n, are the estimates in closed form. */
    @Test
    void balancedTasksAreTheAnalysisOfVariance() {
        Random random = new Random(5);
        int size = 7;
        double[] labels = new double[TASKS * size];
        int[] taskOf = new int[labels.length];
        double[] means = new double[TASKS];
        double mean = 0;
        for (int t = 0; t < TASKS; t++) {
            double own = random.nextGaussian();
            for (int k = 0; k < size; k++) {
                taskOf[t * size + k] = t;
                labels[t * size + k] = 10 + own + 2 * random.nextGaussian();
                means[t] += labels[t * size + k] / size;
            }
            mean += means[t] / TASKS;
        }
        double within = 0;
        double between = 0;
        for (int i = 0; i < labels.length; i++) {
            within += Math.pow(labels[i] - means[taskOf[i]], 2) / (TASKS * (size - 1));
            between += Math.pow(means[taskOf[i]] - mean, 2) / (TASKS - 1);
        }
        double variance = (between - within) / size;
        Dataset data = Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(labels.length, 1)), Names.numbered("t", TASKS), taskOf, labels);
        Fit<LinearModel> fit = fit(data, "none", "full");
        Effects found = effects(fit);
        assertThat(found.residual()).isCloseTo(within, within(1e-5 * within));
        assertThat(found.covariance().get(0, 0)).isCloseTo(variance, within(1e-5 * variance));
        assertThat(found.share()).isCloseTo(variance / (variance + within), within(1e-5));
        assertThat(found.fixed().get(0, 0)).isCloseTo(mean, within(1e-9));
        double shrunk = mean + variance / (variance + within / size) * (means[0] - mean);
        assertThat(fit.model().intercepts()[0]).isCloseTo(shrunk, within(1e-5));
    }

    @Test
    void aTaskWithoutRowsHasTheCommonEffects() {
        Dataset data = data(3, 0.5);
        Dataset more = Dataset.ofLong(
                data.inputs(), Names.numbered("t", TASKS + 1), range(data.size(), data::task), labels(data));
        Fit<LinearModel> fit = fit(more, "x1", "full");
        for (int j = 0; j < 3; j++) {
            assertThat(fit.model().weights().get(j, TASKS))
                    .isCloseTo(effects(fit).fixed().get(0, 1 + j), within(1e-12));
        }
        assertThat(fit.model().intercepts()[TASKS])
                .isCloseTo(effects(fit).fixed().get(0, 0), within(1e-12));
    }

    /** A feature that is constant within every task has a coefficient, which free intercepts would absorb. */
    @Test
    void whatIsConstantWithinTasksHasAnEffect() {
        Effects found = effects(fit(data(3, 0.5), "x1", "full"));
        assertThat(found.fixed().get(0, 3))
                .isCloseTo(2, within(4 * found.errors().get(0, 3)));
        assertThat(found.errors().get(0, 3)).isBetween(0.01, 0.5);
    }

    @Test
    void slopesThatVaryAreFoundAndOthersAreNot() {
        assertThat(fit(data(1, 0.8), "auto", "full").model().info().parameters())
                .containsEntry("random", "x1");
        assertThat(fit(data(1, 0), "auto", "full").model().info().parameters()).containsEntry("random", "none");
    }

    @Test
    void lowRankIsBetweenNothingAndFull() {
        Dataset data = data(7, 0.5);
        double one = fit(data, "x1,x2", "low-rank:1").report().objective();
        double two = fit(data, "x1,x2", "low-rank:2").report().objective();
        double three = fit(data, "x1,x2", "low-rank:3").report().objective();
        double full = fit(data, "x1,x2", "full").report().objective();
        assertThat(one).isGreaterThan(two);
        assertThat(two).isGreaterThanOrEqualTo(three - 1e-6);
        assertThat(three).isCloseTo(full, within(1e-6));
    }

    /** Moments are all that a fit knows of the rows. */
    @Test
    void collapsedRowsGiveTheSameFit() {
        Dataset data = data(11, 0.5);
        Dataset collapsed = Moments.of(data).dataset();
        assertThat(collapsed.size()).isLessThan(data.size());
        Fit<LinearModel> rows = fit(data, "x1", "full");
        Fit<LinearModel> moments = fit(collapsed, "x1", "full");
        assertThat(moments.report().objective()).isCloseTo(rows.report().objective(), within(1e-6));
        assertThat(moments.model().weights().plus(-1, rows.model().weights()).maxAbs())
                .isLessThan(1e-6);
    }

    /** Tasks that lie 10^4 residual deviations apart lose no digits of what happens within them. */
    @Test
    void tasksFarApartKeepTheDigitsWithinThem() {
        Dataset data = data(13, 0);
        double[] far = labels(data);
        for (int o = 0; o < far.length; o++) {
            far[o] += 1e4 * Math.sin(data.task(o));
        }
        Fit<LinearModel> fit = fit(data.withLabels(far), "none", "full");
        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
        assertThat(effects(fit).residual()).isBetween(0.8, 1.2);
        assertThat(effects(fit).fixed().get(0, 1)).isCloseTo(1, within(0.3));
        assertThat(effects(fit).share()).isGreaterThan(0.999999);
    }

    @Test
    void effectsAreSavedWithTheModel(@TempDir Path directory) throws IOException {
        LinearModel model = fit(data(3, 0.5), "x1", "full").model();
        ModelFile.write(model, directory.resolve("m.kith"));
        assertThat(((LinearModel) ModelFile.read(directory.resolve("m.kith"))).effects())
                .isEqualTo(model.effects());
    }

    @Test
    void wrongSettingsAndDataAreRefusedByName() {
        Dataset data = data(3, 0.5);
        assertThatThrownBy(() -> Covariance.parse("low-rank:0"))
                .hasMessage(
                        "covariance must be diagonal, full or low-rank:R with a whole number R >= 1, got 'low-rank:0'");
        assertThatThrownBy(() -> Slopes.parse("x1,"))
                .hasMessage("random must be auto, all, none or names of columns separated by commas, got 'x1,'");
        assertThatThrownBy(() -> fit(data, "x4", "full"))
                .isInstanceOf(DataException.class)
                .hasMessage("random: unknown feature 'x4'; did you mean 'x1' or 'x2' or 'x3'?");
        assertThatThrownBy(() -> fit(data.select(0, 12, 24), "none", "full"))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "method 'mixed' needs more labels than features that are no combination of others, got 3 labels"
                                + " and 3 such columns; name fewer features, or use a method with lambda");
    }

    /** y = 3 + own + (1 + slope u_t) x1 - x2 + 2 x3 + noise; x3 is constant within tasks. */
    private static Dataset data(long seed, double slope) {
        Random random = new Random(seed);
        int size = 12;
        int n = TASKS * size;
        Matrix x = Matrix.zeros(n, 3);
        int[] taskOf = new int[n];
        double[] labels = new double[n];
        for (int t = 0; t < TASKS; t++) {
            double own = random.nextGaussian();
            double turn = slope * random.nextGaussian();
            double attribute = random.nextGaussian();
            for (int k = 0; k < size; k++) {
                int i = t * size + k;
                taskOf[i] = t;
                x.set(i, 0, random.nextGaussian());
                x.set(i, 1, random.nextGaussian());
                x.set(i, 2, attribute);
                labels[i] = 3 + own + (1 + turn) * x.get(i, 0) - x.get(i, 1) + 2 * attribute + random.nextGaussian();
            }
        }
        return Dataset.ofLong(
                new DenseInputs(x, List.of("x1", "x2", "x3")), Names.numbered("t", TASKS), taskOf, labels);
    }

    private static double[] labels(Dataset data) {
        double[] labels = new double[data.size()];
        java.util.Arrays.setAll(labels, data::label);
        return labels;
    }

    private static int[] range(int size, java.util.function.IntUnaryOperator value) {
        int[] values = new int[size];
        java.util.Arrays.setAll(values, value);
        return values;
    }

    /** All values of a column, of which some come a few times in 22,000 rows, and rare marks: rounding leaves more of the last value than of others. */
    @Test
    void rareCategoriesThatAddUpToOneAreNoFurtherColumns() {
        int rows = 22_000;
        for (int seed : new int[] {1, 8, 10}) {
            SplittableRandom dice = new SplittableRandom(seed);
            Matrix x = Matrix.zeros(rows, 29);
            int[] task = new int[rows];
            double[] y = new double[rows];
            for (int i = 0; i < rows; i++) {
                int category = (int) Math.min(17, Math.abs(dice.nextGaussian() * 4));
                task[i] = dice.nextInt(78);
                x.set(i, category, 1);
                int group = dice.nextInt(4);
                x.set(i, 18 + group, 1);
                x.set(i, 22, group + (dice.nextInt(500) == 0 ? 1 : 0));
                for (int j = 23; j < 27; j++) {
                    x.set(i, j, dice.nextInt(150) == 0 ? 1 : 0);
                }
                x.set(i, 27, dice.nextGaussian());
                x.set(i, 28, 1977 + category / 4);
                y[i] = 500 + task[i] + category + 10 * dice.nextGaussian();
            }
            Dataset data = Dataset.ofLong(DenseInputs.of(x), Names.numbered("school", 78), task, y);
            LinearModel model = new MixedTrainer(Slopes.parse("none"), Covariance.full(), Training.defaults())
                    .train(data)
                    .model();
            assertThat(model.weights().row(28)[0]).as("the year").isZero();
            assertThat(model.weights().row(1)[0] - model.weights().row(0)[0]).isCloseTo(1, within(1.0));
        }
    }
}
