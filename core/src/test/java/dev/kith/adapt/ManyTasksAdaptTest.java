package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of so many tasks that nothing T x T can be made: 80 GB for 100,000. */
class ManyTasksAdaptTest {
    private static final int TASKS = 100_000;
    private static final int FEATURES = 3;

    @TempDir
    Path directory;

    private static TaskGraph chain(int tasks) {
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (int t = 1; t < tasks; t++) {
            edges.add(new TaskGraph.Edge("t" + t, "t" + (t + 1), 1));
        }
        return new TaskGraph(edges);
    }

    /** Two rows per task; y = 2 x1 - x2 + noise. */
    private static Dataset data(List<String> tasks, int rows, long seed) {
        Random random = new Random(seed);
        int n = tasks.size() * rows;
        Matrix x = Matrix.zeros(n, FEATURES).map(zero -> random.nextGaussian());
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i / rows;
            y[i] = 2 * x.get(i, 0) - x.get(i, 1) + 0.1 * random.nextGaussian();
        }
        return Dataset.ofLong(DenseInputs.of(x), tasks, task, y);
    }

    private static Model fit(Relation relation, int tasks) {
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, 0.1, Training.defaults())
                .train(data(Names.numbered("t", tasks), 2, 1))
                .model();
    }

    /** Writes, reads and adapts; the new task predicts well although it has few rows of its own. */
    private void joins(Model model, Relation relation) throws IOException {
        Path file = directory.resolve("model.kith");
        ModelFile.write(model, file);
        assertThat(Files.size(file)).isLessThan(40_000_000L);
        Model read = ModelFile.read(file);
        Dataset rows = data(List.of("new"), 4, 2);
        Adapted adapted = new TaskAdapter(read, relation).adapt(rows);
        int tasks = read.info().tasks().size();
        assertThat(adapted.model().info().tasks()).hasSize(tasks + 1).endsWith("new");
        assertThat(adapted.tasks().get(0).nearest()).hasSize(tasks);
        Matrix weights = ((LinearModel) adapted.model()).weights();
        assertThat(weights.get(0, tasks)).isBetween(1.0, 2.5);
        assertThat(weights.get(1, tasks)).isBetween(-1.5, -0.4);
        assertThat(weights.get(0, 17)).isEqualTo(((LinearModel) read).weights().get(0, 17));
        ModelFile.write(adapted.model(), file);
        assertThat(ModelFile.read(file).structure().orElseThrow().size()).isEqualTo(tasks + 1);
    }

    @Test
    void tasksJoinAHundredThousandUnderANode() throws IOException {
        Relation mean = Relations.mean(50);
        joins(fit(mean, TASKS), mean);
    }

    @Test
    void tasksJoinAHundredThousandAlone() throws IOException {
        Model model = fit(Relations.independent(), TASKS);
        Dataset rows = data(List.of("new"), 30, 2);
        Adapted adapted = new TaskAdapter(model, Relations.independent()).adapt(rows);
        assertThat(adapted.model().info().tasks()).hasSize(TASKS + 1);
        assertThat(adapted.tasks().get(0).own()).isEqualTo(1);
    }

    @Test
    void tasksJoinAGraphOfAHundredThousand() throws IOException {
        Relation chain = Relations.graph(chain(TASKS), 0.01);
        List<TaskGraph.Edge> wider = new ArrayList<>(chain(TASKS).edges());
        wider.add(new TaskGraph.Edge("t5", "new", 3));
        wider.add(new TaskGraph.Edge("t70000", "new", 3));
        joins(fit(chain, TASKS), Relations.graph(new TaskGraph(wider), 0.01));
    }

    @Test
    void tasksJoinAHundredThousandInLearnedDirections() throws IOException {
        Relation mtfl = Relations.schatten(1);
        joins(fit(mtfl, TASKS), mtfl);
    }

    @Test
    void whatIsRelearnedSaysHowManyTasksItTakes() {
        Relation cluster = Relations.clustered(2, 1, 1, 10);
        Model model = fit(cluster, 3000);
        assertThatThrownBy(() -> new TaskAdapter(model, cluster).adapt(data(List.of("new"), 4, 2)))
                .hasMessage(
                        "new tasks join a model of method 'cluster' with at most 2000 tasks, got 3000; fit all tasks"
                                + " again, or take another method");
    }
}
