package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.ties.WeightParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The two problems that are not convex, beside turns as published from the same starts ({@code numpy_stationary.py}), and beside their own
 * objectives in plain loops: no direction from where a fit ended leads down.
 */
class StationaryOracleTest {
    private static final int FEATURES = 5;
    private static final int TASKS = 6;
    private static final Training TRAINING =
            Training.defaults().withScaling(false, TargetScale.NONE).withStopping(1e-9, 20_000);

    /** Turns end where one lowers the objective by less than 1e-13, at a rate that may be slow. */
    private static final double OBJECTIVE = 1e-8;

    private static final double WEIGHTS = 1e-4;

    static Stream<String> lines() throws IOException {
        return read("stationary.txt").stream();
    }

    private static List<String> read(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(StationaryOracleTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static Dataset data(Loss loss) throws IOException {
        List<String[]> lines = read("stationary.csv").stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
        Matrix x = Matrix.zeros(lines.size(), FEATURES);
        int[] rows = new int[lines.size()];
        int[] tasks = new int[lines.size()];
        double[] labels = new double[lines.size()];
        for (int i = 0; i < rows.length; i++) {
            String[] words = lines.get(i);
            rows[i] = i;
            tasks[i] = Integer.parseInt(words[0].substring(1)) - 1;
            labels[i] = Double.parseDouble(words[loss.classification() ? 2 : 1]);
            for (int j = 0; j < FEATURES; j++) {
                x.set(i, j, Double.parseDouble(words[3 + j]));
            }
        }
        return Dataset.of(DenseInputs.of(x), Names.numbered("t", TASKS), rows, tasks, labels, null, null);
    }

    private record Case(String method, Loss loss, double lambda, double mu, double number, double objective) {
        static Case of(String[] words) {
            return new Case(
                    words[0],
                    Losses.parse(words[1]),
                    Double.parseDouble(words[2]),
                    Double.parseDouble(words[3]),
                    Double.parseDouble(words[4]),
                    Double.parseDouble(words[5]));
        }

        Fit<LinearModel> fit(int starts) throws IOException {
            Trainer<LinearModel> trainer = method.equals("factor")
                    ? new FactorTrainer(loss, (int) number, mu, starts, lambda, TRAINING)
                    : new TransferTrainer(loss, mu, number, lambda, TRAINING);
            return trainer.train(data(loss));
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void objectiveAndWeightsAreThoseOfTurns(String line) throws IOException {
        String[] words = line.split(" ", -1);
        Case given = Case.of(words);
        Fit<LinearModel> fit = given.fit(1);
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(fit.report().objective()).isEqualTo(given.objective, within(OBJECTIVE * given.objective));
        Matrix weights = fit.model().weights();
        int first = words.length - TASKS * FEATURES;
        for (int t = 0; t < TASKS; t++) {
            for (int j = 0; j < FEATURES; j++) {
                assertThat(weights.get(j, t))
                        .isEqualTo(Double.parseDouble(words[first + t * FEATURES + j]), within(WEIGHTS));
            }
        }
        assertThat(given.fit(5).report().objective()).isLessThanOrEqualTo(given.objective * (1 + OBJECTIVE));
    }

    /** One-sided differences of the objective, written out, along directions that keep B >= 0 and change zeros of S and B too. */
    @ParameterizedTest
    @MethodSource("lines")
    void noDirectionLeadsDown(String line) throws IOException {
        Case given = Case.of(line.split(" ", -1));
        Fit<LinearModel> fit = given.fit(3);
        Dataset data = data(given.loss);
        WeightParts parts = fit.model().parts().orElseThrow();
        boolean factor = parts instanceof WeightParts.Factors;
        Matrix first = parts instanceof WeightParts.Factors factors
                ? factors.basis()
                : fit.model().weights();
        Matrix second =
                parts instanceof WeightParts.Factors factors ? factors.codes() : ((WeightParts.Transfer) parts).given();
        double[] b = fit.model().intercepts();
        double here = objective(given, data, first, second, b);
        assertThat(here).isEqualTo(fit.report().objective(), within(1e-10 * here));
        Random random = new Random(11);
        double h = 1e-6;
        for (int trial = 0; trial < 300; trial++) {
            Matrix u = gaussians(random, first.rows(), first.cols());
            Matrix v = gaussians(random, second.rows(), second.cols());
            for (int i = 0; i < v.data().length && !factor; i++) {
                boolean diagonal = i / TASKS == i % TASKS;
                v.data()[i] = diagonal ? 0 : second.data()[i] > h ? v.data()[i] : Math.abs(v.data()[i]);
            }
            double[] c = b.clone();
            Arrays.setAll(c, t -> b[t] + h * random.nextGaussian());
            boolean onlySecond = trial % 3 == 0;
            double there = objective(given, data, onlySecond ? first : first.plus(h, u), second.plus(h, v), c);
            assertThat((there - here) / h).isGreaterThan(-2e-4 * here);
        }
    }

    private static Matrix gaussians(Random random, int rows, int cols) {
        return Matrix.zeros(rows, cols).map(zero -> random.nextGaussian() / Math.sqrt(rows * cols));
    }

    private static double objective(Case given, Dataset data, Matrix first, Matrix second, double[] b) {
        boolean factor = given.method.equals("factor");
        double[] loss = new double[TASKS];
        int[] count = data.countPerTask();
        Matrix w = factor ? product(first, second) : first;
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            double z = b[t];
            for (int j = 0; j < FEATURES; j++) {
                z += ((DenseInputs) data.inputs()).values().get(data.row(o), j) * w.get(j, t);
            }
            loss[t] += given.loss.value(data.label(o), z) / count[t];
        }
        double sum = 0;
        for (int t = 0; t < TASKS; t++) {
            double gives = factor ? 0 : Arrays.stream(second.row(t)).sum();
            sum += (1 + given.lambda * given.mu * gives) * loss[t];
        }
        if (factor) {
            double codes = Arrays.stream(second.data()).map(Math::abs).sum();
            return sum + given.lambda * (first.dot(first) + given.mu * codes);
        }
        Matrix left = w.plus(-1, product(w, second));
        return sum + given.lambda * (left.dot(left) + given.number * w.dot(w));
    }

    private static Matrix product(Matrix a, Matrix b) {
        Matrix c = Matrix.zeros(a.rows(), b.cols());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < b.cols(); j++) {
                for (int l = 0; l < a.cols(); l++) {
                    c.add(i, j, a.get(i, l) * b.get(l, j));
                }
            }
        }
        return c;
    }
}
