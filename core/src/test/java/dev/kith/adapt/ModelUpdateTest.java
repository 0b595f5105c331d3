package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.moments.Moments;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An update is the fit to all rows. */
class ModelUpdateTest {
    @TempDir
    private Path dir;

    private static Dataset rows(int n, List<String> tasks) {
        SplittableRandom random = new SplittableRandom(n);
        Matrix x = Matrix.zeros(n, 4);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % tasks.size();
            for (int j = 0; j < 4; j++) {
                x.set(i, j, random.nextDouble(-2, 2));
            }
            y[i] = x.get(i, 0) * (1 + task[i]) - x.get(i, 2) + random.nextDouble();
        }
        return Dataset.ofLong(DenseInputs.of(x), tasks, task, y);
    }

    private static final List<Trainer<? extends Model>> TRAINERS = List.of(
            new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), 0.1),
            new ConvexTrainer(
                    Losses.squared(),
                    new Linear(),
                    Relations.mean(0.5),
                    5,
                    Training.defaults()
                            .withWeighting(Training.Weighting.OBSERVATION)
                            .withIntercept(false)),
            new LinearTrainer(
                    Losses.squared(),
                    WeightPenalty.rows(),
                    0.05,
                    Training.defaults().withStopping(1e-12, 10_000)));

    private static double apart(Model a, Model b) {
        return ((LinearModel) a).weights().plus(-1, ((LinearModel) b).weights()).maxAbs();
    }

    @Test
    void aModelThatKeptItsMomentsLearnsMoreRowsExactly() throws IOException {
        Dataset all = rows(400, List.of("a", "b", "c"));
        Dataset old = all.select(IntStream.range(0, 250).toArray());
        Dataset later = all.select(IntStream.range(250, 400).toArray());
        Path file = dir.resolve("m.kith");
        for (Trainer<? extends Model> trainer : TRAINERS) {
            Model first = trainer.train(old).model();
            ModelFile.write(new ModelFile.Content(first, Uncertainty.none()).with(Moments.of(old)), file);
            ModelFile.Content updated =
                    ModelUpdate.of(ModelFile.readContent(file)).learn(later).run();
            assertThat(apart(updated.model(), trainer.train(all).model())).isLessThan(1e-8);
            assertThat(updated.model().info().observations()).isEqualTo(400);
            ModelFile.write(updated, file);
            assertThat(ModelFile.readContent(file).moments().orElseThrow().rows())
                    .isEqualTo(400);
        }
    }

    @Test
    void rowsOfTwoModelsAddUpAndNewTasksJoin() {
        Trainer<? extends Model> trainer = TRAINERS.get(0);
        Dataset north = rows(90, List.of("a", "b"));
        Dataset south = rows(100, List.of("c", "a"));
        ModelFile.Content one =
                new ModelFile.Content(trainer.train(north).model(), Uncertainty.none()).with(Moments.of(north));
        Model both = ModelUpdate.of(one).learn(Moments.of(south)).run().model();
        assertThat(both.info().tasks()).containsExactly("a", "b", "c");
        assertThat(both.info().observations()).isEqualTo(190);
    }

    @Test
    void forgottenRowsCountLess() {
        Dataset all = rows(200, List.of("a", "b"));
        Dataset old = all.select(IntStream.range(0, 120).toArray());
        Dataset later = all.select(IntStream.range(120, 200).toArray());
        double[] weights = new double[200];
        Arrays.setAll(weights, o -> o < 120 ? 0.25 : 1);
        Trainer<? extends Model> trainer = TRAINERS.get(0);
        ModelFile.Content content =
                new ModelFile.Content(trainer.train(old).model(), Uncertainty.none()).with(Moments.of(old));
        Model updated = ModelUpdate.of(content).forget(0.25).learn(later).run().model();
        assertThat(apart(updated, trainer.train(all.withWeights(weights)).model()))
                .isLessThan(1e-12);
    }

    @Test
    void amodelWithoutMomentsSaysWhatToDo() {
        Model model = TRAINERS.get(0).train(rows(50, List.of("a"))).model();
        assertThatThrownBy(() -> ModelUpdate.of(new ModelFile.Content(model, Uncertainty.none())))
                .isInstanceOf(DataException.class)
                .hasMessage("the model did not keep the moments of its rows, without which it cannot learn more of"
                        + " them; fit it with --keep-moments");
    }

    @Test
    void momentsOfOtherTasksAreRefused() {
        Model model = TRAINERS.get(0).train(rows(50, List.of("a"))).model();
        ModelFile.Content content = new ModelFile.Content(model, Uncertainty.none());
        assertThatThrownBy(() -> content.with(Moments.of(rows(50, List.of("b")))))
                .hasMessageStartingWith("moments must be of the model's tasks and features");
    }
}
