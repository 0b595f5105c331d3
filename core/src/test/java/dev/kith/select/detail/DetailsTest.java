package dev.kith.select.detail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.score.Confusion;
import dev.kith.score.Measure;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import dev.kith.select.HeldOut;
import dev.kith.select.detail.Importance.Column;
import dev.kith.select.detail.WorstTask.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What comparisons show beyond verdicts, where the truth is planted or found again by plain loops. */
class DetailsTest {
    private static final int TASKS = 8;
    private static final double[] WEIGHTS = {3, 1, 0, 0.5};

    /** y = 3 x1 + x2 + 0 x3 + noise; x4 is the same in all rows of a task. */
    private static Dataset draw(int tasks, IntUnaryOperator rows, double noiseOfLast, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 0;
        for (int t = 0; t < tasks; t++) {
            n += rows.applyAsInt(t);
        }
        Matrix x = Matrix.zeros(n, WEIGHTS.length);
        double[] y = new double[n];
        int[] task = new int[n];
        int i = 0;
        for (int t = 0; t < tasks; t++) {
            double own = random.nextGaussian();
            for (int k = 0; k < rows.applyAsInt(t); k++, i++) {
                task[i] = t;
                for (int j = 0; j < WEIGHTS.length; j++) {
                    x.set(i, j, j == 3 ? own : random.nextGaussian());
                    y[i] += WEIGHTS[j] * x.get(i, j);
                }
                y[i] += (t == tasks - 1 ? noiseOfLast : 1) * random.nextGaussian();
            }
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", tasks), task, y);
    }

    private static final Dataset PLANTED = draw(TASKS, t -> 60, 1, 5);
    private static final Comparison COMPARED =
            Compare.on(PLANTED).methods("mean").folds(4).run();
    private static final Details DETAILS = Details.of(COMPARED, 1);

    @Test
    void shufflingAFeatureCostsWhatItIsWorth() {
        Importance found = DETAILS.importance().orElseThrow();
        assertThat(found.columns()).extracting(Column::name).startsWith("x1", "x2");
        assertThat(found.rows()).isEqualTo(found.of()).isEqualTo(TASKS * 60);
        double before = found.error() * found.error();
        for (int j = 0; j < 2; j++) {
            // A cell of another row of the task differs by 2 var(x) on average, and the mean squared error by w^2 times
            // that.
            double after =
                    Math.pow(found.error() + found.columns().get(j).rise().estimate(), 2);
            assertThat(after - before).isCloseTo(2 * WEIGHTS[j] * WEIGHTS[j] * varianceWithin(j), within(0.12 * after));
            assertThat(found.columns().get(j).clear()).isTrue();
        }
        Column useless = column(found, "x3");
        assertThat(useless.rise().estimate()).isCloseTo(0, within(0.05));
        assertThat(useless.rise().low()).isLessThan(0.02);
        Column even = column(found, "x4");
        assertThat(even.even()).isTrue();
        assertThat(even.rise().estimate()).isZero();
        assertThat(found.columns().stream().filter(Column::even)).hasSize(1);
    }

    private static double varianceWithin(int j) {
        double sum = 0;
        for (int t = 0; t < TASKS; t++) {
            double mean = 0;
            for (int k = 0; k < 60; k++) {
                mean += x(t * 60 + k, j) / 60;
            }
            for (int k = 0; k < 60; k++) {
                sum += Math.pow(x(t * 60 + k, j) - mean, 2) / (TASKS * 60);
            }
        }
        return sum;
    }

    private static double x(int row, int j) {
        return ((DenseInputs) PLANTED.inputs()).values().get(row, j);
    }

    private static Column column(Importance found, String name) {
        return found.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyTaskHasItsOwnRise() {
        Importance found = DETAILS.importance().orElseThrow();
        assertThat(found.tasks()).isEqualTo(PLANTED.tasks());
        assertThat(found.columns().get(0).perTask())
                .hasSize(TASKS)
                .allSatisfy(rise -> assertThat(rise.low()).isGreaterThan(0.5));
    }

    @Test
    void errorsOfImportanceAreThoseOfHeldOutRows() {
        double[] z = COMPARED.winner().heldOut().predictions();
        double sum = 0;
        for (int o = 0; o < z.length; o++) {
            sum += (PLANTED.label(o) - z[o]) * (PLANTED.label(o) - z[o]) / z.length;
        }
        assertThat(DETAILS.importance().orElseThrow().error()).isCloseTo(Math.sqrt(sum), within(1e-12));
        InUnits units = DETAILS.inUnits().orElseThrow();
        int winner = COMPARED.methods().indexOf(COMPARED.winner());
        assertThat(units.methods().get(winner)).isCloseTo(Math.sqrt(sum), within(1e-12));
        assertThat(units.constant().orElseThrow().error()).isGreaterThan(3);
        assertThat(units.constant().orElseThrow().measure().estimate())
                .isCloseTo(units.constant().orElseThrow().error(), within(1e-12));
    }

    @Test
    void theSameSeedGivesTheSameNumbers() {
        assertThat(Details.of(COMPARED, 1).importance()).isEqualTo(DETAILS.importance());
        assertThat(Details.of(COMPARED, 2).importance()).isNotEqualTo(DETAILS.importance());
    }

    @Test
    void intervalsOfCoefficientsAreTheJackknifeOverFolds() {
        Coefficients found = DETAILS.coefficients().orElseThrow();
        List<LinearModel> folds = COMPARED.winner().heldOut().fits().stream()
                .map(fit -> fit.model().linear().orElseThrow())
                .toList();
        LinearModel whole = COMPARED.trained(COMPARED.winner()).model().linear().orElseThrow();
        int row = 1; // after the intercept the largest effect, which is x1
        assertThat(found.rows().get(0).feature()).isEqualTo(Coefficients.INTERCEPT);
        assertThat(found.rows().get(row).feature()).isEqualTo("x1");
        double quantile = 3.182446305; // R 4.4: qt(0.975, 3)
        for (int t = 0; t < TASKS; t++) {
            assertThat(found.weights().get(row, t)).isEqualTo(whole.weights().get(0, t));
            double mean = 0;
            for (LinearModel fold : folds) {
                mean += fold.weights().get(0, t) / 4;
            }
            double squares = 0;
            for (LinearModel fold : folds) {
                squares += Math.pow(fold.weights().get(0, t) - mean, 2);
            }
            assertThat(found.halves().get(row, t)).isCloseTo(quantile * Math.sqrt(squares * 3 / 4), within(1e-8));
        }
        double common = Arrays.stream(whole.weights().row(0)).average().orElseThrow();
        assertThat(found.rows().get(row).common().estimate()).isCloseTo(common, within(1e-12));
        assertThat(found.rows().get(row).common().low()).isBetween(2.5, 3.0);
        assertThat(found.basis()).isEqualTo("fits without one quarter of the rows at a time (jackknife)");
    }

    @Test
    void withoutFoldsCoefficientsHaveNoIntervals() {
        Coefficients plain = Details.of(COMPARED.trained(COMPARED.winner()).model())
                .coefficients()
                .orElseThrow();
        assertThat(plain.basis()).isEmpty();
        assertThat(plain.halves().rows()).isZero();
        assertThat(plain.rows().get(1).common().low()).isEqualTo(Double.NEGATIVE_INFINITY);
        Comparison once = Compare.on(PLANTED)
                .methods("mean")
                .split(dev.kith.score.Split.holdOut(PLANTED, 0.3, 1))
                .run();
        assertThat(Details.of(once, 1).coefficients().orElseThrow().basis()).isEmpty();
    }

    @Test
    void predictionsAndLabelsAreBinnedWholly() {
        PredictedActual found = DETAILS.actual().orElseThrow();
        assertThat(found.labels()).isEqualTo(TASKS * 60);
        assertThat(found.points()).hasSize(TASKS * 60);
        assertThat(found.bins().stream().mapToInt(PredictedActual.Bin::labels).sum())
                .isEqualTo(TASKS * 60);
        assertThat(found.bins()).allSatisfy(bin -> {
            assertThat(bin.actual()).isCloseTo(bin.predicted(), within(0.6));
            assertThat(bin.actual()).isBetween(bin.low(), bin.high());
        });
        assertThat(found.histogram().counts().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(TASKS * 60);
        double[] z = COMPARED.winner().heldOut().predictions();
        double[] misses = new double[z.length];
        Arrays.setAll(misses, o -> Math.abs(PLANTED.label(o) - z[o]));
        Arrays.sort(misses);
        assertThat(found.misses().get(0)).isCloseTo((misses[239] + misses[240]) / 2, within(1e-12));
        // Normal noise of deviation 1: half of it is smaller than 0.67, 90% than 1.64.
        assertThat(found.misses().get(0)).isCloseTo(0.67, within(0.12));
        assertThat(found.misses().get(1)).isCloseTo(1.64, within(0.2));
    }

    @Test
    void badTasksAreNamedWithWhatIsUnusual() {
        // Task 8 is noise, task 7 has few rows.
        Dataset data = draw(TASKS, t -> t == 6 ? 16 : 60, 60, 11);
        Comparison compared = Compare.on(data).methods("mean").folds(3).run();
        List<WorstTask> worst = Details.of(compared, 1).worst();
        assertThat(worst).hasSize(TASKS / 2);
        assertThat(worst.get(0).task()).isEqualTo("task8");
        assertThat(worst.get(0).reasons()).contains(Reason.NOISY);
        assertThat(worst.get(0).inUnits())
                .isGreaterThan(0.95 * worst.get(0).constant().orElseThrow());
        Comparison rmse = Compare.on(draw(TASKS, t -> t == 6 ? 8 : 60, 1, 12))
                .methods("mean")
                .measure(Measure.RMSE)
                .folds(3)
                .run();
        Details.of(rmse, 1).worst().stream()
                .filter(task -> task.task().equals("task7"))
                .forEach(task -> assertThat(task.reasons()).contains(Reason.FEW_ROWS));
        assertThat(Details.of(rmse, 1).worst())
                .allSatisfy(task -> assertThat(task.error())
                        .isEqualTo(rmse.winner()
                                .scores()
                                .perTask()
                                .get(rmse.data().tasks().indexOf(task.task()))
                                .getAsDouble()));
    }

    @Test
    void smallTasksAreComparedWithLargeOnes() {
        Dataset data = draw(24, t -> t < 12 ? 12 : 80, 1, 13);
        Comparison compared = Compare.on(data).methods("mean").folds(3).run();
        ErrorByRows found = Details.of(compared, 1).byRows().orElseThrow();
        assertThat(found.groups())
                .hasSize(2)
                .extracting(ErrorByRows.Group::tasks)
                .containsExactly(12, 12);
        assertThat(found.groups()).extracting(ErrorByRows.Group::fewest).containsExactly(8, 53);
        double mean = 0;
        for (int t = 0; t < 12; t++) {
            mean += compared.baseline().scores().perTask().get(t).orElseThrow() / 12;
        }
        assertThat(found.groups().get(0).alone().estimate()).isCloseTo(mean, within(1e-12));
        assertThat(found.groups().get(0).alone().estimate())
                .isGreaterThan(found.groups().get(1).alone().estimate());
        assertThat(DETAILS.byRows()).as("all tasks are of one size").isEmpty();
    }

    @Test
    void classesAreCountedAsTheyWereDecided() {
        Dataset numbers = draw(5, t -> 40, 1, 17);
        double[] labels = new double[numbers.size()];
        Arrays.setAll(labels, o -> numbers.label(o) > 0 ? 1 : 0);
        Comparison compared = Compare.on(numbers.withLabels(labels).asClasses())
                .methods("pooled")
                .folds(3)
                .run();
        Details details = Details.of(compared, 1);
        Confusion confusion = details.confusion().orElseThrow();
        HeldOut held = compared.winner().heldOut();
        long wrong = 0;
        for (int o = 0; o < numbers.size(); o++) {
            wrong += held.predictions()[o] >= 0 == labels[o] > 0 ? 0 : 1;
        }
        assertThat(confusion.rows()).isEqualTo(200);
        assertThat(confusion.rows() - confusion.right()).isEqualTo(wrong);
        assertThat(confusion.classes()).containsExactly("0", "1");
        assertThat(details.actual()).isEmpty();
        assertThat(details.inUnits().orElseThrow().unit().words()).isEqualTo("Share of wrong answers");
        assertThat(details.importance().orElseThrow().error()).isCloseTo(wrong / 200.0, within(1e-12));
    }

    @Test
    void ofClassesThatAreTasksTheLargestDecisionCounts() {
        // Rows of classes ash, ash, oak, elm; the second is taken for oak, the last is not decided by all.
        Matrix labels = Matrix.of(new double[][] {{-1, 1, -1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}});
        Dataset trees = Dataset.ofWide(DenseInputs.of(Matrix.zeros(4, 1)), List.of("oak", "ash", "elm"), labels);
        Confusion confusion = Confusions.of(trees, true, -1, 2, 0, 3, 1, -1, -1, -2, -3, 0, Double.NaN, 0.5)
                .orElseThrow();
        assertThat(confusion.rows()).isEqualTo(3);
        assertThat(confusion.right()).isEqualTo(2);
        assertThat(confusion.mistakes()).containsExactly(new Confusion.Mistake("ash", "oak", 1));
        double[] none = new double[12];
        Arrays.fill(none, Double.NaN);
        assertThat(Confusions.of(trees, true, none)).isEmpty();
    }
}
