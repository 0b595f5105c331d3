package dev.kith.trust.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.numeric.StudentT;
import dev.kith.score.OutOfFold;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.trust.Coverage;
import dev.kith.trust.Intervals;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConformalTest {
    private static final double[] LEVELS = {0.8, 0.9, 0.95};

    /** n inputs without features, one label for each, the task of input i at i mod T; label = noise of size 1 + task. */
    private static Dataset noise(Random random, int n, int tasks) {
        int[] taskOf = new int[n];
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            taskOf[i] = i % tasks;
            labels[i] = (1 + taskOf[i]) * random.nextGaussian();
        }
        return Dataset.ofLong(
                new DenseInputs(Matrix.zeros(n, 1), Names.numbered("x", 1)),
                Names.numbered("t", tasks),
                taskOf,
                labels);
    }

    /**
     * Coverage of new labels is known exactly for normal noise: P(|N(0,1)| <= half / deviation). Its mean over draws of
     * the calibration labels must be the level; 400 draws leave a standard error below 0.4 points.
     */
    @Tag("lengthy")
    @Test
    void tasksWithEnoughLabelsAreCoveredByTheirOwnErrors() {
        for (double level : LEVELS) {
            double sum = 0;
            Random random = new Random(5);
            for (int draw = 0; draw < 400; draw++) {
                HeldOutErrors errors = Conformal.errors(noise(random, 3 * 210, 3), new double[630], true);
                double[] half = Conformal.halfWidths(errors, Optional.empty(), level);
                for (int t = 0; t < 3; t++) {
                    assertThat(Conformal.enough(errors, level, t)).isTrue();
                    sum += inside(half[t] / (1 + t)) / (3 * 400);
                }
            }
            assertThat(sum).as("level " + level).isCloseTo(level, within(0.01));
        }
    }

    /**
     * Six labels a task: no quantile of its own, but a scale. Were errors divided by a scale they are part of, this would
     * cover 2 points too little; as it is, the scale of five stands for that of six, which errs to the wide side.
     */
    @Test
    void tasksWithFewLabelsBorrowAndKeepTheLevel() {
        for (double level : LEVELS) {
            double sum = 0;
            Random random = new Random(6);
            int draws = 60;
            int tasks = 40;
            for (int draw = 0; draw < draws; draw++) {
                double[] zero = new double[6 * tasks];
                Dataset data = noise(random, zero.length, tasks);
                HeldOutErrors errors = Conformal.errors(data, zero, false);
                double[] half = Conformal.halfWidths(errors, Optional.empty(), level);
                for (int t = 0; t < tasks; t++) {
                    sum += inside(half[t] / (1 + t)) / (draws * tasks);
                }
            }
            assertThat(sum).as("level " + level).isBetween(level, level + 0.03);
        }
    }

    /** P(|N(0,1)| <= x), as a t distribution with very many degrees of freedom. */
    private static double inside(double x) {
        return StudentT.inside(x, 1e9);
    }

    @Test
    void intervalsOfAnyTrainerCoverNewLabelsOneByOneAndTogether() {
        Random random = new Random(8);
        int draws = 12;
        double[] alone = new double[LEVELS.length];
        double[] together = new double[LEVELS.length];
        for (int draw = 0; draw < draws; draw++) {
            Coverage rows = Coverage.draw(random, 120, 400);
            ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.02);
            double[] held = OutOfFold.predictions(trainer, rows.train(), 10, draw, (done, of) -> {});
            HeldOutErrors errors = Conformal.errors(rows.train(), held, false);
            Model model = trainer.train(rows.train()).model();
            for (int k = 0; k < LEVELS.length; k++) {
                alone[k] += rows.of(model, Intervals.conformal(errors, model.structure(), LEVELS[k]), false) / draws;
                together[k] += rows.of(model, Intervals.jointConformal(errors, LEVELS[k]), true) / draws;
            }
        }
        // 12 draws of 120 calibration rows: a standard error of 0.4 / sqrt(1440), one point at 80%
        for (int k = 0; k < LEVELS.length; k++) {
            assertThat(alone[k]).as("level " + LEVELS[k]).isCloseTo(LEVELS[k], within(0.02));
            assertThat(together[k]).as("joint level " + LEVELS[k]).isCloseTo(LEVELS[k], within(0.03));
        }
    }

    @Test
    void aTaskWithoutLabelsTakesTheScaleOfTheOthers() {
        Dataset data = Dataset.ofLong(
                new DenseInputs(Matrix.zeros(40, 1), Names.numbered("x", 1)),
                Names.numbered("t", 2),
                new int[40],
                new Random(1).doubles(40).toArray());
        HeldOutErrors errors = Conformal.errors(data, new double[40], true);
        double[] half = Conformal.halfWidths(errors, Optional.empty(), 0.8);
        assertThat(half[1]).isCloseTo(half[0], within(1e-12));
    }

    @Test
    void errorsAreBorrowedFromTheMostAlikeFirst() {
        // Tasks 0 and 1 have normal errors, 2 and 3 errors with far heavier tails; 30 labels each are too few at 80%.
        Random random = new Random(2);
        double[] labels = new double[120];
        int[] taskOf = new int[120];
        for (int o = 0; o < 120; o++) {
            taskOf[o] = o % 4;
            labels[o] = Math.pow(random.nextGaussian(), taskOf[o] < 2 ? 1 : 5);
        }
        Dataset data = Dataset.ofLong(
                new DenseInputs(Matrix.zeros(120, 1), Names.numbered("x", 1)), Names.numbered("t", 4), taskOf, labels);
        HeldOutErrors errors = Conformal.errors(data, new double[120], false);
        Matrix pairs = Matrix.of(
                new double[] {1, .9, .1, .1}, new double[] {.9, 1, .1, .1}, new double[] {.1, .1, 1, .9}, new double[] {
                    .1, .1, .9, 1
                });
        double[] near = Conformal.halfWidths(errors, Optional.of(TaskMatrix.of(pairs)), 0.8);
        double[] all = Conformal.halfWidths(errors, Optional.empty(), 0.8);
        double[] own = Conformal.halfWidths(errors, Optional.of(TaskMatrix.of(pairs)), 0.5);
        assertThat(Conformal.enough(errors, 0.8, 0)).isFalse();
        assertThat(Conformal.enough(errors, 0.5, 0)).isTrue();
        assertThat(near[0]).isGreaterThan(all[0]);
        assertThat(near[2]).isLessThan(all[2]);
        assertThat(own[0]).isLessThan(near[0]);
    }

    @Test
    void whatCannotBeSaidIsRefused() {
        Dataset few = noise(new Random(1), 10, 2);
        HeldOutErrors errors = Conformal.errors(few, new double[10], true);
        assertThatThrownBy(() -> Intervals.conformal(errors, Optional.empty(), 0.95))
                .isInstanceOf(DataException.class)
                .hasMessage("an interval at level 0.95 needs more held-out labels than the 10 the model was calibrated"
                        + " on; ask for a smaller level");
        assertThatThrownBy(() -> Intervals.jointConformal(errors, 0.9))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "joint intervals at level 0.9 need 9 rows with labels of all tasks, the model was calibrated"
                                + " on 0");
        double[] nothing = new double[10];
        java.util.Arrays.fill(nothing, Double.NaN);
        assertThatThrownBy(() -> Conformal.errors(few, nothing, true))
                .isInstanceOf(DataException.class)
                .hasMessage("calibration needs a task with at least two labels, so that one can be held out");
    }
}
