package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses beside programs that were not written here: scikit-learn's estimators, Newton's method and SLSQP in Python. */
public class LossOracleTest {
    /** Objectives of both are minima to more digits than this. */
    private static final double OBJECTIVE = 1e-8;

    /** Objectives are flat at their minimum: weights are known to the root of that, better where losses are smooth. */
    private static final double WEIGHTS = 2e-5;

    /** The rows of one task or, where {@code only} is empty, of all; labels as the loss needs them. */
    private static Dataset data(Loss loss, String only) throws IOException {
        List<String[]> rows = lines("losses.csv").stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .filter(row -> only.isEmpty() || row[0].equals(only))
                .toList();
        Matrix x = Matrix.zeros(rows.size(), 3);
        double[] labels = new double[rows.size()];
        int[] task = new int[rows.size()];
        int column = loss.classification() ? 5 : loss.name().equals("poisson") ? 6 : 4;
        for (int i = 0; i < labels.length; i++) {
            for (int j = 0; j < 3; j++) {
                x.set(i, j, Double.parseDouble(rows.get(i)[1 + j]));
            }
            labels[i] = Double.parseDouble(rows.get(i)[column]);
            task[i] = "abc".indexOf(rows.get(i)[0]);
        }
        List<String> tasks = only.isEmpty() ? List.of("a", "b", "c") : List.of(only);
        return Dataset.ofLong(DenseInputs.of(x), tasks, task, labels);
    }

    private static Fit<Model> fit(Loss loss, Relation relation, double lambda, boolean intercept, Dataset data) {
        Training training = Training.defaults()
                .withScaling(false, TargetScale.NONE)
                .withIntercept(intercept)
                .withStopping(1e-10, 1_000_000);
        return new ConvexTrainer(loss, new Linear(), relation, lambda, training).train(data);
    }

    @ParameterizedTest
    @ValueSource(strings = {"huber:0.7", "squared-hinge", "absolute", "eps-insensitive:0.3", "quantile:0.8", "poisson"})
    void threeTasksTogether(String name) throws IOException {
        Loss loss = Losses.parse(name);
        double[] expected = numbers("mean " + name);
        Fit<Model> fit = fit(loss, Relations.mean(2), 0.05, true, data(loss, ""));
        assertThat(fit.report().objective()).isEqualTo(expected[0], within(OBJECTIVE * expected[0]));
        LinearModel model = (LinearModel) fit.model();
        for (int t = 0; t < 3; t++) {
            for (int j = 0; j < 3; j++) {
                assertThat(model.weights().get(j, t)).isEqualTo(expected[1 + 4 * t + j], within(WEIGHTS));
            }
            assertThat(model.intercepts()[t]).isEqualTo(expected[4 + 4 * t], within(WEIGHTS));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"huber", "squared-hinge", "eps-insensitive", "poisson"})
    void oneTaskIsWhatScikitLearnFits(String name) throws IOException {
        double[] expected = numbers("sklearn " + name);
        Loss loss = Losses.parse(expected[1] > 0 ? name + ":" + expected[1] : name);
        boolean intercept = expected[5] != 0;
        LinearModel model = (LinearModel) fit(loss, Relations.independent(), expected[0], intercept, data(loss, "a"))
                .model();
        double[] found = IntStream.range(0, 4)
                .mapToDouble(j -> j < 3 ? model.weights().get(j, 0) : model.intercepts()[0])
                .toArray();
        for (int j = 0; j < 4; j++) {
            assertThat(found[j]).as("%s %d", name, j).isEqualTo(expected[2 + j], within(WEIGHTS));
        }
    }

    private static double[] numbers(String start) throws IOException {
        return lines("losses.txt").stream()
                .filter(line -> line.startsWith(start + " "))
                .map(line -> Arrays.stream(line.substring(start.length() + 1).split(" ", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(LossOracleTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
