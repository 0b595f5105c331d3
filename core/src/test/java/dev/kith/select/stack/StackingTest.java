package dev.kith.select.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.select.stack.Stacking.Stacked;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which contenders are kept, how they are weighed, and that what is shown of them is honest. */
class StackingTest {
    private static final int FOLDS = 5;

    /** Rows of some tasks whose labels are known to contenders up to an error each. */
    @SuppressWarnings("ArrayRecordComponent") // for these tests, never compared
    private record Family(int tasks, int each, double[][] errors, double[] labels) {
        /**
         * @param common standard deviations of errors that all contenders have
         * @param own standard deviation of what each contender adds, a row per kind of task (tasks take turns)
         */
        static Family draw(long seed, int tasks, int each, double common, double[]... own) {
            Random random = new Random(seed);
            int n = tasks * each;
            double[] labels = random.doubles(n, -3, 3).toArray();
            double[][] errors = new double[own[0].length][n];
            for (int i = 0; i < n; i++) {
                double shared = common * random.nextGaussian();
                for (int k = 0; k < errors.length; k++) {
                    errors[k][i] = shared + own[i % tasks % own.length][k] * random.nextGaussian();
                }
            }
            return new Family(tasks, each, errors, labels);
        }

        StackRows rows() {
            int n = labels.length;
            double[] weights = new double[n];
            Arrays.fill(weights, 1);
            int[] task = new int[n];
            int[] folds = new int[n];
            double[][] predictions = new double[errors.length][n];
            for (int i = 0; i < n; i++) {
                task[i] = i % tasks;
                folds[i] = i / tasks % FOLDS;
                for (int k = 0; k < errors.length; k++) {
                    predictions[k][i] = labels[i] + errors[k][i];
                }
            }
            return new StackRows(labels, weights, task, folds, predictions, new boolean[tasks], true);
        }
    }

    private static double mse(StackRows rows, double[] predictions) {
        double sum = 0;
        int count = 0;
        for (int o = 0; o < predictions.length; o++) {
            if (!Double.isNaN(predictions[o])) {
                double error = predictions[o] - rows.labels()[o];
                sum += error * error;
                count++;
            }
        }
        return sum / count;
    }

    private static double best(StackRows rows) {
        return Arrays.stream(rows.predictions())
                .mapToDouble(of -> mse(rows, of))
                .min()
                .orElseThrow();
    }

    /*
     * The bound: K - 1 free weights learned by least squares from N' = N (F - 1)/F labels add about (K - 1)/N' of the error to what the best fixed
     * weights have, which are no worse than the best contender's; weights that differ by task are only taken where they were better on labels left out.
     * Four times that covers the spread from seed to seed.
     */
    private static double bound(StackRows rows) {
        return 1 + 4.0 * (rows.contenders() - 1) / (rows.labels().length * (FOLDS - 1.0) / FOLDS);
    }

    @ParameterizedTest
    @CsvSource({"1,10,10", "2,10,10", "3,4,30", "4,40,10", "5,3,10", "6,25,40", "7,10,10", "8,20,6"})
    void neverWorseThanTheBestByMoreThanTheBound(long seed, int tasks, int each) {
        StackRows noise = Family.draw(seed, tasks, each, 1, new double[] {0.3, 0.3, 0.3, 0.3, 0.3, 0.3})
                .rows();
        StackRows oneGood = Family.draw(seed, tasks, each, 1, new double[] {0, 0.5, 1, 2, 1, 1, 3, 0.3})
                .rows();
        StackRows copies = Family.draw(seed, tasks, each, 1, new double[] {1e-3, 1e-3, 1e-3, 2})
                .rows();
        for (StackRows rows : new StackRows[] {noise, oneGood, copies}) {
            Stacked found = Stacking.of(rows, false);
            assertThat(mse(rows, found.predictions())).isLessThan(best(rows) * bound(rows));
        }
    }

    @Test
    void independentErrorsAverageOut() {
        StackRows rows = Family.draw(11, 10, 40, 0, new double[] {1, 1, 1, 1}).rows();
        Stacked found = Stacking.of(rows, false);
        assertThat(mse(rows, found.predictions())).isBetween(0.2, 0.3);
        assertThat(found.weights().drawn()).as("tasks do not differ").isInfinite();
        assertThat(found.shares()).allSatisfy(share -> assertThat(share).isCloseTo(0.25, within(0.08)));
    }

