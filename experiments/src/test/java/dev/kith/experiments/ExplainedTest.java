package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainedTest {
    private static final double NAN = Double.NaN;

    /**
     * Task a: labels 0, 2, 4, 6 (SST 20) with errors of 1 each (SSE 4), so 0.8. Task b: labels 10, 12 (SST 2) with errors
     * of 1 each (SSE 2), so 0. Around the common mean 34/6, SST = 300 - 34^2/6.
     */
    @Test
    void fourDefinitionsOfTheSamePredictions() {
        Dataset test = Dataset.ofWide(
                new DenseInputs(Matrix.zeros(4, 1), List.of("x")),
                List.of("a", "b"),
                Matrix.of(new double[][] {{0, 10}, {2, 12}, {4, NAN}, {6, NAN}}));
        double[] predictions = new double[test.size()];
        for (int o = 0; o < predictions.length; o++) {
            predictions[o] = test.label(o) + 1;
        }
        Explained explained = Explained.of(test, predictions);
        assertThat(explained.overall()).isCloseTo(1 - 6 / (300 - 34.0 * 34 / 6), within(1e-12));
        assertThat(explained.perTask()).isCloseTo(0.4, within(1e-12));
        assertThat(explained.bySize()).isCloseTo((4 * 0.8 + 2 * 0) / 6, within(1e-12));
        assertThat(explained.within()).isCloseTo(1 - 6.0 / 22, within(1e-12));
    }
}
