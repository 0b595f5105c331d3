package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.simulated.Simulated;
import dev.kith.data.simulated.Simulations;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.score.CrossValidation;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.ties.TieStability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    private static final CrossValidation.Listener NOBODY = (done, of) -> {};

    private static Trainer<? extends Model> trainer(Relation relation, double lambda) {
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, lambda, Training.defaults());
    }

    private static TieStability ties(Trainer<? extends Model> trainer, Dataset data, int refits, int threads) {
        Matrix structure = trainer.train(data).model().structure().orElseThrow().dense();
        return new Bootstrap(refits, 3, threads).ties(trainer, data, structure, NOBODY);
    }

    /** Two tasks with the same weights, one with the opposite, one with other weights; every row of one task. */
    private static Dataset family(int perTask) {
        Random random = new Random(5);
        int[] taskOf = new int[4 * perTask];
        double[] labels = new double[taskOf.length];
        Matrix x = Matrix.zeros(taskOf.length, 4);
        for (int i = 0; i < taskOf.length; i++) {
            taskOf[i] = i % 4;
            for (int j = 0; j < 4; j++) {
                x.set(i, j, random.nextGaussian());
            }
            double own = taskOf[i] == 3 ? x.get(i, 3) : x.get(i, 0) + x.get(i, 1);
            labels[i] = (taskOf[i] == 2 ? -own : own) + 0.1 * random.nextGaussian();
        }
        return Dataset.ofLong(DenseInputs.of(x), List.of("a", "b", "opposite", "other"), taskOf, labels);
    }

    @Test
    void whatTheDataInsistOnAppearsInEveryRefitWithItsSign() {
        TieStability ties = ties(trainer(Relations.sparse(0.7), 0.1), family(30), 20, 2);
        assertThat(ties.alike().get(0, 1)).isEqualTo(1);
        assertThat(ties.opposite().get(0, 2)).isEqualTo(1);
        assertThat(ties.alike().get(0, 2)).isZero();
        assertThat(ties.share(0, 3)).isLessThan(0.5);
        assertThat(ties.alike()).isEqualTo(ties.alike().transpose());
        assertThat(ties.share(1, 1)).isZero();
    }

    @Test
    void theResultDependsOnTheSeedAndNotOnThreads() {
        Dataset data = Simulations.draw(
                        "relations",
                        "tasks",
                        6,
                        "dimensions",
                        30,
                        "train",
                        20,
                        "test",
                        0,
                        "density",
                        0.5,
                        "noise",
                        0.1,
                        "corruption",
                        0.1,
                        "seed",
                        1)
                .data();
        Trainer<? extends Model> trainer = trainer(Relations.sparse(0.7), 0.1);
        TieStability one = ties(trainer, data, 10, 1);
        assertThat(ties(trainer, data, 10, 3)).isEqualTo(one);
        Matrix structure = trainer.train(data).model().structure().orElseThrow().dense();
        assertThat(new Bootstrap(10, 4, 1).ties(trainer, data, structure, NOBODY))
                .isNotEqualTo(one);
    }

    @Test
    void everyTaskKeepsItsLabelsAndWideRowsStayWhole() {
        List<Dataset> seen = Collections.synchronizedList(new ArrayList<>());
        Dataset wide = Simulations.draw(
                        "relations",
                        "tasks",
                        5,
                        "dimensions",
                        10,
                        "train",
                        12,
                        "test",
                        0,
                        "density",
                        0.5,
                        "noise",
                        0.1,
                        "corruption",
                        0.1,
                        "seed",
                        1)
                .data();
        ties(seeing(seen), wide, 5, 1);
        for (Dataset drawn : seen.subList(1, seen.size())) {
            assertThat(drawn.inputs().rows()).as("some rows are drawn twice").isLessThan(12);
            assertThat(drawn.size()).isEqualTo(5 * drawn.inputs().rows());
            assertThat(total(drawn)).isEqualTo(60);
        }
        seen.clear();
        Dataset data = family(2);
        ties(seeing(seen), data, 5, 1);
        for (Dataset drawn : seen.subList(1, seen.size())) {
            assertThat(total(drawn)).isEqualTo(8);
            assertThat(Arrays.stream(drawn.countPerTask()).allMatch(n -> n > 0)).isTrue();
        }
    }

    private static double total(Dataset data) {
        double sum = 0;
        for (int o = 0; o < data.size(); o++) {
            sum += data.weight(o);
        }
        return sum;
    }

    private static Trainer<Model> seeing(List<Dataset> seen) {
        Trainer<? extends Model> inner = trainer(Relations.traceConstrained(), 0.1);
        return (data, progress) -> {
            seen.add(data);
            Fit<? extends Model> fit = inner.train(data, progress);
            return new Fit<>(fit.model(), fit.report());
        };
    }

    @Test
    void bothClassesStay() {
        Random random = new Random(1);
        Matrix x = Matrix.zeros(40, 2).map(zero -> random.nextGaussian());
        double[] labels = new double[40];
        int[] taskOf = new int[40];
        for (int i = 0; i < 40; i++) {
            taskOf[i] = i % 2;
            labels[i] = i < 4 ? 1 : -1; // two of twenty in each task
        }
        Dataset data =
                Dataset.of(DenseInputs.of(x), List.of("a", "b"), range(40), taskOf, labels, null, List.of("no", "yes"));
        Trainer<Model> trainer = (d, progress) -> {
            for (int t = 0; t < 2; t++) {
                int task = t;
                assertThat(java.util.stream.IntStream.range(0, d.size())
                                .filter(o -> d.task(o) == task)
                                .mapToDouble(d::label)
                                .distinct()
                                .count())
                        .isEqualTo(2);
            }
            return new ConvexTrainer(
                            Losses.logistic(), new Linear(), Relations.traceConstrained(), 1, Training.defaults())
                    .train(d, progress);
        };
        assertThat(ties(trainer, data, 10, 1).refits()).isEqualTo(10);
    }

    private static int[] range(int n) {
        return java.util.stream.IntStream.range(0, n).toArray();
    }

    /** On simulated relations: true ties appear more often than false ones, and tell them apart better than their size. */
    @Tag("lengthy")
    @Test
    void stabilitySeparatesTrueTiesFromFalse() {
        double bySize = 0;
        double byStability = 0;
        for (int seed = 1; seed <= 3; seed++) {
            Simulated drawn = Simulations.draw(
                    "relations",
                    "tasks",
                    10,
                    "dimensions",
                    100,
                    "train",
                    50,
                    "test",
                    0,
                    "density",
                    0.5,
                    "noise",
                    0.1,
                    "corruption",
                    0.1,
                    "seed",
                    seed);
            Trainer<? extends Model> trainer = trainer(Relations.sparse(0.7), 0.1);
            Matrix structure = trainer.train(drawn.data())
                    .model()
                    .structure()
                    .orElseThrow()
                    .dense();
            TieStability ties = new Bootstrap(20, seed, 2).ties(trainer, drawn.data(), structure, NOBODY);
            NamedMatrix truth = drawn.truth().orElseThrow();
            bySize += area(truth.values(), structure) / 3;
            byStability += area(truth.values(), ties.alike().plus(1, ties.opposite())) / 3;
        }
        assertThat(byStability).isGreaterThan(bySize + 0.02).isGreaterThan(0.75);
    }

    /** The chance that a true tie has a larger score than a false one, equal scores counting half. */
    private static double area(Matrix truth, Matrix scores) {
        double pairs = 0;
        double right = 0;
        List<double[]> all = new ArrayList<>();
        for (int b = 0; b < truth.rows(); b++) {
            for (int a = 0; a < b; a++) {
                all.add(new double[] {truth.get(a, b) != 0 ? 1 : 0, Math.abs(scores.get(a, b))});
            }
        }
        for (double[] p : all) {
            for (double[] q : all) {
                if (p[0] > q[0]) {
                    pairs++;
                    right += p[1] > q[1] ? 1 : p[1] == q[1] ? 0.5 : 0;
                }
            }
        }
        return right / pairs;
    }

    @Test
    void wrongNumbersAndModelsAreRefused() {
        assertThatThrownBy(() -> new Bootstrap(0, 1, 1)).hasMessage("refits must be a whole number >= 1, got 0");
        assertThatThrownBy(() -> new Bootstrap(1, 1, 0)).hasMessage("threads must be a whole number >= 1, got 0");
        Trainer<? extends Model> none =
                new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.1, Training.defaults());
        assertThatThrownBy(() -> new Bootstrap(1, 1, 1).ties(none, family(5), Matrix.identity(4), NOBODY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the model must have a structure to count its ties, got none from method 'l21'");
    }
}
