package dev.kith.convex.basis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.SingleTask;
import dev.kith.convex.ApproximationError;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.RandomTasks;
import dev.kith.data.Dataset;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few inputs that stand for all of them. */
class LandmarksTest {
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void asManyLandmarksAsInputsGiveTheExactFit(double missing) {
        Dataset data = RandomTasks.regression(4, 60, 3, 4, missing);
        Training training = Training.defaults().withStopping(1e-9, 20_000);
        Fit<Model> exact = trainer(training).train(data);
        Fit<Model> approximate =
                trainer(training).withApproximation(Approximation.landmarks(60)).train(data);
        assertThat(approximate.report().objective())
                .isCloseTo(
                        exact.report().objective(), within(1e-8 * exact.report().objective()));
        assertThat(exact.model()
                        .predict(data.inputs())
                        .plus(-1, approximate.model().predict(data.inputs()))
                        .maxAbs())
                .isLessThan(1e-4);
    }

    private static ConvexTrainer trainer(Training training) {
        return new ConvexTrainer(Losses.squared(), new Gaussian(2), Relations.schatten(2), 0.05, training);
    }

    @Test
    void objectivesFallTowardsTheExactOneAsLandmarksAreAdded() {
        Dataset data = RandomTasks.regression(4, 200, 3, 4, 0.2);
        double exact = trainer(Training.defaults()).train(data).report().objective();
        double last = Double.POSITIVE_INFINITY;
        for (int m : new int[] {5, 20, 80}) {
            double objective = trainer(Training.defaults())
                    .withApproximation(Approximation.landmarks(m))
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
        Model model = new ConvexTrainer(Losses.logistic(), new Gaussian(2), Relations.mean(1), 0.01)
                .withApproximation(Approximation.landmarks(25))
                .train(data)
                .model();
        assertThat(((KernelModel) model).support().rows()).isEqualTo(25);
        assertThat(model.info().parameters()).containsEntry("approximation", "landmarks:25");
    }

    @Test
    void manyInputsAreApproximatedByThemselvesAndLinearKernelsNever() {
        Dataset many = RandomTasks.regression(4, 6500, 2, 1, 0);
        assertThat(Approximation.AUTO.of(many.inputs(), new Gaussian(1)))
                .isEqualTo(Approximation.parse("leverage:1000"));
        assertThat(Approximation.landmarks(10).of(many.inputs(), new Linear()).exact())
                .isTrue();
        Dataset few = RandomTasks.regression(4, 60, 2, 1, 0);
        assertThat(Approximation.AUTO.of(few.inputs(), new Gaussian(1)).exact()).isTrue();
    }

    /** Every way to choose features comes close to the kernel, and closer with more of them. */
    @ParameterizedTest
    @ValueSource(strings = {"landmarks", "uniform", "leverage", "fourier"})
    void featuresApproachTheKernel(String kind) {
        Dataset data = RandomTasks.regression(4, 400, 3, 1, 0);
        for (Kernel kernel : new Kernel[] {new Gaussian(3), Kernels.laplace(3)}) {
            double last = Double.POSITIVE_INFINITY;
            for (int size : new int[] {8, 60, 400}) {
                Approximation approximation = Approximation.parse(kind + ":" + size);
                double error = 0;
                for (long seed = 1; seed <= 3; seed++) {
                    Matrix phi = KernelMap.of(data.inputs(), kernel, approximation, seed)
                            .features(data.inputs());
                    Matrix k = LinearAlgebra.best().multiplyTransposeB(phi, phi);
                    Matrix difference = kernel.gram(data.inputs()).plus(-1, k);
                    error += Math.sqrt(difference.dot(difference)) / 400 / 3;
                }
                assertThat(error).as(kernel.spec() + " " + size).isLessThan(0.8 * last);
                last = error;
            }
            assertThat(last).isLessThan(kind.equals("fourier") ? 0.06 : 1e-6);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"landmarks", "uniform", "leverage", "fourier"})
    void theErrorIsThatOfTheFeaturesAtHand(String kind) {
        Dataset data = RandomTasks.regression(4, 300, 3, 4, 0.2);
        for (Relation relation : new Relation[] {Relations.schatten(2), Relations.pooled()}) {
            double last = Double.POSITIVE_INFINITY;
            for (int size : new int[] {10, 1000}) {
                ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), new Gaussian(2), relation, 0.01)
                        .withApproximation(Approximation.parse(kind + ":" + size));
                ApproximationError error = ApproximationError.of(trainer, data).orElseThrow();
                assertThat(error.difference()).isLessThan(last);
                last = error.difference();
            }
            assertThat(last).isLessThan(kind.equals("fourier") ? 0.1 : 1e-3);
        }
        ConvexTrainer exact =
                new ConvexTrainer(Losses.squared(), new Gaussian(2), Relations.schatten(2), 0.01, Training.defaults());
        assertThat(ApproximationError.of(exact, data)).isEmpty();
    }

    @Test
    void fourierModelsAreFiles(@TempDir Path dir) throws IOException {
        Dataset data = RandomTasks.regression(4, 100, 3, 2, 0.2);
        Model model = trainer(Training.defaults())
                .withApproximation(Approximation.parse("fourier:40"))
                .train(data)
                .model();
        assertThat(model).isInstanceOf(FourierModel.class);
        assertThat(model.info().parameters()).containsEntry("approximation", "fourier:40");
        ModelFile.write(model, dir.resolve("m.kith"));
        Model read = ModelFile.read(dir.resolve("m.kith"));
        assertThat(read.predict(data.inputs())).isEqualTo(model.predict(data.inputs()));
        Model one = SingleTask.of(read, "task2");
        assertThat(one.predict(data.inputs()).get(7, 0))
                .isCloseTo(model.predict(data.inputs()).get(7, 1), within(1e-12));
    }

    @Test
    void mistakesAreSaid() {
        assertThatThrownBy(() -> Approximation.parse("magic"))
                .hasMessage(
                        "approximation must be one of auto, none, landmarks, uniform, leverage, fourier, all but the"
                                + " first two with :SIZE if wanted; got 'magic'");
        for (String wrong : new String[] {"landmarks:0", "none:3", "fourier:many"}) {
            assertThatThrownBy(() -> Approximation.parse(wrong))
                    .hasMessageContaining("must be a whole number >= 1")
                    .hasMessageContaining("got '" + wrong + "'");
        }
        Dataset data = RandomTasks.regression(4, 30, 3, 2, 0);
        ConvexTrainer impossible = new ConvexTrainer(Losses.squared(), Kernels.polynomial(2, 1), Relations.pooled(), 1)
                .withApproximation(Approximation.parse("fourier"));
        assertThatThrownBy(() -> impossible.train(data))
                .hasMessageContaining("random Fourier features need kernel gaussian or laplace, got 'polynomial");
        Dataset many = RandomTasks.regression(4, 15_001, 1, 1, 0);
        assertThatThrownBy(() -> Approximation.parse("none").of(many.inputs(), new Gaussian(1)))
                .hasMessageContaining("a kernel on 15001 inputs needs 1 GB exactly");
    }
}
