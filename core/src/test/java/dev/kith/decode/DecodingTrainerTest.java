package dev.kith.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.constraint.ConstraintSets;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.model.decoder.Relaxation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodingTrainerTest {
    private static final ConvexTrainer STL =
            new ConvexTrainer(Losses.squared(), new Gaussian(0.5), Relations.independent(), 1e-3);
    private static final DecodingTrainer ON_CIRCLE =
            new DecodingTrainer(STL, ConstraintSets.sphere(2, 1), Relaxation.none(), 0.3, 1);

    @Test
    void anyModelCanBeMadeToObey(@TempDir Path directory) throws IOException {
        Dataset data = ConstrainedTrainerTest.circle(60, 0.1, 20);
        ConstrainedModel model = ON_CIRCLE.train(data).model();
        Matrix predictions = model.predict(data.inputs());
        for (int i = 0; i < predictions.rows(); i++) {
            assertThat(Math.hypot(predictions.get(i, 0), predictions.get(i, 1))).isCloseTo(1, within(1e-12));
        }
        Path file = directory.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).predict(data.inputs())).isEqualTo(predictions);
        assertThat(model.info().method()).isEqualTo("stl");
        assertThat(model.info().parameters()).containsEntry("constraint", "sphere:1.0");
    }

    @Test
    void aTrueRelationGainsAndAWrongOneCosts() {
        Dataset data = ConstrainedTrainerTest.circle(60, 0.3, 21);
        assertThat(total(ON_CIRCLE.study(data, step -> {}).gains())).isPositive();
        DecodingTrainer wrong = new DecodingTrainer(STL, ConstraintSets.sphere(2, 3), Relaxation.none(), 0.3, 1);
        assertThat(total(wrong.study(data, step -> {}).gains())).isNegative();
    }

    private static double total(List<Gain> gains) {
        return gains.stream().mapToDouble(gain -> gain.before() - gain.after()).sum();
    }

    @Test
    void wellPredictedTasksAreTrustedMore() {
        Dataset data = ConstrainedTrainerTest.circle(80, 0.01, 22);
        double[] labels = new double[data.size()];
        java.util.SplittableRandom random = new java.util.SplittableRandom(3);
        for (int o = 0; o < labels.length; o++) {
            labels[o] = data.label(o) + (data.task(o) == 1 ? random.nextGaussian() : 0);
        }
        ConstrainedModel model = ON_CIRCLE.train(data.withLabels(labels)).model();
        Matrix weights = ((PredictionDecoder) model.decoder()).weights();
        assertThat(weights.get(0, 0)).isGreaterThan(10 * weights.get(0, 1));
        assertThat(weights.get(0, 0) + weights.get(0, 1)).isCloseTo(2, within(1e-12));
    }

    @Test
    void plausibilityComparesDistanceWithSpread() {
        Dataset data = ConstrainedTrainerTest.circle(400, 0.05, 23);
        Plausibility yes = Plausibility.of(data, ConstraintSets.sphere(2, 1)).orElseThrow();
        assertThat(yes.rows()).isEqualTo(400);
        assertThat(yes.rms()).isCloseTo(0.05, within(0.01));
        assertThat(yes.relative()).isLessThan(0.1);
        Plausibility no = Plausibility.of(data, ConstraintSets.sphere(2, 3)).orElseThrow();
        assertThat(no.relative()).isGreaterThan(1);
        Dataset lengthy = Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(2, 1)), List.of("y1", "y2"), new int[] {0, 1}, new double[] {1, 2});
        assertThat(Plausibility.of(lengthy, ConstraintSets.sphere(2, 1))).isEmpty();
    }
}
