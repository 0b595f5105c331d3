package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared feature selection: certificates, the largest useful lambda, and agreement of its two solvers. */
class LinearTrainerTest {
    private static final Training OPTIONS = Training.defaults().withStopping(1e-7, 50_000);

    @ParameterizedTest
    @CsvSource({"squared,0", "squared,0.3", "logistic,0", "logistic,0.3", "hinge,0", "hinge,0.3"})
    void theGapCloses(String name, double missing) {
        Loss loss = loss(name);
        for (boolean intercept : new boolean[] {true, false}) {
            Fit<LinearModel> fit = new LinearTrainer(loss, WeightPenalty.rows(), 0.1, OPTIONS.withIntercept(intercept))
                    .train(data(loss, missing));
            assertThat(fit.report().gap()).isLessThanOrEqualTo(1e-7);
            assertThat(fit.model().structure()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"squared,0", "squared,0.3", "logistic,0", "logistic,0.3"})
    void nothingIsUsedAtLambdaMaxAndSomethingBelow(String name, double missing) {
        Loss loss = loss(name);
        Dataset data = data(loss, missing);
        double largest = LinearTrainer.lambdaMax(data, loss, WeightPenalty.rows(), OPTIONS);
        assertThat(used(new LinearTrainer(loss, WeightPenalty.rows(), 1.0001 * largest, OPTIONS).train(data)))
                .isZero();
        assertThat(used(new LinearTrainer(loss, WeightPenalty.rows(), 0.99 * largest, OPTIONS).train(data)))
                .isBetween(1, 3);
    }

    /** Complete data go through block coordinate descent; the same rows in long form through proximal gradient. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.2, 1})
    void blockDescentAndProximalGradientAgree(double lambda) {
        Dataset wide = RandomTasks.regression(21, 60, 8, 4, 0);
        Training tight = OPTIONS.withStopping(1e-11, 50_000);
        LinearModel blocks = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), lambda, tight)
                .train(wide)
                .model();
        LinearModel gradient = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), lambda, tight)
                .train(RandomTasks.toLong(wide))
                .model();
        assertThat(blocks.weights().plus(-1, gradient.weights()).maxAbs()).isLessThan(1e-4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theRightFeaturesAreFound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = RandomTasks.gaussian(random, 100, 30);
        Matrix w = Matrix.zeros(30, 6);
        for (int j = 0; j < 5; j++) {
            for (int t = 0; t < 6; t++) {
                w.set(j, t, 1 + random.nextDouble());
            }
        }
        Matrix y = LinearAlgebra.best().multiply(x, w).plus(0.5, RandomTasks.gaussian(random, 100, 6));
        Dataset data = Dataset.ofWide(DenseInputs.of(x), Names.numbered("task", 6), y);
        double largest = LinearTrainer.lambdaMax(data, Losses.squared(), WeightPenalty.rows(), OPTIONS);
        LinearModel model = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.2 * largest, OPTIONS)
                .train(data)
                .model();
        for (int j = 0; j < 30; j++) {
            assertThat(model.weights().get(j, 0) != 0).as("feature %d", j).isEqualTo(j < 5);
        }
        assertThat(model.intercepts()[0]).isEqualTo(0, within(0.5));
    }

    private static int used(Fit<LinearModel> fit) {
        int used = 0;
        for (int j = 0; j < fit.model().weights().rows(); j++) {
            used += fit.model().weights().get(j, 0) != 0 ? 1 : 0;
        }
        return used;
    }

    private static Dataset data(Loss loss, double missing) {
        return loss.classification()
                ? RandomTasks.classification(20, 50, 6, 3, missing)
                : RandomTasks.regression(20, 50, 6, 3, missing);
    }

    private static Loss loss(String name) {
        return switch (name) {
            case "squared" -> Losses.squared();
            case "logistic" -> Losses.logistic();
            default -> Losses.hinge();
        };
    }
}
