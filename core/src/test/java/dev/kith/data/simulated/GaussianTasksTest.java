package dev.kith.data.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import org.junit.jupiter.api.Test;

class GaussianTasksTest {
    @Test
    void labelsAreTheTrueWeightsTimesInputs() {
        Simulated drawn = new GaussianTasks(3, 5, 4, 2, 0, 1).draw();
        Dataset data = drawn.data();
        assertThat(data.countPerTask()).containsExactly(4, 4, 4);
        assertThat(drawn.test().orElseThrow().countPerTask()).containsExactly(2, 2, 2);
        Matrix z = Products.multiply(
                ((DenseInputs) data.inputs()).values(),
                drawn.truth().orElseThrow().values());
        for (int o = 0; o < data.size(); o++) {
            assertThat(data.label(o)).isCloseTo(z.get(data.row(o), data.task(o)), within(1e-14));
        }
    }

    @Test
    void drawsAreStandardGaussian() {
        Simulated drawn = new GaussianTasks(100, 100, 30, 0, 0.1, 1).draw();
        Matrix x = ((DenseInputs) drawn.data().inputs()).values();
        double n = x.data().length;
        double mean = 0;
        double square = 0;
        double fourth = 0;
        int tail = 0;
        for (double v : x.data()) {
            mean += v / n;
            square += v * v / n;
            fourth += v * v * v * v / n;
            tail += Math.abs(v) > 3 ? 1 : 0;
        }
        // five standard errors each, n = 300,000
        assertThat(mean).isCloseTo(0, within(0.01));
        assertThat(square).isCloseTo(1, within(0.013));
        assertThat(fourth).isCloseTo(3, within(0.09));
        assertThat(tail / n).isCloseTo(0.0026998, within(0.0005));
    }
}
