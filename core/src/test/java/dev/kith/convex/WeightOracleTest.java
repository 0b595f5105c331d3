package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Penalties on weights and on their singular values beside programs that were not written here; {@code sklearn_weights.py} says which. */
class WeightOracleTest {
    private static final int FEATURES = 8;
    private static final int TASKS = 4;

    /** Objectives of both are minima to more digits than this; that of linear programs is exact, of others 1e-10. */
    private static final double OBJECTIVE = 1e-8;

    /** Objectives are flat at their minimum: weights are known to the root of that; kinks hold them where loss and penalty have some. */
    private static final double WEIGHTS = 2e-4;

    private static final Training TRAINING =
            Training.defaults().withScaling(false, TargetScale.NONE).withStopping(1e-10, 200_000);

    static Stream<String> lines() throws IOException {
        return read("weights.txt").stream();
    }

    static Dataset data(Loss loss) throws IOException {
        List<double[]> rows = read("weights.csv").stream()
                .skip(1)
                .map(line -> Arrays.stream(line.split(",", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
        Matrix x = Matrix.zeros(rows.size(), FEATURES);
        Matrix y = Matrix.zeros(rows.size(), TASKS);
        int first = loss.classification() ? FEATURES + TASKS : FEATURES;
        for (int i = 0; i < rows.size(); i++) {
            for (int j = 0; j < FEATURES; j++) {
                x.set(i, j, rows.get(i)[j]);
            }
            for (int t = 0; t < TASKS; t++) {
                y.set(i, t, rows.get(i)[first + t]);
            }
        }
        return Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", TASKS), y);
    }

    private static Trainer<? extends Model> trainer(String method, String number, Loss loss, double lambda) {
        if (WeightPenalty.names().contains(method)) {
            Map<String, String> parameters =
                    Map.of("ratio", number, "sparse-cost", number, "feature-cost", number, "relation", "okl");
            return new LinearTrainer(loss, WeightPenalty.make(method, parameters), lambda, TRAINING);
        }
        Relation relation = Relations.make(method, Map.of("p", number, "rho", "lambda"));
        return new ConvexTrainer(loss, new Linear(), relation, lambda, TRAINING);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void objectiveAndWeightsAreThoseOfOthers(String line) throws IOException {
        String[] words = line.split(" ", -1);
        Loss loss = Losses.parse(words[2]);
        double lambda = Double.parseDouble(words[3]);
        double objective = Double.parseDouble(words[4]);
        Dataset wide = data(loss);
        for (Dataset data : List.of(wide, RandomTasks.toLong(wide))) {
            Fit<? extends Model> fit = trainer(words[0], words[1], loss, lambda).train(data);
            LinearModel model = (LinearModel) fit.model();
            assertThat(model.sparsePart().isPresent()).isEqualTo(words.length > 5 + TASKS * (FEATURES + 1));
            model.sparsePart().ifPresent(part -> compare(part, words, 5 + TASKS * (FEATURES + 1), FEATURES, WEIGHTS));
            compare(model.weights(), words, 5, FEATURES + 1, WEIGHTS);
            assertThat(fit.report().gap()).isLessThanOrEqualTo(1e-10);
            assertThat(fit.report().objective()).isEqualTo(objective, within(OBJECTIVE * objective));
        }
    }

    static void compare(Matrix found, String[] words, int first, int step, double tolerance) {
        for (int t = 0; t < TASKS; t++) {
            for (int j = 0; j < FEATURES; j++) {
                double expected = Double.parseDouble(words[first + t * step + j]);
                assertThat(found.get(j, t)).as("weight %d of task %d", j, t).isEqualTo(expected, within(tolerance));
            }
        }
    }

    static List<String> read(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(WeightOracleTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
