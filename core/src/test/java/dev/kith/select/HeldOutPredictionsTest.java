package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.score.OutOfFold;
import dev.kith.score.Verdict;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.trust.spread.Conformal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Predictions of labels that were held out, and what is read off them. */
class HeldOutPredictionsTest {
    private static final List<String> TASKS = List.of("a", "b");

    private static HeldOut heldOut(double... predictions) {
        return new HeldOut(
                "some",
                predictions,
                new int[predictions.length],
                IntStream.range(0, predictions.length).toArray(),
                List.of(),
                2.5);
    }

    private static Dataset numbers(double... labels) {
        return Dataset.ofLong(DenseInputs.of(Matrix.zeros(labels.length, 1)), TASKS, new int[] {0, 0, 1, 1}, labels);
    }

    /** Task a: 4 to 2, task b: 10 to 10: on geometric average by 1 - sqrt(1/2). */
    @Test
    void changesPerTaskAreAveragedAsFactors() {
        Dataset data = numbers(0, 0, 100, 100);
        assertThat(TypicalError.changePerTask(data, heldOut(4, -4, 110, 90), heldOut(2, -2, 90, 110))
                        .orElseThrow())
                .isCloseTo(Math.sqrt(0.5) - 1, within(1e-12));
        double none = Double.NaN;
        assertThat(TypicalError.changePerTask(data, heldOut(none, none, 110, 90), heldOut(none, none, 105, 95))
                        .orElseThrow())
                .as("a task without predictions does not count")
                .isCloseTo(-0.5, within(1e-12));
        assertThat(TypicalError.changePerTask(data, heldOut(none, none, none, none), heldOut(none, none, none, none)))
                .isEmpty();
        assertThat(TypicalError.of(data, heldOut(4, -4, 104, 96), heldOut(2, -2, 102, 98)))
                .contains(new TypicalError(Measure.RMSE, 4, 2));
    }

    /** Squared errors 1 and 9; explained variance turns the interval round. */
    @Test
    void meansOverTasksHaveIntervalsOnTheRightSide() {
        Dataset data = numbers(0, 2, 10, 16);
        HeldOut held = heldOut(1, 1, 13, 13);
        assertThat(held.seconds()).isEqualTo(2.5);
        assertThat(held.mean(Measure.MSE, 0.9, data).estimate()).isEqualTo(5);
        Interval cost = held.mean(Measure.NMSE, 0.9, data);
        Interval gain = held.mean(Measure.EXPLAINED_VARIANCE, 0.9, data);
        assertThat(gain.estimate()).isCloseTo(1 - cost.estimate(), within(1e-12));
        Dataset classes = Dataset.of(
                DenseInputs.of(Matrix.zeros(8, 1)),
                TASKS,
                IntStream.range(0, 8).toArray(),
                new int[8],
                new double[] {1, 1, 1, 1, -1, -1, -1, -1},
                null,
                List.of("no", "yes"));
        Interval area = heldOut(5, 4, 3, -1, 2, -2, -3, -4).mean(Measure.AUC, 0.9, classes);
        assertThat(area.estimate()).isEqualTo(15 / 16.0);
        assertThat(area.low()).isLessThan(area.estimate());
        assertThat(area.high()).isGreaterThan(area.estimate());
        assertThat(area.estimate() - area.low()).isCloseTo(area.high() - area.estimate(), within(1e-12));
    }

    @Test
    void anAnswerCountsAllTasks() {
        assertThat(new Answer(Verdict.SHARE, 1, 2, 4, 8).tasks()).isEqualTo(15);
    }

    private static ConvexTrainer trainer() {
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), 0.1, Training.defaults());
    }

    /** The only label of a task cannot be held out; every other is predicted by a model that has not seen it. */
    @Test
    void whatCannotBeHeldOutHasNoPrediction() {
        Dataset data = Dataset.ofLong(
                DenseInputs.of(Matrix.of(new double[][] {{1}, {2}, {3}, {4}, {5}})),
                TASKS,
                new int[] {0, 0, 0, 0, 1},
                new double[] {1, 2, 3, 4, 7});
        List<Integer> heard = new ArrayList<>();
        double[] found = OutOfFold.predictions(trainer(), data, 4, 1, (done, of) -> {
            heard.add(done);
            assertThat(of).isEqualTo(4);
        });
        assertThat(heard).containsExactly(1, 2, 3, 4);
        assertThat(found[4]).isNaN();
        for (int o = 0; o < 4; o++) {
            int left = o;
            int[] others = IntStream.range(0, 5).filter(k -> k != left).toArray();
            Model model = trainer().train(data.select(others)).model();
            assertThat(found[o]).isCloseTo(model.predict(data.inputs()).get(o, 0), within(1e-6));
        }
    }

    /** Rows asked in another order than their observations, and rows of two tasks, go to the right places. */
    @Test
    void predictionsFollowTheObservations() {
        Dataset data = numbers(1, 3, 10, 30);
        Dataset other = Dataset.of(
                DenseInputs.of(Matrix.of(new double[][] {{1}, {-2}, {3}})),
                TASKS,
                new int[] {2, 0, 1},
                new int[] {0, 1, 0},
                new double[] {1, 2, 3},
                null,
                null);
        Dataset training = data.withInputs(DenseInputs.of(Matrix.of(new double[][] {{1}, {2}, {3}, {5}})));
        Model model = trainer().train(training).model();
        Matrix all = model.predict(other.inputs());
        assertThat(OutOfFold.predictions(model, other)).containsExactly(all.get(2, 0), all.get(0, 1), all.get(1, 0));
    }

    /**
     * Task 0 has no errors of its own. By A_0s / sqrt(A_ss) task 1 is most like it, 0.9 / 1, though A_02 = 1.6 is larger,
     * 1.6 / 4: the errors lent are those of task 1, all 2.
     */
    @Test
    void theMostAlikeLendErrorsWhateverTheSizeOfTheirStructure() {
        ErrorTable twos = ErrorTable.of(
                Collections.nCopies(200, 2.0).stream().mapToDouble(x -> x).toArray());
        ErrorTable sevens = ErrorTable.of(
                Collections.nCopies(200, 7.0).stream().mapToDouble(x -> x).toArray());
        HeldOutErrors errors = new HeldOutErrors(
                Matrix.of(new double[] {3, 1, 1}), List.of(ErrorTable.of(), twos, sevens), ErrorTable.of());
        Matrix a = Matrix.of(new double[][] {{1, 0.9, 1.6}, {0.9, 1, 0}, {1.6, 0, 16}});
        assertThat(Conformal.halfWidths(errors, Optional.of(TaskMatrix.of(a)), 0.9)[0])
                .isCloseTo(6, within(0.02));
        Matrix small = Matrix.of(new double[][] {{1, 0.09, 0.16}, {0.09, 0.01, 0}, {0.16, 0, 0.25}});
        assertThat(Conformal.halfWidths(errors, Optional.of(TaskMatrix.of(small)), 0.9)[0])
                .isCloseTo(6, within(0.02));
    }
}
