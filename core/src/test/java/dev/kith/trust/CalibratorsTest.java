package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.StepCurve;
import dev.kith.score.OutOfFold;
import dev.kith.structure.Relations;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CalibratorsTest {
    private static List<String> lines(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(CalibratorsTest.class.getResourceAsStream(name)), StandardCharsets.UTF_8))) {
            return reader.lines().skip(1).toList();
        }
    }

    /** sklearn_calibration.py wrote the files; its sigmoid is fitted to a slope of 1e-5 a row. */
    @Test
    void bothCurvesAreThoseOfScikitLearn() throws IOException {
        double[][] rows = lines("calibration.csv").stream()
                .map(line -> java.util.Arrays.stream(line.split(",", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        double[] z = java.util.Arrays.stream(rows).mapToDouble(row -> row[0]).toArray();
        double[] y = java.util.Arrays.stream(rows).mapToDouble(row -> row[1]).toArray();
        double[] w = java.util.Arrays.stream(rows).mapToDouble(row -> row[2]).toArray();
        double[] expected = lines("calibration.txt").stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
        Sigmoid platt = PlattScaling.ofClasses(z, y);
        assertThat(platt.slope()).isCloseTo(expected[0], within(1e-4));
        assertThat(platt.offset()).isCloseTo(expected[1], within(1e-4));
        double[] shares = java.util.Arrays.stream(y).map(c -> (c + 1) / 2).toArray();
        StepCurve curve = IsotonicFit.of(z, shares, w);
        for (int k = 0; k <= 100; k++) {
            assertThat(curve.at(-5 + k / 10.0)).as("at " + (-5 + k / 10.0)).isCloseTo(expected[2 + k], within(1e-6));
        }
    }

    @Test
    void separatedClassesKeepFiniteCurves() {
        Sigmoid platt = PlattScaling.ofClasses(new double[] {-3, -2, -1, 1, 2, 3}, new double[] {-1, -1, -1, 1, 1, 1});
        assertThat(platt.at(-1)).isBetween(0.1, 0.4);
        assertThat(platt.at(1)).isBetween(0.6, 0.9);
    }

    @Test
    void decisionsThatPointTheWrongWaySayNothing() {
        Sigmoid platt = PlattScaling.ofClasses(new double[] {-2, -1, 1, 2}, new double[] {1, 1, -1, 1});
        assertThat(platt.slope()).isZero();
        assertThat(platt.at(0)).isCloseTo((3 * 0.8 + 1 / 3.0) / 4, within(1e-12));
    }

    /** The probability that a decision z of the task is right about, by construction: 1 / (1 + exp(-(a_t z + b_t))). */
    private static double truth(int task, double z) {
        return 1 / (1 + Math.exp(-((task == 0 ? 3 : 1.5) * z - 0.5 * task)));
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Decisions(Dataset data, double[] z) {}

    private static Decisions draw(long seed, int... counts) {
        Random random = new Random(seed);
        int n = IntStream.of(counts).sum();
        int[] task = new int[n];
        double[] y = new double[n];
        double[] z = new double[n];
        int i = 0;
        for (int t = 0; t < counts.length; t++) {
            for (int k = 0; k < counts[t]; k++, i++) {
                task[i] = t;
                z[i] = random.nextGaussian();
                y[i] = random.nextDouble() < truth(t, z[i]) ? 1 : -1;
            }
        }
        DenseInputs none = new DenseInputs(Matrix.zeros(n, 1), Names.numbered("x", 1));
        return new Decisions(
                Dataset.of(
                        none,
                        Names.numbered("t", counts.length),
                        IntStream.range(0, n).toArray(),
                        task,
                        y,
                        null,
                        List.of("no", "yes")),
                z);
    }

    private static double distance(int task, DoubleUnaryOperator curve) {
        return IntStream.rangeClosed(-20, 20)
                .mapToDouble(k -> Math.abs(curve.applyAsDouble(k / 10.0) - truth(task, k / 10.0)))
                .average()
                .orElseThrow();
    }

    @Test
    void tasksWithManyLabelsFindTheirOwnCurves() {
        Decisions drawn = draw(1, 3000, 3000);
        Probabilities found = Calibrators.fit(drawn.data, drawn.z);
        for (int t = 0; t < 2; t++) {
            assertThat(distance(t, found.platt().get(t)::at)).isLessThan(0.02);
            assertThat(distance(t, found.isotonic().get(t)::at)).isLessThan(0.03);
            assertThat(distance(1 - t, found.platt().get(t)::at)).isGreaterThan(0.05);
        }
    }

    @Test
    void tasksWithFewLabelsOrOneClassStayNearTheCommonCurve() {
        Decisions drawn = draw(2, 2000, 4, 0);
        Probabilities found = Calibrators.fit(drawn.data, drawn.z);
        Sigmoid common = found.platt().get(2);
        assertThat(common)
                .isEqualTo(PlattScaling.ofClasses(
                        drawn.z,
                        IntStream.range(0, 2004).mapToDouble(drawn.data::label).toArray()));
        for (int k = -20; k <= 20; k++) {
            double p = common.at(k / 10.0);
            assertThat(found.platt().get(1).at(k / 10.0)).isCloseTo(p, within(0.2));
            assertThat(found.isotonic().get(1).at(k / 10.0)).isCloseTo(p, within(0.3));
        }
    }

    @Test
    void curvesNeverFallAndNeverSayNever() {
        Decisions drawn = draw(3, 60, 15, 3);
        Probabilities found = Calibrators.fit(drawn.data, drawn.z);
        for (int t = 0; t < 3; t++) {
            double last = 0;
            for (int k = -50; k <= 50; k++) {
                double p = found.isotonic().get(t).at(k / 10.0);
                assertThat(p).isBetween(Math.max(last, 1e-6), 1 - 1e-6);
                last = p;
            }
            assertThat(found.platt().get(t).slope()).isNotNegative();
        }
    }

    /** Hinge decisions read as log odds are badly calibrated; on new rows the curves halve the error and gain log loss. */
    @Tag("lengthy")
    @Test
    void hingeDecisionsBecomeProbabilities() {
        Dataset train = classes(11, 1000);
        Dataset test = classes(12, 3000);
        ConvexTrainer trainer = new ConvexTrainer(Losses.hinge(), new Linear(), Relations.mean(1), 0.01);
        Probabilities found = Calibrators.fit(train, OutOfFold.predictions(trainer, train, 5, 1, (done, of) -> {}));
        Model model = trainer.train(train).model();
        ToDoubleBiFunction<Integer, Double> raw = (t, z) -> 1 / (1 + Math.exp(-z));
        ToDoubleBiFunction<Integer, Double> platt =
                (t, z) -> found.platt().get(t).at(z);
        ToDoubleBiFunction<Integer, Double> isotonic =
                (t, z) -> found.isotonic().get(t).at(z);
        assertThat(calibrationError(model, test, platt))
                .isLessThan(0.5 * calibrationError(model, test, raw))
                .isLessThan(0.04);
        assertThat(calibrationError(model, test, isotonic)).isLessThan(0.5 * calibrationError(model, test, raw));
        assertThat(logLoss(model, test, platt)).isLessThan(logLoss(model, test, raw) - 0.01);
        assertThat(logLoss(model, test, isotonic)).isLessThan(logLoss(model, test, raw));
    }

    /** Two related tasks whose classes follow a steep sigmoid of x'w. */
    private static Dataset classes(long seed, int n) {
        Random random = new Random(seed);
        Matrix x = Matrix.zeros(n, 3).map(zero -> random.nextGaussian());
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % 2;
            double f = 4 * (x.get(i, 0) + (task[i] == 0 ? 1 : 0.5) * x.get(i, 1));
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-f)) ? 1 : -1;
        }
        return Dataset.of(
                new DenseInputs(x, Names.numbered("x", 3)),
                Names.numbered("t", 2),
                IntStream.range(0, n).toArray(),
                task,
                y,
                null,
                List.of("no", "yes"));
    }

    /** Expected calibration error over ten bins. */
    private static double calibrationError(Model model, Dataset test, ToDoubleBiFunction<Integer, Double> probability) {
        double[] z = OutOfFold.predictions(model, test);
        double[] difference = new double[10];
        for (int o = 0; o < z.length; o++) {
            double p = probability.applyAsDouble(test.task(o), z[o]);
            difference[Math.min(9, (int) (10 * p))] += p - (test.label(o) > 0 ? 1 : 0);
        }
        return java.util.Arrays.stream(difference).map(Math::abs).sum() / z.length;
    }

    private static double logLoss(Model model, Dataset test, ToDoubleBiFunction<Integer, Double> probability) {
        double[] z = OutOfFold.predictions(model, test);
        return IntStream.range(0, z.length)
                .mapToDouble(o -> {
                    double p = probability.applyAsDouble(test.task(o), z[o]);
                    return -Math.log(test.label(o) > 0 ? p : 1 - p);
                })
                .average()
                .orElseThrow();
    }

    /** Decisions that are not known are as if their rows were not there. */
    @Test
    void unknownDecisionsDoNotCount() {
        double[] labels = {1, -1, 1, -1, 1, 1, -1, 1};
        int[] tasks = {0, 0, 0, 0, 1, 1, 1, 1};
        Dataset data = Dataset.of(
                DenseInputs.of(Matrix.zeros(8, 1)),
                List.of("a", "b"),
                IntStream.range(0, 8).toArray(),
                tasks,
                labels,
                null,
                List.of("no", "yes"));
        double none = Double.NaN;
        Probabilities found = Calibrators.fit(data, new double[] {2, -1, 1, none, 0.5, -0.2, -3, none});
        Probabilities without =
                Calibrators.fit(data.select(new int[] {0, 1, 2, 4, 5, 6}), new double[] {2, -1, 1, 0.5, -0.2, -3});
        assertThat(found).isEqualTo(without);
    }
}
