package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.learner.Learners;
import dev.kith.online.state.SpectralGauge;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unitarily invariant norms beside the even Schatten ones, and the p-norm on square roots. */
class GaugeNormsTest {
    private static final int TASKS = 5;
    private static final int D = 15;

    private static List<Example> stream(long seed, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, TASKS, D, 0.5), count, 6, 0.1);
    }

    private static OnlineLearner announced(OnlineLearner learner) {
        learner.announce(TASKS);
        return learner;
    }

    private static Matrix random(Random random) {
        return Matrix.zeros(D, TASKS).map(x -> random.nextGaussian());
    }

    private static Matrix gram(Matrix v) {
        return LinearAlgebra.best().multiplyTransposeA(v, v);
    }

    private static double[][] rows(Matrix m) {
        double[][] rows = new double[m.rows()][];
        Arrays.setAll(rows, m::row);
        return rows;
    }

    private static List<SpectralGauge> gauges() {
        return List.of(
                new SpectralGauge.Schatten(1),
                new SpectralGauge.Schatten(1.5),
                new SpectralGauge.Schatten(3),
                new SpectralGauge.Largest(1),
                new SpectralGauge.Largest(2),
                new SpectralGauge.Largest(4),
                new SpectralGauge.Largest(5));
    }

    @Test
    void normsAndTheirDualsAreThose() {
        Random random = new Random(1);
        for (SpectralGauge gauge : gauges()) {
            for (int n = 0; n < 30; n++) {
                Matrix v = random(random);
                Matrix u = random(random).map(x -> random.nextInt(3) * x);
                double norm = Math.sqrt(gauge.square(gram(v)));
                assertThat(u.dot(v)).as("%s", gauge).isLessThanOrEqualTo(norm * gauge.dual(gram(u)) * (1 + 1e-9));
                Matrix w = LinearAlgebra.best().multiply(v, Matrix.of(gauge.mix(rows(gram(v)))));
                assertThat(w.dot(v)).as("the gradient's product").isEqualTo(norm * norm, within(1e-8 * norm * norm));
                assertThat(gauge.dual(gram(w))).as("%s of its gradient", gauge).isEqualTo(norm, within(1e-6 * norm));
            }
        }
    }

    @Test
    void theLeadingDirectionsAreThoseOfTheSingularValues() {
        Random random = new Random(2);
        Matrix v = random(random);
        Matrix w = LinearAlgebra.best().multiply(v, Matrix.of(new SpectralGauge.Largest(2).mix(rows(gram(v)))));
        double[] expected = LinearAlgebra.best().svd(v).s().data();
        double[] found = LinearAlgebra.best().svd(w).s().data();
        assertThat(found[0]).isEqualTo(expected[0], within(1e-9));
        assertThat(found[1]).isEqualTo(expected[1], within(1e-9));
        assertThat(found[2]).isEqualTo(0, within(1e-6));
    }

    @Test
    void allDirectionsAreIndependentPerceptronsAndRealPGoesThroughWholeOnes() {
        List<Example> stream = stream(3, 500);
        double[] alone = Example.margins(Learners.shared(new UniformSharing(0)), stream);
        assertThat(Example.margins(announced(Learners.leading(TASKS, Optional.empty())), stream))
                .containsExactly(alone, within(1e-9));
        double[][] gram = rows(gram(random(new Random(3))));
        for (double p : new double[] {2, 3, 8}) {
            Matrix whole = Matrix.of(new SpectralGauge.Schatten(p).mix(gram));
            Matrix near = Matrix.of(new SpectralGauge.Schatten(p + 1e-12).mix(gram));
            assertThat(near.plus(-1, whole).maxAbs()).isLessThan(1e-9);
        }
    }

    /** Remark 7: with p = 2 the p-norm on A^-1/2 phi is the multitask Perceptron; on A^-1 phi it is not. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 5, 20})
    void pTwoOnRootsIsTheMultitaskPerceptron(double b) {
        List<Example> stream = stream(4, 600);
        double[] plain = Example.margins(announced(Learners.shared(new UniformSharing(b))), stream);
        double[] root = Example.margins(announced(Learners.rootPNorm(new UniformSharing(b), 2)), stream);
        assertThat(root).containsExactly(plain, within(1e-9));
        if (b > 0) {
            double[] other = Example.margins(announced(Learners.pNorm(new UniformSharing(b), 2)), stream);
            assertThat(Arrays.equals(signs(other), signs(plain))).isFalse();
        }
    }

    private static double[] signs(double[] margins) {
        return Arrays.stream(margins).map(m -> m >= 0 ? 1 : -1).toArray();
    }

    @Test
    void pTwoOnRootsOfAGraphIsItsPerceptron() {
        TaskRelations chain = TaskRelations.of(Matrix.of(
                new double[] {2, -1, 0, 0, 0},
                new double[] {-1, 3, -1, 0, 0},
                new double[] {0, -1, 3, -1, 0},
                new double[] {0, 0, -1, 3, -1},
                new double[] {0, 0, 0, -1, 2}));
        List<Example> stream = stream(5, 600);
        double[] plain = Example.margins(Learners.related(chain, new Update.Mistake(), false), stream);
        assertThat(Example.margins(announced(Learners.rootPNorm(chain, 2)), stream))
                .containsExactly(plain, within(1e-9));
    }

    /** Straightforwardly: dense v of K d numbers, instances (R^1/2 (x) I) phi, w the gradient of 1/2 ||v||_p^2. */
    @Test
    void thePNormOnRootsWrittenOut() {
        double p = 3.4;
        double b = 2;
        OnlineLearner learner = announced(Learners.rootPNorm(new UniformSharing(b), p));
        double own = 1 / Math.sqrt(1 + b);
        double shared = (1 - own) / TASKS;
        double[] v = new double[TASKS * D];
        for (Example x : stream(6, 300)) {
            double[] instance = new double[TASKS * D];
            for (int t = 0; t < TASKS; t++) {
                for (int k = 0; k < x.indices().length; k++) {
                    instance[t * D + x.indices()[k]] = (shared + (t == x.task() ? own : 0)) * x.values()[k];
                }
            }
            double norm =
                    Math.pow(Arrays.stream(v).map(a -> Math.pow(Math.abs(a), p)).sum(), 1 / p);
            double expected = 0;
            for (int k = 0; k < v.length && norm > 0; k++) {
                expected += instance[k] * Math.signum(v[k]) * Math.pow(Math.abs(v[k]) / norm, p - 1) * norm;
            }
            double margin = learner.learn(x.task(), x.row(), x.label());
            assertThat(margin).isEqualTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            if (OnlineLearner.mistaken(x.label(), margin)) {
                for (int k = 0; k < v.length; k++) {
                    v[k] += x.label() * instance[k];
                }
            }
        }
    }
}
