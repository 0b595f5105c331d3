package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The relation of a fit, from the model's file alone. */
class FittedRelationTest {
    private static final List<String> TASKS = List.of("a", "b", "c");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private static Dataset rows(List<String> tasks, int count, long seed) {
        Random random = new Random(seed);
        Matrix x = Matrix.zeros(count, 3).map(zero -> random.nextGaussian());
        Matrix y = Matrix.zeros(count, tasks.size());
        for (int i = 0; i < count; i++) {
            for (int t = 0; t < tasks.size(); t++) {
                y.set(i, t, x.get(i, 0) + t * x.get(i, 1) / 3 + 0.1 * random.nextGaussian());
            }
        }
        return Dataset.ofWide(DenseInputs.of(x), tasks, y);
    }

    private static Model fit(Relation relation) {
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, 0.05)
                .train(rows(TASKS, 20, 1))
                .model();
    }

    private static List<Relation> relations() {
        return List.of(
                Relations.independent(),
                Relations.pooled(),
                Relations.mean(3),
                Relations.graph(new TaskGraph(List.of(new TaskGraph.Edge("a", "b", 0.3))), 0.5),
                Relations.groups(Map.of("a", "1", "b", "1", "c", "2"), 4),
                Relations.tree(TaskTree.parseNewick("((a,b)x,c)r;"), 2),
                Relations.metric(NamedMatrix.ofTasks(
                        TASKS, Matrix.of(new double[] {2, 1, 0}, new double[] {1, 2, 1}, new double[] {0, 1, 2}))),
                Relations.schatten(1),
                Relations.schatten(3),
                Relations.traceConstrained(0.2),
                Relations.clustered(2, 1, 1, 5),
                Relations.sparse(0.3),
                Relations.logDet(2),
                Relations.logDet(2, OptionalDouble.empty(), new TaskGraph(List.of(new TaskGraph.Edge("a", "b", 1)))),
                Relations.learnedGraph(0.7, 0.05));
    }

    @ParameterizedTest
    @MethodSource("relations")
    void aFileKnowsItsRelation(Relation relation) throws IOException {
        Path file = dir.resolve("m.kith");
        ModelFile.write(fit(relation), file);
        assertThat(FittedRelation.of(ModelFile.read(file))).isEqualTo(relation);
    }

    @Test
    void theModelAloneIsEnoughForNewTasks() {
        Model model = fit(Relations.sparse(0.3));
        Dataset fresh = rows(List.of("d"), 6, 2);
        Adapted alone = new TaskAdapter(model).adapt(fresh);
        Adapted given = new TaskAdapter(model, Relations.sparse(0.3)).adapt(fresh);
        Adapted other = new TaskAdapter(model, Relations.sparse(0.7)).adapt(fresh);
        assertThat(alone.model()).isEqualTo(given.model()).isNotEqualTo(other.model());
    }

    @Test
    void aRelationOverNamedTasksHasToBeGivenAndIsRemembered() {
        Model model = fit(Relations.graph(new TaskGraph(List.of(new TaskGraph.Edge("a", "b", 1))), 1));
        assertThatThrownBy(() -> new TaskAdapter(model))
                .isInstanceOf(DataException.class)
                .hasMessage("the relation of method 'graph' is about tasks by name: give it with the new tasks in it");
        Relation wider = Relations.graph(
                new TaskGraph(List.of(new TaskGraph.Edge("a", "b", 1), new TaskGraph.Edge("a", "d", 1))), 1);
        Model adapted =
                new TaskAdapter(model, wider).adapt(rows(List.of("d"), 6, 2)).model();
        assertThat(FittedRelation.of(adapted)).isEqualTo(wider);
    }

    @Test
    void nothingIsGuessed() {
        Model model = fit(Relations.sparse(0.3));
        Model silent = model.withInfo(model.info().withoutParameters("mu"::equals));
        assertThatThrownBy(() -> FittedRelation.of(silent))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "the model does not say its 'mu', so its relation 'sparse' cannot be made again; fit it again,"
                                + " or give the relation itself");
        Model odd = model.withInfo(model.info().withParameter("mu", "5"));
        assertThatThrownBy(() -> FittedRelation.of(odd))
                .isInstanceOf(DataException.class)
                .hasMessage("the model's relation cannot be made again: mu must be a number between 0 and 1, got 5.0");
        Model none = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.1, Training.defaults())
                .train(rows(TASKS, 20, 1))
                .model();
        assertThatThrownBy(() -> FittedRelation.of(none))
                .isInstanceOf(DataException.class)
                .hasMessage("a model of method 'l21' has no structure that a new task could join; fit all tasks again");
    }
}
