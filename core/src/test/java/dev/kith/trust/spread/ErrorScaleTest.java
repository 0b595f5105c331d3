package dev.kith.trust.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.LinearPosterior;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.numeric.StudentT;
import dev.kith.structure.Relations;
import dev.kith.trust.Intervals;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scales of errors, noise and normal intervals against their formulas, written out. */
class ErrorScaleTest {
    private static final int[] TASKS = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2};
    private static final double[] LABELS = {1, 3, 4, 8, 100, 130, 190, 0.1, 0.4, 0.2, 0.6, 0.9};
    private static final double[] PREDICTIONS = {2, 2.5, 5, 6, 110, 150, 160, 0.2, 0.1, Double.NaN, 0.5, 1.4};
    private static final double[] WEIGHTS = {1, 2, 1, 3, 1, 1, 4, 1, 1, 1, 1, 0.5};

    private static Dataset data() {
        Matrix x = Matrix.zeros(LABELS.length, 1);
        for (int i = 0; i < LABELS.length; i++) {
            x.set(i, 0, Math.sin(3 * i));
        }
        int[] rows = IntStream.range(0, LABELS.length).toArray();
        return Dataset.of(DenseInputs.of(x), List.of("a", "b", "c"), rows, TASKS, LABELS, WEIGHTS, null);
    }

    private static double[] of(int task, boolean errors, int without, double[] predictions) {
        return IntStream.range(0, LABELS.length)
                .filter(o -> TASKS[o] == task && o != without && !(errors && Double.isNaN(predictions[o])))
                .mapToDouble(o -> errors ? Math.pow(LABELS[o] - predictions[o], 2) : LABELS[o])
                .toArray();
    }

    private static double sum(double[] values) {
        return java.util.Arrays.stream(values).sum();
    }

    /** Mean squared distance from the mean, 1 where the units are the same. */
    private static double unit(int task, int without, boolean same) {
        double[] labels = of(task, false, without, PREDICTIONS);
        double mean = sum(labels) / labels.length;
        return same
                ? 1
                : java.util.Arrays.stream(labels)
                                .map(y -> (y - mean) * (y - mean))
                                .sum()
                        / labels.length;
    }

    private static VariancePrior prior(boolean same, double[] predictions) {
        double[] squares = new double[3];
        int[] counts = new int[3];
        for (int t = 0; t < 3; t++) {
            double[] errors = of(t, true, -1, predictions);
            squares[t] = sum(errors) / unit(t, -1, same);
            counts[t] = errors.length;
        }
        return VariancePrior.of(squares, counts);
    }

    private static double scale(int task, int without, boolean same, double[] predictions) {
        VariancePrior prior = prior(same, predictions);
        double[] errors = of(task, true, without, predictions);
        double common = prior.count() * prior.variance() * unit(task, without, same);
        return Math.sqrt((sum(errors) + common) / (errors.length + prior.count()));
    }

    @Test
    void scalesAreDrawnToTheCommonOneInUnitsOfTheTask() {
        for (boolean same : new boolean[] {false, true}) {
            ErrorScale scales = new ErrorScale(data(), PREDICTIONS, same);
            for (int t = 0; t < 3; t++) {
                double expected = scale(t, -1, same, PREDICTIONS);
                assertThat(scales.of(t)).isCloseTo(expected, within(1e-12 * expected));
                assertThat(scales.freedom(t))
                        .isCloseTo(
                                prior(same, PREDICTIONS).count() + of(t, true, -1, PREDICTIONS).length, within(1e-12));
            }
        }
    }

    @Test
    void withoutAnObservationIsAsIfItHadNotBeenThere() {
        for (boolean same : new boolean[] {false, true}) {
            ErrorScale scales = new ErrorScale(data(), PREDICTIONS, same);
            for (int o = 0; o < LABELS.length; o++) {
                if (!Double.isNaN(PREDICTIONS[o])) {
                    double[] left = of(TASKS[o], true, o, PREDICTIONS);
                    VariancePrior prior = prior(same, PREDICTIONS);
                    double common = prior.count() * prior.variance() * unit(TASKS[o], o, same);
                    double expected = Math.sqrt((sum(left) + common) / (left.length + prior.count()));
                    assertThat(scales.without(o)).as("without " + o).isCloseTo(expected, within(1e-9 * expected));
                }
            }
        }
    }

    private static Model model() {
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), 0.1, Training.defaults())
                .train(data())
                .model();
    }

    /** spread_t(x) = offset_t + shape_t (x - centre_t)^2. */
    private static LinearPosterior posterior(double... freedom) {
        return new LinearPosterior(
                Matrix.of(new double[] {4, 9, 0.25}),
                Matrix.of(freedom),
                Matrix.of(new double[] {0.1, 0.2, 0.3}),
                Matrix.of(new double[][] {{0.5}, {0}, {-1}}),
                Matrix.of(new double[][] {{0.02}, {0.04}, {0.06}}));
    }

    private static double spread(int task, double x) {
        double[] centre = {0.5, 0, -1};
        return 0.1 * (task + 1) + 0.02 * (task + 1) * Math.pow(x - centre[task], 2);
    }

    /** Held-out errors shrink by the root of 1 - h, h = spread x the share of the label's weight in its task's mean. */
    @Test
    void noiseIsWhatErrorsWouldBeWithoutTheUncertaintyOfPredictions() {
        double[] mean = new double[3];
        double[] count = new double[3];
        for (int o = 0; o < LABELS.length; o++) {
            mean[TASKS[o]] += WEIGHTS[o];
            count[TASKS[o]]++;
        }
        double[] adjusted = new double[LABELS.length];
        for (int o = 0; o < LABELS.length; o++) {
            double h = spread(TASKS[o], Math.sin(3 * o)) * WEIGHTS[o] / (mean[TASKS[o]] / count[TASKS[o]]);
            adjusted[o] = LABELS[o] - (LABELS[o] - PREDICTIONS[o]) * Math.sqrt(Math.max(0, 1 - h));
        }
        for (boolean same : new boolean[] {false, true}) {
            Posterior found = NoiseLevel.estimate(posterior(1, 1, 1), model(), data(), PREDICTIONS, same);
            for (int t = 0; t < 3; t++) {
                double expected = Math.pow(scale(t, -1, same, adjusted), 2);
                assertThat(found.noise().get(0, t)).isCloseTo(expected, within(1e-10 * expected));
                double freedom = prior(same, adjusted).count() + of(t, true, -1, adjusted).length;
                assertThat(found.freedom().get(0, t)).isCloseTo(freedom, within(1e-10));
            }
        }
    }

    @Test
    void normalIntervalsAreQuantilesOfNoiseAndSpread() {
        DenseInputs x = DenseInputs.of(Matrix.of(new double[][] {{0.3}, {-2}}));
        Intervals intervals = Intervals.gaussian(posterior(3, 8, 0), model(), 0.9);
        Matrix half = intervals.halfWidths(x);
        double[] points = {0.3, -2};
        for (int i = 0; i < 2; i++) {
            assertThat(half.get(i, 0))
                    .isCloseTo(StudentT.twoSided(0.9, 3) * Math.sqrt(4 * (1 + spread(0, points[i]))), within(1e-9));
            assertThat(half.get(i, 1))
                    .isCloseTo(StudentT.twoSided(0.9, 8) * Math.sqrt(9 * (1 + spread(1, points[i]))), within(1e-9));
            assertThat(half.get(i, 2)).as("a task without any error").isInfinite();
        }
        assertThat(intervals.halfWidths(x, new int[] {1, 0})).containsExactly(half.get(0, 1), half.get(1, 0));
    }

    /** Bonferroni over three tasks: 0.9 of a row is 1 - 0.1 / 3 of each label. */
    @Test
    void jointIntervalsShareTheLevelAmongTasks() {
        DenseInputs x = DenseInputs.of(Matrix.of(new double[][] {{0.3}}));
        Matrix joint = Intervals.jointGaussian(posterior(3, 8, 5), model(), 0.9).halfWidths(x);
        Matrix single =
                Intervals.gaussian(posterior(3, 8, 5), model(), 1 - 0.1 / 3).halfWidths(x);
        assertThat(joint.plus(-1, single).maxAbs()).isLessThan(1e-12);
    }
}
