package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.weight.TwoParts;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sparse part and one of low rank: the two penalties it lies between, the parts it finds, and the step it takes. */
class DirtyModelTest {
    private static final int FEATURES = 6;
    private static final int TASKS = 3;
    private static final double LAMBDA = 0.2;
    private static final Training TIGHT = Training.defaults().withStopping(1e-10, 100_000);

    private static Dataset data(Loss loss, double missing) {
        return loss.classification()
                ? RandomTasks.classification(20, 50, FEATURES, TASKS, missing)
                : RandomTasks.regression(20, 50, FEATURES, TASKS, missing);
    }

    private static Fit<LinearModel> fit(Loss loss, double cost, Dataset data) {
        return new LinearTrainer(loss, WeightPenalty.dirty(cost), LAMBDA, TIGHT).train(data);
    }

    /** A single entry of S costs as much as the same entry of L from a cost of 1 on: then there is no need for S. */
    @ParameterizedTest
    @CsvSource({"squared, 0", "squared, 0.3", "logistic, 0", "hinge, 0.3"})
    void ownWeightsThatCostMoreThanSharedOnesAreNotUsed(String name, double missing) {
        Loss loss = Losses.parse(name);
        Dataset data = data(loss, missing);
        Fit<LinearModel> fit = fit(loss, 1.01, data);
        LinearModel trace =
                (LinearModel) new ConvexTrainer(loss, new Linear(), Relations.schatten(1), LAMBDA / 2, TIGHT)
                        .train(data)
                        .model();
        assertThat(fit.model().sparsePart().orElseThrow().maxAbs()).isZero();
        assertThat(fit.model().weights().plus(-1, trace.weights()).maxAbs()).isLessThan(1e-3);
        assertThat(fit.report().objective()).isCloseTo(trace.info().objective().orElseThrow(), within(1e-8));
    }

    /** No matrix has absolute entries beyond sqrt(d T) times its trace norm: below the inverse of that there is no need for L. */
    @ParameterizedTest
    @CsvSource({"squared, 0", "squared, 0.3", "logistic, 0.3", "hinge, 0"})
    void sharedWeightsThatCostMoreThanOwnOnesAreNotUsed(String name, double missing) {
        Loss loss = Losses.parse(name);
        Dataset data = data(loss, missing);
        double cost = 0.99 / Math.sqrt(FEATURES * TASKS);
        Fit<LinearModel> fit = fit(loss, cost, data);
        LinearModel lasso = new LinearTrainer(loss, WeightPenalty.entries(), LAMBDA * cost, TIGHT)
                .train(data)
                .model();
        assertThat(fit.model().sharedPart().maxAbs()).isLessThan(1e-9);
        assertThat(fit.report().objective()).isCloseTo(lasso.info().objective().orElseThrow(), within(1e-8));
    }

    @Test
    void nothingIsUsedAtLambdaMaxAndSomethingBelow() {
        Dataset data = data(Losses.squared(), 0.2);
        WeightPenalty penalty = WeightPenalty.dirty(0.5);
        double largest = LinearTrainer.lambdaMax(data, Losses.squared(), penalty, TIGHT);
        for (double share : new double[] {1.0001, 0.99}) {
            LinearModel model = new LinearTrainer(Losses.squared(), penalty, share * largest, TIGHT)
                    .train(data)
                    .model();
            assertThat(model.weights().maxAbs() > 0).isEqualTo(share < 1);
        }
    }

    /** Rank one, and three weights of single tasks: the right ones are in the sparse part, and the rest has one direction. */
    @Test
    void plantedPartsAreFound() {
        SplittableRandom random = new SplittableRandom(4);
        int d = 20;
        int tasks = 12;
        Matrix w = LinearAlgebra.best()
                .multiply(RandomTasks.gaussian(random, d, 1), RandomTasks.gaussian(random, 1, tasks));
        int[][] own = {{3, 2}, {11, 7}, {17, 9}};
        for (int[] at : own) {
            w.add(at[0], at[1], 8);
        }
        Matrix x = RandomTasks.gaussian(random, 200, d);
        Matrix y = LinearAlgebra.best().multiply(x, w).plus(0.1, RandomTasks.gaussian(random, 200, tasks));
        Dataset data = Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", tasks), y);
        LinearModel model = new LinearTrainer(
                        Losses.squared(),
                        WeightPenalty.dirty(0.3),
                        0.3,
                        Training.defaults().withScaling(false, dev.kith.data.Standardizer.TargetScale.NONE))
                .train(data)
                .model();
        Matrix sparse = model.sparsePart().orElseThrow();
        for (int j = 0; j < d; j++) {
            for (int t = 0; t < tasks; t++) {
                boolean planted = false;
                for (int[] at : own) {
                    planted |= at[0] == j && at[1] == t;
                }
                assertThat(Math.abs(sparse.get(j, t)) > 4).as("%d %d", j, t).isEqualTo(planted);
            }
        }
        Matrix sigma = LinearAlgebra.best().svd(model.sharedPart()).s();
        assertThat(sigma.get(0, 1)).isLessThan(0.05 * sigma.get(0, 0));
        assertThat(model.sharedPart().plus(1, sparse).plus(-1, model.weights()).maxAbs())
                .isLessThan(1e-12);
    }

    /** No split and no point near the proximal step costs less. */
    @Test
    void theStepIsTheBestPointNearby() {
        SplittableRandom random = new SplittableRandom(8);
        TwoParts penalty = new TwoParts(0.4, 0.5, TASKS, FEATURES);
        Matrix z = RandomTasks.gaussian(random, TASKS, FEATURES);
        Matrix out = Matrix.zeros(TASKS, FEATURES);
        double tau = 0.7;
        double cost = penalty.proxInto(out, z, tau);
        Matrix off = out.plus(-1, z);
        double least = cost + off.dot(off) / (2 * tau);
        Matrix sparse = penalty.sparsePart().orElseThrow();
        for (int k = 0; k < 200; k++) {
            double size = Math.pow(10, -k % 5);
            Matrix s = sparse.map(v -> v == 0 && random.nextBoolean() ? 0 : v + size * random.nextGaussian());
            Matrix l = out.plus(-1, sparse).plus(size, RandomTasks.gaussian(random, TASKS, FEATURES));
            Matrix there = s.plus(1, l).plus(-1, z);
            double absolute = 0;
            for (double v : s.data()) {
                absolute += Math.abs(v);
            }
            double sum = 0;
            for (double v : LinearAlgebra.best().svd(l).s().data()) {
                sum += v;
            }
            assertThat(0.4 * (0.5 * absolute + sum) + there.dot(there) / (2 * tau))
                    .isGreaterThanOrEqualTo(least - 1e-12);
        }
    }

    @Test
    void aCostMustBePositive() {
        assertThatThrownBy(() -> WeightPenalty.dirty(0)).hasMessage("sparse-cost must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> WeightPenalty.make("dirty", java.util.Map.of()))
                .hasMessage("sparse-cost of penalty 'dirty' must be a number, got 'nothing'");
    }
}
