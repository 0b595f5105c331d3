package dev.kith.select.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Weights of contenders are the minimum, and what must be true of them. */
class StackSolverTest {
    /** What is reported as proven. */
    private static final double GAP = 1e-9;

    /** Of values found by SciPy, which stops a little above the minimum. */
    private static final double OF_VALUES = 1e-7;

    /** Of weights found by SciPy's SLSQP; those of nnls agree to 1e-7. */
    private static final double OF_WEIGHTS = 2e-3;

    private static List<String> lines(String name) {
        try (var in = Objects.requireNonNull(StackSolverTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StackRows table(boolean classes) {
        List<String> lines = lines("stack.csv");
        int n = lines.size() - 1;
        double[] labels = new double[n];
        int[] tasks = new int[n];
        double[][] predictions = new double[4][n];
        for (int i = 0; i < n; i++) {
            String[] cells = lines.get(i + 1).split(",", -1);
            tasks[i] = Integer.parseInt(cells[0]);
            labels[i] = Double.parseDouble(cells[classes ? 2 : 1]);
            for (int k = 0; k < 4; k++) {
                predictions[k][i] = Double.parseDouble(cells[3 + k]) - (classes ? 5 : 0);
            }
        }
        return rows(labels, tasks, predictions, classes, classes, classes);
    }

    private static StackRows rows(double[] labels, int[] tasks, double[][] predictions, boolean... classes) {
        double[] weights = new double[labels.length];
        Arrays.fill(weights, 1);
        return new StackRows(labels, weights, tasks, new int[labels.length], predictions, classes, true);
    }

    private static StackWeights solve(StackRows rows, double drawn) {
        return StackSolver.solve(StackProblem.of(rows, new boolean[] {true}), drawn);
    }

    static List<String> answers() {
        return lines("stack.txt").stream().skip(1).toList();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void theyAreThoseOfScipy(String answer) {
        String[] words = answer.split(" ", -1);
        StackWeights found = solve(
                table(words[0].equals("class")),
                words[1].equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(words[1]));
        assertThat(found.gap()).isBetween(0.0, GAP);
        double value = Double.parseDouble(words[2]);
        assertThat(found.objective()).isCloseTo(value, within(OF_VALUES * value));
        for (int k = 0; k < 4; k++) {
            assertThat(found.common().get(0, k)).isCloseTo(Double.parseDouble(words[3 + k]), within(OF_WEIGHTS));
            for (int t = 0; t < 3 && words.length > 7; t++) {
                assertThat(found.perTask().get(k, t))
                        .isCloseTo(Double.parseDouble(words[7 + 4 * t + k]), within(OF_WEIGHTS));
            }
        }
    }

    /** Contenders that are noisy copies of the labels; the more the later. */
    private static StackRows random(long seed, int n, int contenders, int tasks, boolean classes) {
        Random random = new Random(seed);
        double[] labels = new double[n];
        int[] task = new int[n];
        double[][] predictions = new double[contenders][n];
        for (int i = 0; i < n; i++) {
            double truth = random.nextGaussian();
            task[i] = random.nextInt(tasks);
            labels[i] = classes ? (truth + random.nextGaussian() > 0 ? 1 : -1) : 100 + truth + random.nextGaussian();
            for (int k = 0; k < contenders; k++) {
                predictions[k][i] =
                        (classes ? 0 : 100) + truth + (0.5 + k * task[i] % 3) * random.nextGaussian() + 0.3 * k;
            }
        }
        boolean[] kinds = new boolean[tasks];
        Arrays.fill(kinds, classes);
        return rows(labels, task, predictions, kinds);
    }

    @ParameterizedTest
    @CsvSource({"1,40,2,3", "2,200,9,12", "3,30,9,15", "4,500,5,1", "5,12,12,4"})
    void everyGapIsProvenSmallAndWeightsAreWeights(long seed, int n, int contenders, int tasks) {
        for (boolean classes : new boolean[] {false, true}) {
            for (double drawn : new double[] {0.01, 3, 100, 1e5, Double.POSITIVE_INFINITY}) {
                StackWeights found = solve(random(seed, n, contenders, tasks, classes), drawn);
                assertThat(found.gap()).as("%s rows", drawn).isBetween(-1e-15, GAP);
                for (int t = 0; t < tasks; t++) {
                    double[] w = found.task(t);
                    assertThat(Arrays.stream(w).sum()).isCloseTo(1, within(1e-12));
                    assertThat(Arrays.stream(w).min().orElseThrow()).isNotNegative();
                }
            }
        }
    }

    /** The bound is one: no other weights are below value - gap, and those beside the minimum are above it. */
    @Test
    void noOtherWeightsAreBelowTheBound() {
        StackRows rows = random(6, 80, 4, 3, false);
        StackProblem problem = StackProblem.of(rows, new boolean[] {true});
        StackWeights found = StackSolver.solve(problem, Double.POSITIVE_INFINITY);
        Random random = new Random(6);
        for (int trial = 0; trial < 1000; trial++) {
            double[] w = random.doubles(4).map(u -> -Math.log(u)).toArray();
            double sum = Arrays.stream(w).sum();
            double[] other = Arrays.stream(w).map(v -> v / sum).toArray();
            assertThat(Sum.of(problem).value(other)).isGreaterThan(found.objective() * (1 - found.gap()) - 1e-6);
        }
    }

    @Test
    void drawnInfinitelyAllTasksHaveTheCommonWeights() {
        StackRows rows = random(7, 200, 4, 5, false);
        StackWeights common = solve(rows, Double.POSITIVE_INFINITY);
        StackWeights nearly = solve(rows, 1e7);
        for (int t = 0; t < 5; t++) {
            assertThat(common.task(t)).containsExactly(common.common().row(0));
            assertThat(nearly.task(t)).containsExactly(common.common().row(0), within(1e-4));
        }
    }

    @Test
    void hardlyDrawnATaskHasTheWeightsItWouldHaveAlone() {
        StackRows rows = random(8, 300, 3, 2, false);
        StackWeights found = solve(rows, 1e-4);
        StackRows first = new StackRows(
                rows.labels(),
                rows.weights(),
                rows.tasks(),
                Arrays.stream(rows.tasks()).map(t -> t == 1 ? 0 : -1).toArray(),
                rows.predictions(),
                rows.classes(),
                true);
        assertThat(found.task(1))
                .containsExactly(solve(first, Double.POSITIVE_INFINITY).common().row(0), within(1e-3));
    }

    @Test
    void aTaskWithoutRowsHasTheCommonWeights() {
        StackRows rows = random(9, 100, 3, 2, false);
        StackRows more = rows(rows.labels(), rows.tasks(), rows.predictions(), false, false, false);
        StackWeights found = solve(more, 10);
        assertThat(found.task(2)).containsExactly(found.common().row(0), within(1e-9));
        assertThat(found.task(0)).isNotEqualTo(found.task(2));
    }

    @Test
    void fewRowsGiveWayToTheCommonWeights() {
        StackRows rows = random(10, 3000, 2, 1, false);
        int[] tasks = new int[3000];
        double[][] predictions = rows.predictions();
        for (int i = 0; i < 3000; i++) {
            tasks[i] = i < 4 ? 0 : i < 1000 ? 1 : 2;
            // the first two tasks ask for the second contender only
            predictions[0][i] += tasks[i] < 2 ? 5 : 0;
            predictions[1][i] += tasks[i] < 2 ? 0 : 5;
        }
        StackWeights found = solve(rows(rows.labels(), tasks, predictions, false, false, false), 30);
        assertThat(found.task(1)[1]).isGreaterThan(0.9);
        assertThat(found.task(2)[1]).isLessThan(0.1);
        assertThat(found.task(0)[1]).isCloseTo(found.common().get(0, 1), within(0.2));
    }

    @Test
    void onlyOneContenderHasAllWeight() {
        StackWeights found = solve(random(11, 30, 1, 3, false), 10);
        assertThat(found.perTask().data()).containsExactly(1, 1, 1);
        assertThat(found.common().data()).containsExactly(1);
    }

    @Test
    void aContenderWithoutErrorHasAllWeight() {
        StackRows rows = random(12, 60, 4, 3, false);
        rows.predictions()[2] = rows.labels().clone();
        for (double drawn : new double[] {3, Double.POSITIVE_INFINITY}) {
            StackWeights found = solve(rows, drawn);
            for (int t = 0; t < 3; t++) {
                assertThat(found.task(t)[2]).isCloseTo(1, within(1e-4));
            }
        }
    }

    @Test
    void contendersThatPredictTheSameShareTheirWeight() {
        StackRows rows = random(13, 100, 3, 2, false);
        StackRows twice = rows(
                rows.labels(),
                rows.tasks(),
                new double[][] {rows.predictions()[0], rows.predictions()[1], rows.predictions()[1]},
                false,
                false);
        StackRows once = rows(
                rows.labels(),
                rows.tasks(),
                new double[][] {rows.predictions()[0], rows.predictions()[1]},
                false,
                false);
        double[] w = solve(twice, Double.POSITIVE_INFINITY).common().row(0);
        assertThat(w[1]).isCloseTo(w[2], within(1e-6));
        assertThat(w[0])
                .isCloseTo(solve(once, Double.POSITIVE_INFINITY).common().get(0, 0), within(1e-5));
        StackRows same = rows(rows.labels(), rows.tasks(), new double[][] {rows.labels(), rows.labels()}, false, false);
        assertThat(solve(same, 10).perTask().data()).containsExactly(new double[] {0.5, 0.5, 0.5, 0.5}, within(1e-9));
    }

    /** Weight 2 is the row twice. */
    @Test
    void weightsOfRowsCount() {
        StackRows rows = random(14, 40, 3, 2, true);
        int n = 40;
        double[] doubled = new double[n];
        Arrays.fill(doubled, 2);
        int[] tasks = new int[2 * n];
        double[] labels = new double[2 * n];
        double[][] predictions = new double[3][2 * n];
        for (int i = 0; i < 2 * n; i++) {
            tasks[i] = rows.tasks()[i % n];
            labels[i] = rows.labels()[i % n];
            for (int k = 0; k < 3; k++) {
                predictions[k][i] = rows.predictions()[k][i % n];
            }
        }
        StackRows heavy = new StackRows(
                rows.labels(), doubled, rows.tasks(), rows.folds(), rows.predictions(), rows.classes(), true);
        assertThat(solve(heavy, 10).perTask().data())
                .containsExactly(
                        solve(rows(labels, tasks, predictions, true, true), 10)
                                .perTask()
                                .data(),
                        within(1e-6));
    }

    /** In units of their own tasks, the unit of one changes nothing. */
    @Test
    void ownUnitsDoNotMatter() {
        StackRows rows = random(15, 100, 3, 2, false);
        double[] labels = rows.labels().clone();
        double[][] predictions =
                Arrays.stream(rows.predictions()).map(double[]::clone).toArray(double[][]::new);
        for (int i = 0; i < 100; i++) {
            double unit = rows.tasks()[i] == 0 ? 1000 : 1;
            labels[i] *= unit;
            for (double[] of : predictions) {
                of[i] *= unit;
            }
        }
        StackWeights before = solve(own(rows, rows.labels(), rows.predictions()), 10);
        StackWeights after = solve(own(rows, labels, predictions), 10);
        assertThat(after.perTask().data()).containsExactly(before.perTask().data(), within(1e-6));
    }

    private static StackRows own(StackRows rows, double[] labels, double[][] predictions) {
        return new StackRows(labels, rows.weights(), rows.tasks(), rows.folds(), predictions, rows.classes(), false);
    }
}
