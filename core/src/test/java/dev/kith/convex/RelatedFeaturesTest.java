package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.weight.TwoPenalties;
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
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Features that all tasks share, beside a structure that is learned: the methods it lies between, and the step it takes. */
class RelatedFeaturesTest {
    private static final double LAMBDA = 0.1;
    private static final Training TIGHT = Training.defaults().withStopping(1e-6, 100_000);

    private static Dataset data(Loss loss, double missing) {
        return loss.classification()
                ? RandomTasks.classification(20, 50, 6, 3, missing)
                : RandomTasks.regression(20, 50, 6, 3, missing);
    }

    @ParameterizedTest
    @CsvSource({"squared, 0, okl", "squared, 0.3, mtfl", "logistic, 0, mtrl", "hinge, 0.3, mtfl"})
    void nearlyFreeFeaturesLeaveTheStructureAlone(String name, double missing, String relation) {
        Loss loss = Losses.parse(name);
        Dataset data = data(loss, missing);
        double cost = 1e-9;
        Fit<LinearModel> fit =
                new LinearTrainer(loss, WeightPenalty.rowsBeside(relation, cost), LAMBDA, TIGHT).train(data);
        Fit<Model> alone = new ConvexTrainer(
                        loss,
                        new Linear(),
                        switch (relation) {
                            case "mtfl" -> Relations.schatten(1);
                            case "okl" -> Relations.schatten(2);
                            default -> Relations.traceConstrained();
                        },
                        LAMBDA,
                        TIGHT)
                .train(data);
        assertThat(fit.report().gap()).isLessThanOrEqualTo(1e-6);
        assertThat(fit.report().objective())
                .isCloseTo(
                        alone.report().objective(), within(2e-6 * alone.report().objective()));
        Matrix expected = alone.model().structure().orElseThrow().dense();
        assertThat(fit.model()
                        .structure()
                        .orElseThrow()
                        .dense()
                        .plus(-1, expected)
                        .maxAbs())
                .isLessThan(0.02 * expected.maxAbs());
    }

    /** Five features matter, in two directions; the rest are left out exactly, which the structure alone never does. */
    @Test
    void theRightFeaturesAndDirectionsAreFound() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix w = Matrix.zeros(20, 6);
        Matrix directions = RandomTasks.gaussian(random, 5, 2);
        Matrix shares = RandomTasks.gaussian(random, 2, 6);
        Matrix used = LinearAlgebra.best().multiply(directions, shares);
        for (int j = 0; j < 5; j++) {
            for (int t = 0; t < 6; t++) {
                w.set(j, t, used.get(j, t));
            }
        }
        Matrix x = RandomTasks.gaussian(random, 100, 20);
        Matrix y = LinearAlgebra.best().multiply(x, w).plus(0.3, RandomTasks.gaussian(random, 100, 6));
        Dataset data = Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", 6), y);
        LinearModel model = new LinearTrainer(
                        Losses.squared(), WeightPenalty.rowsBeside("mtfl", 4), 0.1, Training.defaults())
                .train(data)
                .model();
        for (int j = 0; j < 20; j++) {
            assertThat(model.weights().squaredNorm(j) > 0).as("feature %d", j).isEqualTo(j < 5);
        }
        Matrix sigma = LinearAlgebra.best().svd(model.weights()).s();
        assertThat(sigma.get(0, 2)).isLessThan(0.05 * sigma.get(0, 0));
    }

    /** No point near the proximal step costs less. */
    @Test
    void theStepIsTheBestPointNearby() {
        SplittableRandom random = new SplittableRandom(8);
        TwoPenalties penalty = new TwoPenalties(Relations.schatten(1), 0.2, 0.3, 4, 6);
        Matrix z = RandomTasks.gaussian(random, 4, 6);
        Matrix out = Matrix.zeros(4, 6);
        double tau = 0.7;
        double cost = penalty.proxInto(out, z, tau);
        Matrix off = out.plus(-1, z);
        double least = cost + off.dot(off) / (2 * tau);
        for (int k = 0; k < 200; k++) {
            Matrix there = out.plus(Math.pow(10, -k % 6), RandomTasks.gaussian(random, 4, 6));
            Matrix away = there.plus(-1, z);
            assertThat(penalty.value(there) + away.dot(away) / (2 * tau)).isGreaterThanOrEqualTo(least - 1e-12);
        }
    }

    @Test
    void whatIsNoRelationHereIsRefused() {
        assertThatThrownBy(() -> WeightPenalty.rowsBeside("sparse", 1))
                .hasMessage("relation must be mtfl, okl or mtrl, got 'sparse'");
        assertThatThrownBy(() -> WeightPenalty.rowsBeside("mtfl", 0))
                .hasMessage("feature-cost must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> LinearTrainer.lambdaMax(
                        data(Losses.squared(), 0), Losses.squared(), WeightPenalty.rowsBeside("mtfl", 1), TIGHT))
                .hasMessage("lambdaMax is not known where a structure is learned beside the features");
    }
}
