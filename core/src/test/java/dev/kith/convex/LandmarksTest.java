package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.loss.Logistic;
import dev.kith.loss.Squared;
import dev.kith.model.Fit;
import dev.kith.model.KernelModel;
import dev.kith.model.Model;
import dev.kith.structure.MeanVariance;
import dev.kith.structure.Schatten;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few inputs that stand for all of them. */
class LandmarksTest {
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void asManyLandmarksAsInputsGiveTheExactFit(double missing) {
        Dataset data = RandomTasks.regression(4, 60, 3, 4, missing);
        Options options = Options.defaults().withStopping(1e-9, 20_000);
        Fit<Model> exact = trainer(options).train(data);
        Fit<Model> approximate = trainer(options.withLandmarks(60)).train(data);
        assertThat(approximate.report().objective())
                .isCloseTo(
                        exact.report().objective(), within(1e-8 * exact.report().objective()));
        assertThat(exact.model()
                        .predict(data.inputs())
                        .plus(-1, approximate.model().predict(data.inputs()))
                        .maxAbs())
                .isLessThan(1e-4);
    }

    private static ConvexTrainer trainer(Options options) {
        return new ConvexTrainer(new Squared(), new Gaussian(2), new Schatten(2), 0.05, options);
    }

    @Test
    void objectivesFallTowardsTheExactOneAsLandmarksAreAdded() {
        Dataset data = RandomTasks.regression(4, 200, 3, 4, 0.2);
        double exact = trainer(Options.defaults()).train(data).report().objective();
        double last = Double.POSITIVE_INFINITY;
        for (int m : new int[] {5, 20, 80}) {
            double objective = trainer(Options.defaults().withLandmarks(m))
                    .train(data)
                    .report()
                    .objective();
            // Fewer functions to choose from: never better than all of them.
            assertThat(objective).isLessThan(last).isGreaterThan(exact * (1 - 2e-6));
            last = objective;
        }
        assertThat(last).isCloseTo(exact, within(0.02 * exact));
    }

    @Test
    void modelsKeepTheLandmarksOnlyAndSaySo() {
        Dataset data = RandomTasks.classification(4, 300, 3, 2, 0.5);
        Model model = new ConvexTrainer(
                        new Logistic(),
                        new Gaussian(2),
                        new MeanVariance(1),
                        0.01,
                        Options.defaults().withLandmarks(25))
                .train(data)
                .model();
        assertThat(((KernelModel) model).support().rows()).isEqualTo(25);
        assertThat(model.info().parameters()).containsEntry("landmarks", "25");
    }

    @Test
    void manyInputsAreApproximatedByThemselvesAndLinearKernelsNever() {
        Dataset many = RandomTasks.regression(4, 6500, 2, 1, 0);
        Options options = Options.defaults();
        assertThat(Landmarks.wanted(many.inputs(), new Gaussian(1), options)).isEqualTo(162);
        assertThat(Landmarks.wanted(many.inputs(), new Linear(), options.withLandmarks(10)))
                .isZero();
    }
}
