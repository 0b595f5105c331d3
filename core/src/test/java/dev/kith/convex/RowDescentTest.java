package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.weight.RowSparsity;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Features shared by all tasks, with the squared loss on complete data: the optimality conditions, in any units. */
class RowDescentTest {
    private static final int N = 60;
    private static final int D = 25;
    private static final int TASKS = 4;

    private static final Training PLAIN = Training.defaults()
            .withIntercept(false)
            .withScaling(false, TargetScale.NONE)
            .withWeighting(Training.Weighting.OBSERVATION)
            .withStopping(1e-9, 2000);

    /** Neighbouring features are alike, some in other units; the first five matter. */
    private static Matrix inputs(double unit, double spread) {
        SplittableRandom random = new SplittableRandom(11);
        Matrix x = RandomTasks.gaussian(random, N, D);
        for (int i = 0; i < N; i++) {
            for (int j = 1; j < D; j++) {
                x.set(i, j, 0.8 * x.get(i, j - 1) + 0.6 * x.get(i, j));
            }
        }
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < D; j++) {
                x.set(i, j, x.get(i, j) * unit * Math.pow(spread, j % 3));
            }
        }
        return x;
    }

    private static Matrix labels(Matrix x, double unit) {
        SplittableRandom random = new SplittableRandom(12);
        Matrix y = RandomTasks.gaussian(random, N, TASKS);
        for (int t = 0; t < TASKS; t++) {
            for (int j = 0; j < 5; j++) {
                double w = 2 * random.nextDouble() - 1;
                for (int i = 0; i < N; i++) {
                    y.add(i, t, w * x.get(i, j) / unit);
                }
            }
        }
        return y;
    }

    /** lambda is a share of the smallest at which nothing is used; a round is ten sweeps. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0.7, 4",
        "1, 1, 0.2, 9",
        "1, 1, 0.02, 16",
        "100, 1, 0.3, 9",
        "0.01, 1, 0.3, 9",
        "1, 10, 0.3, 2",
        "1, 0.1, 0.3, 3",
        "0.01, 30, 0.05, 2"
    })
    void weightsSatisfyTheOptimalityConditions(double unit, double spread, double share, int rounds) {
        Matrix x = inputs(unit, spread);
        Matrix y = labels(x, unit);
        Dataset data = Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", TASKS), y);
        double largest = LinearTrainer.lambdaMax(data, Losses.squared(), WeightPenalty.rows(), PLAIN);
        Matrix first = LinearAlgebra.best().multiplyTransposeA(x, y).scale(2);
        assertThat(largest).isCloseTo(longestRow(first), within(1e-12 * largest));
        double lambda = share * largest;
        Fit<LinearModel> fit = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), lambda, PLAIN).train(data);
        assertThat(fit.report().gap()).isLessThan(1e-9);
        assertThat(fit.report().iterations()).as("rounds of ten sweeps").isLessThanOrEqualTo(rounds);
        Matrix w = fit.model().weights();
        Matrix residual = y.plus(-1, LinearAlgebra.best().multiply(x, w));
        Matrix gradient = LinearAlgebra.best().multiplyTransposeA(x, residual).scale(2);
        double objective = 0;
        for (int j = 0; j < D; j++) {
            double length = Math.sqrt(w.squaredNorm(j));
            objective += lambda * length;
            if (length == 0) {
                assertThat(Math.sqrt(gradient.squaredNorm(j))).isLessThan(lambda * (1 + 1e-3));
            }
            for (int t = 0; t < TASKS && length > 0; t++) {
                assertThat(gradient.get(j, t)).isCloseTo(lambda * w.get(j, t) / length, within(1e-3 * lambda));
            }
        }
        assertThat(fit.report().objective()).isCloseTo(objective + residual.dot(residual), within(1e-8 * objective));
    }

    private static double longestRow(Matrix m) {
        double longest = 0;
        for (int j = 0; j < m.rows(); j++) {
            longest = Math.max(longest, Math.sqrt(m.squaredNorm(j)));
        }
        return longest;
    }

    /** The columns of wt have lengths 5 and 1.3: R = 0.5 x 6.3. */
    @Test
    void valueStepAndDualAreThoseOfTheFormula() {
        RowSparsity penalty = new RowSparsity(0.5);
        Matrix wt = Matrix.of(new double[] {3, 0.5, 0}, new double[] {-4, 1.2, 0});
        assertThat(penalty.value(wt)).isCloseTo(3.15, within(1e-15));
        Matrix out = Matrix.zeros(2, 3);
        // lengths shrink by 0.5 x 3 = 1.5, or to 0
        assertThat(penalty.proxInto(out, wt, 3)).isCloseTo(0.5 * 3.5, within(1e-15));
        assertThat(out.plus(-1, Matrix.of(new double[] {2.1, 0, 0}, new double[] {-2.8, 0, 0}))
                        .maxAbs())
                .isLessThan(1e-15);
        // twice the longest column is 10, twenty times what lambda allows
        assertThat(penalty.dual(wt).c()).isCloseTo(0.05, within(1e-15));
        assertThat(penalty.dual(wt).sup()).isZero();
        assertThat(penalty.dual(wt.scale(0.05)).c()).isEqualTo(1);
        // three columns, each off by 0.2 at most together: sqrt(3) 0.2
        double above = 3.15 + 0.5 * Math.sqrt(3) * 0.2;
        assertThat(penalty.above(wt, 0.2)).isBetween(above, above * (1 + 1e-12));
        assertThat(penalty.dualAbove(wt, 0.2).c()).isBetween(0.5 / 10.4 * (1 - 1e-12), 0.5 / 10.4);
        assertThat(penalty.dualAbove(wt.scale(0.03), 0.05).c()).isEqualTo(1);
    }

    @Test
    void whatCannotBeFittedIsRefused() {
        for (double lambda : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new LinearTrainer(Losses.squared(), WeightPenalty.rows(), lambda, PLAIN))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("lambda must be a finite number > 0, got " + lambda);
        }
        Dataset none =
                Dataset.ofLong(DenseInputs.of(Matrix.zeros(0, 2)), Names.numbered("t", 2), new int[0], new double[0]);
        assertThatThrownBy(() -> new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 1, PLAIN).train(none))
                .isInstanceOf(DataException.class);
        assertThatThrownBy(() -> LinearTrainer.lambdaMax(none, Losses.hinge(), WeightPenalty.rows(), PLAIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lambdaMax needs a loss with a gradient, got 'hinge'");
    }
}
