package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasureTest {
    private static final List<String> TASKS = List.of("a", "b", "c");

    /** The oracle prints twelve digits. */
    private static final double TOLERANCE = 1e-10;

    private record Row(String task, double y, double z, double sign, double decision, double weight) {}

    private static List<Row> rows() {
        return lines("measures.csv").skip(1).map(MeasureTest::row).toList();
    }

    private static Row row(String line) {
        String[] cells = line.split(",", -1);
        double[] numbers =
                Arrays.stream(cells).skip(1).mapToDouble(Double::parseDouble).toArray();
        return new Row(cells[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }

    private static Dataset data(List<Row> rows, Measure measure, boolean weighted) {
        return Dataset.of(
                DenseInputs.of(Matrix.zeros(rows.size(), 1)),
                TASKS,
                IntStream.range(0, rows.size()).toArray(),
                rows.stream().mapToInt(row -> TASKS.indexOf(row.task())).toArray(),
                rows.stream()
                        .mapToDouble(!measure.ofNumbers() ? Row::sign : Row::y)
                        .toArray(),
                weighted ? rows.stream().mapToDouble(Row::weight).toArray() : null,
                !measure.ofNumbers() ? List.of("no", "yes") : null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mse",
                "rmse",
                "nmse",
                "explained-variance",
                "mae",
                "nmae",
                "pinball:0.8",
                "npinball:0.8",
                "deviance",
                "explained-deviance",
                "error",
                "log-loss",
                "auc",
                "average-precision"
            })
    void isWhatScikitLearnSays(String name) {
        Measure measure = Measure.named(name);
        List<Row> rows = rows();
        double[] predictions = rows.stream()
                .mapToDouble(!measure.ofNumbers() ? Row::decision : Row::z)
                .toArray();
        for (boolean weighted : new boolean[] {true, false}) {
            Scores scores = Scores.of(measure, data(rows, measure, weighted), predictions);
            for (int t = 0; t < TASKS.size(); t++) {
                check(scores.perTask().get(t), weighted, TASKS.get(t), measure);
            }
            check(scores.overall(), weighted, "all", measure);
        }
    }

    private static void check(OptionalDouble value, boolean weighted, String task, Measure measure) {
        String start = (weighted ? "weighted " : "unweighted ") + task + " " + measure.key() + " ";
        OptionalDouble expected = lines("measures.txt")
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
                .findFirst();
        assertThat(value.isPresent()).as(start).isEqualTo(expected.isPresent());
        if (expected.isPresent()) {
            assertThat(value.getAsDouble()).as(start).isCloseTo(expected.getAsDouble(), within(TOLERANCE));
        }
    }

    @Test
    void undefinedTasksAreLeftOutOfTheMeanAndCounted() {
        List<Row> rows = rows();
        double[] decisions = rows.stream().mapToDouble(Row::decision).toArray();
        Scores scores = Scores.of(Measure.AUC, data(rows, Measure.AUC, false), decisions);
        double a = scores.perTask().get(0).orElseThrow();
        double b = scores.perTask().get(1).orElseThrow();
        assertThat(scores.perTask().get(2)).isEmpty();
        assertThat(scores.undefined()).isEqualTo(1);
        assertThat(scores.mean().orElseThrow()).isCloseTo((a + b) / 2, within(1e-15));
    }

    @Test
    void observationsWithoutPredictionAreLeftOut() {
        List<Row> rows = rows();
        double[] some = rows.stream()
                .mapToDouble(row -> row.task().equals("b") ? Double.NaN : row.z())
                .toArray();
        Scores scores = Scores.of(Measure.MSE, data(rows, Measure.MSE, true), some);
        check(scores.perTask().get(0), true, "a", Measure.MSE);
        assertThat(scores.perTask().get(1)).isEmpty();
        assertThat(scores.undefined()).isEqualTo(1);
    }

    /** Task a has numbers, task b classes of which one in four is -1. */
    @Test
    void relativeErrorsAreThoseOfTheBestConstantTimesSo() {
        Dataset data = Dataset.ofLong(
                        DenseInputs.of(Matrix.zeros(8, 1)), TASKS, new int[] {0, 0, 0, 0, 1, 1, 1, 1}, new double[] {
                            1, 3, 1, 3, 0, 1, 1, 1
                        })
                .asClasses(List.of("b"));
        Scores scores = Scores.of(Measure.RELATIVE_ERROR, data, 1, 3, 2, 2, 1, 1, -1, 1);
        assertThat(scores.perTask().get(0)).hasValue(0.5);
        assertThat(scores.perTask().get(1)).hasValue(2);
        assertThat(Scores.of(Measure.RELATIVE_ERROR, data, 1, 3, 2, 2, -1, 1, 1, 1)
                        .perTask()
                        .get(1))
                .hasValue(0);
    }

    @Test
    void nothingDefinedMeansNoMean() {
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.zeros(2, 1)), TASKS, new int[] {0, 1}, new double[] {1, 2});
        assertThat(Scores.of(Measure.NMSE, data, 1, 1).mean()).isEmpty();
        assertThat(Scores.of(Measure.NMSE, data, 1, 1).undefined()).isEqualTo(3);
    }

    @Test
    void weightKIsKCopies() {
        Outcomes twice = Outcomes.of(new double[] {1, -1, 1}, new double[] {0.3, 0.5, 0.9}, new double[] {2, 1, 0});
        Outcomes copied = Outcomes.of(new double[] {1, 1, -1}, new double[] {0.3, 0.3, 0.5}, new double[] {1, 1, 1});
        for (Measure measure : Measure.values()) {
            assertThat(measure.of(twice)).as(measure.key()).isEqualTo(measure.of(copied));
        }
    }

    @Test
    void refusesWhatIsNotANumber() {
        assertThatThrownBy(() -> Outcomes.of(new double[] {1}, new double[] {Double.NaN}, new double[] {1}))
                .hasMessage("observation 0: label and prediction must be finite, got 1.0 and NaN");
        assertThatThrownBy(() -> Outcomes.of(new double[] {1}, new double[] {1}, new double[] {Double.NaN}))
                .hasMessage("observation 0: weight must be a finite number >= 0, got NaN");
        assertThatThrownBy(() -> Measure.named("accuracy"))
                .hasMessage("measure must be one of mse, rmse, nmse, explained-variance, mae, nmae, deviance,"
                        + " explained-deviance, error, log-loss, auc, average-precision, relative-error, rank-error, pinball:LEVEL,"
                        + " npinball:LEVEL; got 'accuracy'");
    }

    @Test
    void levelsOfQuantilesAreBetweenNoneAndAll() {
        assertThat(Measure.named("pinball:0.9")).isEqualTo(Measure.pinball(0.9)).isNotEqualTo(Measure.pinball(0.8));
        assertThat(Measure.pinball(0.9).loss(3, 1)).isCloseTo(1.8, within(1e-15));
        assertThatThrownBy(() -> Measure.named("pinball:1"))
                .hasMessage("level of a pinball measure must be a number > 0 and < 1, got 1.0");
        assertThatThrownBy(() -> Measure.named("pinball:x")).hasMessageEndingWith("got 'pinball:x'");
    }

    /** Means that are not positive explain no count; nobody deviates from nothing but nothing. */
    @Test
    void deviancesNeedMeans() {
        assertThat(Measure.DEVIANCE.loss(2, 0)).isNaN();
        assertThat(Measure.DEVIANCE.loss(-1, 1)).isNaN();
        assertThat(Measure.DEVIANCE.loss(0, 0)).isZero();
        assertThat(Measure.DEVIANCE.loss(0, 1.5)).isEqualTo(3);
    }

    private static java.util.stream.Stream<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(MeasureTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void predictionsOfDifferentModelsAreNotRankedAgainstEachOther() {
        // Each model ranks its own rows perfectly; the second gives all of them less.
        double[] labels = {1, -1, 1, -1};
        double[] predictions = {5, 4, 2, 1};
        Dataset data = Dataset.of(
                DenseInputs.of(Matrix.zeros(4, 1)),
                List.of("a"),
                new int[] {0, 1, 2, 3},
                new int[4],
                labels,
                null,
                List.of("no", "yes"));
        int[] models = {0, 0, 1, 1};
        assertThat(Scores.of(Measure.AUC, data, predictions).overall()).hasValue(0.75);
        assertThat(Scores.of(Measure.AUC, data, models, predictions).overall()).hasValue(1);
        assertThat(Scores.of(Measure.AVERAGE_PRECISION, data, models, predictions)
                        .overall())
                .hasValue(1);
        double[] reversed = {4, 5, 1, 2};
        assertThat(Scores.of(Measure.AUC, data, models, reversed).overall()).hasValue(0);
        assertThat(Scores.of(Measure.AVERAGE_PRECISION, data, models, reversed).overall())
                .hasValue(0.5);
    }
}
