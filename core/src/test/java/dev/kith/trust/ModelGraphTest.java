package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.file.Examples;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TieStability;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModelGraphTest {
    private static final List<String> TASKS = List.of("a", "b", "c", "d");

    /** a to d in a row. */
    private static final TaskGraph CHAIN = new TaskGraph(
            List.of(new TaskGraph.Edge("a", "b", 1), new TaskGraph.Edge("b", "c", 2), new TaskGraph.Edge("c", "d", 1)));

    private static Dataset data() {
        Random random = new Random(5);
        Matrix x = Matrix.zeros(20, 3).map(v -> random.nextGaussian());
        Matrix y = Matrix.zeros(20, 4).map(v -> random.nextGaussian());
        return Dataset.ofWide(DenseInputs.of(x), TASKS, y);
    }

    private static Model chained() {
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.graph(CHAIN, 1), 0.1, Training.defaults())
                .train(data())
                .model();
    }

    private static List<String> pairs(LearnedGraph graph) {
        return graph.ties().stream()
                .map(tie -> TASKS.get(tie.a()) + TASKS.get(tie.b()))
                .sorted()
                .toList();
    }

    @Test
    void aKnownGraphIsFoundAgain() {
        LearnedGraph graph = ModelGraph.of(chained());
        assertThat(pairs(graph)).containsExactly("ab", "bc", "cd");
        assertThat(graph.rule()).startsWith("edges of the graph");
        // precision of a and b: 1 + 1 and 1 + 2 + 1 on the diagonal, -1 beside it
        double tie = graph.ties().stream()
                .filter(t -> t.b() == 1)
                .findFirst()
                .orElseThrow()
                .partial();
        assertThat(tie).isCloseTo(1 / Math.sqrt(8), within(1e-9));
    }

    @Test
    void aThresholdIsTheGeneralRule() {
        LearnedGraph graph = ModelGraph.of(chained(), OptionalDouble.of(0.05));
        assertThat(graph.rule()).isEqualTo("partial correlations of at least 0.05 in size");
    }

    @Test
    void tiesThatWereCountedKnowTheirStability() {
        TieStability all = new TieStability(2, Matrix.identity(4).map(x -> 1 - x), Matrix.zeros(4, 4));
        ModelFile.Content content = new ModelFile.Content(chained(), Uncertainty.none(), Optional.of(all));
        LearnedGraph graph = ModelGraph.of(content, OptionalDouble.empty());
        assertThat(graph.stability(graph.ties().get(0))).hasValue(1);
    }

    @Test
    void withoutAStructureWeightsAreCompared() {
        Model rows = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.01, Training.defaults())
                .train(data())
                .model();
        assertThat(rows.structure()).isEmpty();
        Matrix w = rows.linear().orElseThrow().weights();
        assertThat(ModelGraph.structure(rows).orElseThrow().get(1, 2))
                .isCloseTo(
                        w.get(0, 1) * w.get(0, 2) + w.get(1, 1) * w.get(1, 2) + w.get(2, 1) * w.get(2, 2),
                        within(1e-12));
        assertThat(ModelGraph.of(rows).tasks()).isEqualTo(TASKS);
    }

    @Test
    void aModelWithNeitherHasNoGraph() {
        Model model = new Examples(1).named("kernel-sparse");
        assertThatThrownBy(() -> ModelGraph.of(model))
                .isInstanceOf(DataException.class)
                .hasMessage("the model has no graph: method " + model.info().method()
                        + " has neither a structure nor weights of single features");
    }

    @Test
    void aModelThatIsLinearPredictsTheSameByItsWeights() {
        for (String name : List.of("linear", "kernel-linear")) {
            Model model = new Examples(3).named(name);
            DenseInputs x = new DenseInputs(
                    new Examples(4).matrix(5, model.info().features().size()),
                    model.info().features());
            Matrix expected = model.predict(x);
            Matrix found = model.linear().orElseThrow().predict(x);
            assertThat(found.plus(-1, expected).maxAbs()).as(name).isLessThan(1e-12);
        }
        for (String name : List.of("kernel-dense", "kernel-strings", "nodes", "constrained-predictions", "fourier")) {
            assertThat(new Examples(3).named(name).linear()).as(name).isEmpty();
        }
    }
}
