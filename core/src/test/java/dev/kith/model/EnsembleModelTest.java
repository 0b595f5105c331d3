package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DenseInputs;
import dev.kith.data.Source;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A weighted mean of models, and what cannot be one. */
class EnsembleModelTest {
    private static final Matrix EVEN = Matrix.of(new double[] {0.5, 0.5});

    private static ModelInfo info(String... tasks) {
        return new ModelInfo(
                new Asked("mean", "squared", "linear", OptionalDouble.empty(), Map.of()),
                new Schema(List.of(tasks), List.of("x"), List.of()),
                Outcome.uncertified(1, Status.CONVERGED),
                new Origin(1, new Source("", 0, 0, ""), 0, 1, "java", "0.1.0"));
    }

    private static LinearModel line(double a, double b) {
        return new LinearModel(
                info("s", "t"), Matrix.of(new double[] {a, b}), Matrix.of(new double[] {1, -1}), Optional.empty());
    }

    private static EnsembleModel of(Matrix weights, Matrix common) {
        return new EnsembleModel(info("s", "t"), List.of(line(1, 2), line(3, 4)), weights, common);
    }

    private static final Matrix WEIGHTS = Matrix.of(new double[] {0.25, 1}, new double[] {0.75, 0});

    @Test
    void predictsTheWeightedMean() {
        EnsembleModel model = of(WEIGHTS, EVEN);
        DenseInputs x = new DenseInputs(Matrix.of(new double[] {2}, new double[] {10}), List.of("x"));
        assertThat(model.predict(x).data())
                .containsExactly(new double[] {1 + 2 * 2.5, -1 + 2 * 2, 1 + 10 * 2.5, -1 + 10 * 2}, within(1e-12));
        assertThat(model.predict(x, new int[] {1, 0})).containsExactly(new double[] {3, 26}, within(1e-12));
        assertThat(model.intercepts()).containsExactly(new double[] {1, -1}, within(1e-12));
        assertThat(model.linear().orElseThrow().weights().data()).containsExactly(new double[] {2.5, 2}, within(1e-12));
        assertThat(model.share(0)).isEqualTo(0.625);
        assertThat(model.structure()).isEmpty();
        assertThat(model.predictsRowByRow()).isEqualTo(line(1, 1).predictsRowByRow());
    }

    @Test
    void weightsMustBeWeights() {
        assertThatThrownBy(() -> of(Matrix.of(new double[] {0.5, 1.5}, new double[] {0.5, -0.5}), EVEN))
                .hasMessage("weights of task 't' must be numbers >= 0, got -0.5");
        assertThatThrownBy(() -> of(Matrix.of(new double[] {0.5, 0.5}, new double[] {0.5, 0.4}), EVEN))
                .hasMessage("weights of task 't' must sum to 1, got 0.9");
        assertThatThrownBy(() -> of(WEIGHTS, Matrix.of(new double[] {Double.NaN, 1})))
                .hasMessage("common must be finite, got NaN at (0, 0)");
    }

    @Test
    void partsMustSuit() {
        assertThatThrownBy(() -> new EnsembleModel(info("s", "t"), List.of(), Matrix.zeros(0, 2), EVEN))
                .hasMessage("an ensemble must have parts, got none");
        assertThatThrownBy(
                        () -> new EnsembleModel(info("s", "t"), List.of(line(1, 2), of(WEIGHTS, EVEN)), WEIGHTS, EVEN))
                .hasMessage("parts of an ensemble must be neither ensembles nor decoded, got one of method 'mean'");
        assertThatThrownBy(() -> new EnsembleModel(info("s", "u"), List.of(line(1, 2), line(3, 4)), WEIGHTS, EVEN))
                .hasMessage("parts of an ensemble must have its tasks, features and classes");
    }

    @Test
    void aTaskThatIsNotThereNeedsACommonModelOfEveryPart() {
        assertThat(of(WEIGHTS, EVEN).commonModel(Predictions.Unknown.COMMON)).isEmpty();
    }
}
