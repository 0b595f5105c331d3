package dev.kith.data.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelatedTasksTest {
    @ParameterizedTest
    @CsvSource({"10, 0.5", "10, 0.1", "10, 1", "20, 0.3", "5, 0.6", "1, 1", "7, 0"})
    void truthIsDefiniteWithTheDensityAskedFor(int tasks, double density) {
        Simulated drawn = new RelatedTasks(tasks, 100, 5, 0, density, 0.1, 0.1, 3).draw();
        Matrix a = drawn.truth().orElseThrow().values();
        assertThat(a.plus(-1, a.transpose()).maxAbs()).isZero();
        assertThat(LinearAlgebra.best().eigen(a).value(0)).isPositive();
        assertThat(a.maxAbs()).isEqualTo(1);
        double reachable = Math.max(density, 1.0 / tasks);
        assertThat(drawn.facts().get("density")).isCloseTo(reachable, within(1.0 / (tasks * tasks)));
    }

    @Test
    void withoutNoiseTheWeightsAreOrthonormalTimesTruth() {
        Simulated drawn = new RelatedTasks(6, 20, 40, 0, 0.5, 0, 0, 9).draw();
        Matrix x = ((DenseInputs) drawn.data().inputs()).values();
        Matrix w = leastSquares(x, labels(drawn.data()));
        Matrix a = drawn.truth().orElseThrow().values();
        // (UA)'(UA) = A^2
        Matrix gram = Products.multiply(w.transpose(), w);
        assertThat(gram.plus(-1, Products.multiply(a, a)).maxAbs()).isLessThan(1e-10);
    }

    @Test
    void noiseHasTheVarianceAskedFor() {
        Simulated noisy = new RelatedTasks(4, 10, 20_000, 0, 0.5, 0.1, 0.1, 9).draw();
        Simulated clean = new RelatedTasks(4, 10, 20_000, 0, 0.5, 0, 0.1, 9).draw();
        Matrix e = labels(noisy.data()).plus(-1, labels(clean.data()));
        assertThat(e.dot(e) / e.data().length).isCloseTo(0.1, within(0.003)); // 6 standard errors
    }

    @Test
    void moreTrainingRowsLeaveTruthAndTestAsTheyWere() {
        Scenario relations = Simulations.find("relations");
        Simulated few = relations.with(Map.of("train", "10")).draw();
        Simulated many = relations.with(Map.of("train", "500")).draw();
        assertThat(many.truth()).isEqualTo(few.truth());
        assertThat(labels(many.test().orElseThrow()))
                .isEqualTo(labels(few.test().orElseThrow()));
    }

    private static Matrix leastSquares(Matrix x, Matrix y) {
        LinearAlgebra la = LinearAlgebra.best();
        return la.cholesky(la.multiplyTransposeA(x, x)).solve(la.multiplyTransposeA(x, y));
    }

    private static Matrix labels(Dataset data) {
        Matrix y = Matrix.zeros(data.inputs().rows(), data.taskCount());
        for (int o = 0; o < data.size(); o++) {
            y.set(data.row(o), data.task(o), data.label(o));
        }
        return y;
    }
}
