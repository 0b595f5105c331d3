package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
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
import dev.kith.structure.TaskGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The log determinant with a pattern beside BFGS over weights and entries of A together; {@code scipy_pattern.py}. */
class PatternOracleTest {
    private static final int TASKS = 4;
    private static final double OBJECTIVE = 1e-8;
    /** Objectives are flat at their minimum. */
    private static final double NUMBERS = 2e-4;

    private static final Training TRAINING =
            Training.defaults().withScaling(false, TargetScale.NONE).withStopping(1e-10, 200_000);

    static Stream<String> lines() throws IOException {
        return WeightOracleTest.read("pattern.txt").stream();
    }

    private static TaskGraph graph(String text) {
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (String pair : text.equals("none") ? new String[0] : text.split(",", -1)) {
            edges.add(new TaskGraph.Edge("t" + (pair.charAt(0) - '0' + 1), "t" + (pair.charAt(2) - '0' + 1), 1));
        }
        return new TaskGraph(edges);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void objectiveWeightsAndStructureAreThoseOfAnotherSolver(String line) throws IOException {
        String[] words = line.split(" ", -1);
        Loss loss = Losses.parse(words[3]);
        TaskGraph pattern = graph(words[0]);
        Relation relation = Relations.logDet(
                Double.parseDouble(words[1]), OptionalDouble.of(Double.parseDouble(words[2])), pattern);
        double objective = Double.parseDouble(words[5]);
        Dataset wide = WeightOracleTest.data(loss);
        for (Dataset data : List.of(wide, RandomTasks.toLong(wide))) {
            for (Solver solver : List.of(Solver.AUTO, Solver.ALTERNATING)) {
                Fit<Model> fit = new ConvexTrainer(loss, new Linear(), relation, Double.parseDouble(words[4]), TRAINING)
                        .withSolver(solver)
                        .train(data);
                LinearModel model = (LinearModel) fit.model();
                WeightOracleTest.compare(model.weights(), words, 6, 9, NUMBERS);
                assertThat(fit.report().gap()).isLessThanOrEqualTo(1e-10);
                assertThat(fit.report().objective()).isEqualTo(objective, within(OBJECTIVE * Math.abs(objective)));
                requireStructure(model.structure().orElseThrow().dense(), words);
            }
        }
    }

    /** Zeros outside the pattern are exact. */
    private static void requireStructure(Matrix a, String[] words) {
        int first = words.length - TASKS * TASKS;
        for (int t = 0; t < TASKS; t++) {
            for (int s = 0; s < TASKS; s++) {
                double expected = Double.parseDouble(words[first + t * TASKS + s]);
                assertThat(a.get(t, s))
                        .isEqualTo(expected, within(expected == 0 ? 0 : NUMBERS * (1 + Math.abs(expected))));
            }
        }
    }
}
