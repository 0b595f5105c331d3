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
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One task is ridge regression, a support vector machine, logistic regression: the coefficients of scikit-learn. */
class SklearnOracleTest {
    /** scikit-learn's own stopping rules; the hinge objective is flat, so its weights are known less well. */
    private static final double TOLERANCE = 2e-4;

    @ParameterizedTest
    @ValueSource(strings = {"squared", "hinge", "logistic"})
    void oneTaskIsWhatScikitLearnFits(String name) throws IOException {
        List<String> lines = lines("oracle.csv");
        int n = lines.size() - 1;
        Matrix x = Matrix.zeros(n, 3);
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            double[] row = numbers(lines.get(i + 1), ",");
            for (int j = 0; j < 3; j++) {
                x.set(i, j, row[j]);
            }
            labels[i] = name.equals("squared") ? row[3] : row[4];
        }
        Dataset data = Dataset.ofLong(DenseInputs.of(x), List.of("only"), new int[n], labels);
        Loss loss =
                name.equals("squared") ? Losses.squared() : name.equals("hinge") ? Losses.hinge() : Losses.logistic();
        double lambda = name.equals("squared") ? 3.0 / n : 1 / (2 * 0.5 * n);
        Training training =
                Training.defaults().withScaling(false, TargetScale.NONE).withStopping(1e-9, 200_000);
        LinearModel model =
                (LinearModel) new ConvexTrainer(loss, new Linear(), Relations.independent(), lambda, training)
                        .train(data)
                        .model();
        double[] expected = lines("oracle.txt").stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> numbers(line.substring(name.length() + 1), " "))
                .findFirst()
                .orElseThrow();
        for (int j = 0; j < 3; j++) {
            assertThat(model.weights().get(j, 0)).isEqualTo(expected[j], within(TOLERANCE));
        }
        assertThat(model.intercepts()[0]).isEqualTo(expected[3], within(5 * TOLERANCE));
    }

    private static double[] numbers(String line, String separator) {
        return Arrays.stream(line.split(separator, -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(SklearnOracleTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
