package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LikenessTest {
    /** Tasks a, b and c with weights (1, 1), (1, 1) and (1, -1). */
    private static Dataset family() {
        Random random = new Random(5);
        Matrix x = Matrix.zeros(60, 2);
        double[] labels = new double[60];
        int[] taskOf = new int[60];
        for (int i = 0; i < 60; i++) {
            taskOf[i] = i % 3;
            x.set(i, 0, random.nextGaussian());
            x.set(i, 1, random.nextGaussian());
            labels[i] = i % 3 == 2 ? (x.get(i, 0) - x.get(i, 1)) : x.get(i, 0) + x.get(i, 1);
        }
        return Dataset.ofLong(DenseInputs.of(x), List.of("a", "b", "c"), taskOf, labels);
    }

    private static Likeness of(Trainer<? extends Model> trainer, Dataset data) {
        return Likeness.of(trainer.train(data).model(), data.inputs());
    }

    private static Trainer<? extends Model> trainer(Relation relation) {
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, 0.01, Training.defaults());
    }

    @Test
    void aStructureThatTellsTasksApartIsShown() {
        Likeness likeness = of(trainer(Relations.traceConstrained()), family());
        assertThat(likeness.structure()).isTrue();
        assertThat(likeness.even()).isEmpty();
        Matrix similarity = likeness.similarity().orElseThrow();
        assertThat(similarity.get(0, 1)).isGreaterThan(similarity.get(0, 2) + 0.5);
    }

    @Test
    void aStructureThatDoesNotIsOneSentence() {
        assertThat(of(trainer(Relations.independent()), family()).even())
                .hasValueSatisfying(said -> assertThat(said).contains("no two tasks are related"));
        Likeness mean = of(trainer(Relations.mean(3)), family());
        assertThat(mean.similarity()).isEmpty();
        assertThat(mean.even())
                .hasValueSatisfying(said -> assertThat(said).contains("every pair of tasks is equally alike ("));
    }

    @Test
    void withoutAStructurePredictionsAreCompared() {
        Likeness likeness =
                of(new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.001, Training.defaults()), family());
        assertThat(likeness.structure()).isFalse();
        assertThat(likeness.similarity().orElseThrow().get(0, 1)).isGreaterThan(0.99);
    }

    @Test
    void ofManyRowsSomeAreEnough() {
        Model model = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.001, Training.defaults())
                .train(family())
                .model();
        Random random = new Random(6);
        Matrix x = Matrix.zeros(20_000, 2);
        for (int i = 0; i < x.rows(); i++) {
            x.set(i, 0, random.nextGaussian());
            x.set(i, 1, random.nextGaussian());
        }
        double all = Likeness.correlation(model.predict(DenseInputs.of(x))).get(0, 2);
        double some =
                Likeness.of(model, DenseInputs.of(x)).similarity().orElseThrow().get(0, 2);
        assertThat(some).isCloseTo(all, within(0.15)).isNotEqualTo(all);
        assertThat(Likeness.of(model, DenseInputs.of(x))
                        .similarity()
                        .orElseThrow()
                        .get(0, 2))
                .isEqualTo(some);
    }

    @Test
    void correlationIsOfColumns() {
        Matrix columns = Matrix.of(new double[][] {{1, 2, 1}, {2, 4, 0}, {3, 6, 1}});
        Matrix correlation = Likeness.correlation(columns);
        assertThat(correlation.get(0, 1)).isCloseTo(1, within(1e-12));
        assertThat(correlation.get(0, 2)).isCloseTo(0, within(1e-12));
        assertThat(correlation.get(1, 1)).isEqualTo(1);
    }
}