    @Test
    void tasksOfTwoKindsHaveWeightsOfTheirOwn() {
        StackRows rows = Family.draw(12, 20, 40, 0, new double[] {0.3, 3}, new double[] {3, 0.3})
                .rows();
        Stacked found = Stacking.of(rows, false);
        assertThat(found.weights().drawn()).isFinite();
        assertThat(found.weights().task(0)[0]).isGreaterThan(0.8);
        assertThat(found.weights().task(1)[0]).isLessThan(0.2);
        assertThat(mse(rows, found.predictions()))
                .as("common weights come to about half of 9 + 0.09")
                .isLessThan(0.3);
    }

    @Test
    void contendersWithLittleWeightAreLeftOut() {
        StackRows rows = Family.draw(13, 10, 40, 0, new double[] {1, 9, 1, 9}).rows();
        Stacked found = Stacking.of(rows, false);
        assertThat(found.kept()).containsExactly(0, 2);
        assertThat(found.shares().stream().mapToDouble(share -> share).sum()).isCloseTo(1, within(1e-12));
        assertThat(found.weights().perTask().rows()).isEqualTo(2);
    }

    /** Labels of a fold change nothing that is predicted for it. */
    @Test
    void predictionsOfAFoldKnowNothingOfItsLabels() {
        StackRows rows = Family.draw(14, 5, 30, 0, new double[] {1, 2, 1}, new double[] {2, 1, 1})
                .rows();
        double[] before = Stacking.of(rows, false).predictions();
        for (int o = 0; o < before.length; o++) {
            rows.labels()[o] += rows.folds()[o] == 2 ? 100 * (o % 3) : 0;
        }
        double[] after = Stacking.of(rows, false).predictions();
        boolean others = false;
        for (int o = 0; o < before.length; o++) {
            if (rows.folds()[o] == 2) {
                assertThat(after[o]).isEqualTo(before[o]);
            }
            others |= after[o] != before[o];
        }
        assertThat(others).as("the others do").isTrue();
    }

    /** Forward in time weights come from earlier folds; the first has none, and equal weights. */
    @Test
    void forwardInTimeLaterFoldsChangeNothing() {
        StackRows rows = Family.draw(15, 5, 30, 0, new double[] {1, 2, 1}).rows();
        double[] before = Stacking.of(rows, true).predictions();
        for (int o = 0; o < before.length; o++) {
            rows.labels()[o] += rows.folds()[o] == 3 ? 50 * (o % 2) : 0;
        }
        double[] after = Stacking.of(rows, true).predictions();
        boolean later = false;
        for (int o = 0; o < before.length; o++) {
            if (rows.folds()[o] <= 3) {
                assertThat(after[o]).isEqualTo(before[o]);
            }
            later |= after[o] != before[o];
            if (rows.folds()[o] == 0) {
                assertThat(after[o]).isEqualTo(rows.centre(o));
            }
        }
        assertThat(later).as("fold 4 was predicted by what fold 3 taught").isTrue();
    }

    @Test
    void labelsThatWereNeverHeldOutHaveNoPart() {
        StackRows rows = Family.draw(16, 4, 20, 0, new double[] {1, 1}).rows();
        rows.folds()[7] = -1;
        rows.predictions()[0][7] = Double.NaN;
        rows.predictions()[1][7] = Double.NaN;
        Stacked found = Stacking.of(rows, false);
        assertThat(found.predictions()[7]).isNaN();
        assertThat(found.predictions()[8]).isFinite();
    }

    @Test
    void whatIsNotEnoughIsRefused() {
        StackRows rows = Family.draw(17, 4, 20, 0, new double[] {1, 1}).rows();
        Arrays.fill(rows.folds(), 0);
        assertThatThrownBy(() -> Stacking.of(rows, false))
                .hasMessage("weights need labels held out in two folds or more, got 1");
        double[] few = {1};
        assertThatThrownBy(() -> new StackRows(
                        rows.labels(), few, rows.tasks(), rows.folds(), rows.predictions(), rows.classes(), true))
                .hasMessage("weights, tasks and folds must be one for each of 80 labels, got 1, 80 and 80");
        assertThatThrownBy(() -> new StackRows(
                        rows.labels(),
                        rows.weights(),
                        rows.tasks(),
                        rows.folds(),
                        new double[0][0],
                        rows.classes(),
                        true))
                .hasMessage("there must be contenders, with a prediction for each of 80 labels, got 0 contenders");
        rows.predictions()[0][3] = Double.NaN;
        assertThatThrownBy(() -> rows.with(0)).hasMessage("predictions must be finite numbers, got NaN");
    }
}
