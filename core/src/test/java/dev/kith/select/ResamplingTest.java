package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import dev.kith.trust.Bootstrap;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is drawn with replacement: rows of a task and class among themselves, rows of several tasks whole. */
class ResamplingTest {
    private static final int REFITS = 12;

    /** The resamples a bootstrap of the data makes; every one is answered with the model of two numeric tasks. */
    private static List<Dataset> draws(Dataset data) {
        List<Dataset> seen = new ArrayList<>();
        Dataset two = Dataset.ofLong(
                DenseInputs.of(Matrix.of(new double[][] {{1}, {2}, {3}, {5}})),
                List.of("a", "b"),
                new int[] {0, 0, 1, 1},
                new double[] {1, 2, 4, 3});
        Fit<Model> fit = new ConvexTrainer(
                        Losses.squared(), new Linear(), Relations.traceConstrained(), 0.1, Training.defaults())
                .train(two);
        Trainer<Model> trainer = (drawn, progress) -> {
            seen.add(drawn);
            return fit;
        };
        new Bootstrap(REFITS, 7, 1).ties(trainer, data, Matrix.identity(2), (done, of) -> {});
        return seen;
    }

    private static double total(Dataset data, int task, double label) {
        return IntStream.range(0, data.size())
                .filter(o -> data.task(o) == task && data.label(o) == label)
                .mapToDouble(data::weight)
                .sum();
    }

    private static Dataset classes(int[] tasks, double[] labels) {
        Matrix x = Matrix.zeros(tasks.length, 1);
        int[] rows = IntStream.range(0, tasks.length).toArray();
        return Dataset.of(DenseInputs.of(x), List.of("a", "b"), rows, tasks, labels, null, List.of("no", "yes"));
    }

    @Test
    void everyClassOfEveryTaskKeepsItsNumberOfLabels() {
        int[] tasks = {0, 0, 0, 0, 0, 1, 1, 1, 1};
        double[] labels = {1, 1, -1, -1, -1, 1, -1, -1, -1};
        List<Dataset> draws = draws(classes(tasks, labels));
        assertThat(draws).hasSize(REFITS);
        for (Dataset drawn : draws) {
            assertThat(total(drawn, 0, 1)).isEqualTo(2);
            assertThat(total(drawn, 0, -1)).isEqualTo(3);
            assertThat(total(drawn, 1, 1)).isEqualTo(1);
            assertThat(total(drawn, 1, -1)).isEqualTo(3);
        }
    }

    /** Numbers above zero are no class: a task's rows are drawn among all of its rows. */
    @Test
    void theSignOfANumberIsNoClass() {
        int[] tasks = {0, 0, 0, 0, 0, 0, 1, 1};
        double[] labels = {-1, -1, -1, 1, 1, 1, 2, -2};
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.zeros(8, 1)), List.of("a", "b"), tasks, labels);
        List<Dataset> draws = draws(data);
        assertThat(draws).anyMatch(drawn -> total(drawn, 0, 1) != 3);
        assertThat(draws).allMatch(drawn -> total(drawn, 0, 1) + total(drawn, 0, -1) == 6);
        assertThat(draws).as("a task may lose all numbers of one sign").anyMatch(drawn -> total(drawn, 1, 2) == 0);
    }

    @Test
    void rowsKeepTheirOwnWeight() {
        Dataset data = Dataset.of(
                DenseInputs.of(Matrix.zeros(4, 1)),
                List.of("a", "b"),
                new int[] {0, 1, 2, 3},
                new int[] {0, 0, 1, 1},
                new double[] {1, 2, 3, 4},
                new double[] {5, 5, 0.5, 0.5},
                null);
        for (Dataset drawn : draws(data)) {
            assertThat(total(drawn, 0, 1) + total(drawn, 0, 2)).isEqualTo(10);
            assertThat(total(drawn, 1, 3) + total(drawn, 1, 4)).isEqualTo(1);
        }
    }

    /** Half of the rows have no label at all: as many are drawn as have one, and only among those. */
    @Test
    void rowsWithoutLabelsAreNeverDrawn() {
        Matrix y = Matrix.zeros(8, 2).map(zero -> Double.NaN);
        for (int i = 0; i < 4; i++) {
            y.set(i, 0, i + 1);
            y.set(i, 1, i + 11);
        }
        Dataset data = Dataset.ofWide(DenseInputs.of(Matrix.zeros(8, 1)), List.of("a", "b"), y);
        for (Dataset drawn : draws(data)) {
            double weight =
                    IntStream.range(0, drawn.size()).mapToDouble(drawn::weight).sum();
            assertThat(weight).isEqualTo(8);
        }
    }

    /** One row of the rarer class in six: a third of all draws would lose it. */
    @Test
    void wholeRowsAreDrawnAgainWhereAClassWouldBeLost() {
        int[] rows = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
        int[] tasks = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
        double[] labels = {1, 1, -1, 1, -1, 1, -1, -1, -1, -1, -1, -1};
        Dataset data = Dataset.of(
                DenseInputs.of(Matrix.zeros(6, 1)), List.of("a", "b"), rows, tasks, labels, null, List.of("no", "yes"));
        for (Dataset drawn : draws(data)) {
            for (int t = 0; t < 2; t++) {
                assertThat(total(drawn, t, 1)).isPositive();
                assertThat(total(drawn, t, -1)).isPositive();
            }
        }
    }

    /** Thirty tasks of one row each, and one row of two: hardly a draw has them all. */
    @Test
    void tasksThatCannotKeepALabelAreRefused() {
        int[] rows = IntStream.range(0, 31).map(k -> k == 30 ? 0 : k).toArray();
        int[] tasks = IntStream.range(0, 31).toArray();
        Dataset data = Dataset.of(
                DenseInputs.of(Matrix.zeros(30, 1)), Names.numbered("t", 31), rows, tasks, new double[31], null, null);
        assertThatThrownBy(() -> draws(data))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("every task must have labels in a resample: some task has so few rows that 1000 draws left"
                        + " it without");
    }
}
