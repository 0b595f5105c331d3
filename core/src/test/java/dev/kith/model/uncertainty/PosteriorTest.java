package dev.kith.model.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.file.Examples;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.KernelModel;
import dev.kith.model.Model;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The spread of predictions against the formulas of the two posteriors, written out plainly. */
class PosteriorTest {
    private static final Matrix ONES = Matrix.of(new double[] {1, 1});
    private static final Matrix A = Matrix.of(new double[] {2, 0.5}, new double[] {0.5, 1});

    private static LinearPosterior linear() {
        return new LinearPosterior(
                ONES,
                ONES.scale(3),
                Matrix.of(new double[] {0.5, 0.25}),
                Matrix.of(new double[] {1, 2}, new double[] {0, -1}),
                Matrix.of(new double[] {2, 0.5}, new double[] {0.5, 1}, new double[] {3, 0}, new double[] {0, 4}));
    }

    /** Task 0 at (3, 0): 1/2 + (2, -2) S (2, -2)' = 8.5; task 1 at (0, 1): 1/4 + 4 * 4; task 1 at its centre: 1/4. */
    @Test
    void linearSpreadGrowsWithTheDistanceFromTheCentre() {
        Model model = new Examples(1).linear(2, 2, false);
        DenseInputs dense = DenseInputs.of(Matrix.of(new double[] {3, 0}, new double[] {0, 1}, new double[] {0, -1}));
        int[] tasks = {0, 1, 1};
        assertThat(linear().spread(model, dense, tasks)).containsExactly(8.5, 16.25, 0.25);
        SparseInputs sparse = new SparseInputs(
                new SparseRows(2, new int[] {0, 1, 2, 3}, new int[] {0, 1, 1}, new double[] {3, 1, -1}),
                dense.features());
        assertThat(linear().spread(model, sparse, tasks)).containsExactly(8.5, 16.25, 0.25);
    }

    @Test
    void whatDoesNotSuitALinearModelIsRefused() {
        Model model = new Examples(1).linear(2, 2, false);
        assertThatThrownBy(() -> linear().spread(model, DenseInputs.of(Matrix.zeros(1, 3)), new int[] {0}))
                .isInstanceOf(DataException.class);
        Inputs strings = new StringInputs(List.of("a"), "s");
        LinearPosterior one = new LinearPosterior(
                Matrix.identity(1), Matrix.identity(1), Matrix.identity(1), Matrix.identity(1), Matrix.identity(1));
        KernelModel onStrings = (KernelModel) new Examples(1).named("kernel-strings");
        assertThatThrownBy(() -> one.spread(onStrings, strings, new int[] {0}))
                .hasMessage("a linear model needs numeric features, got strings");
        assertThatThrownBy(() -> linear().requireSuits(new Examples(1).linear(3, 2, false)))
                .hasMessage("centre must be 2 x 3, got 2 x 2");
        assertThat(linear().withNoise(ONES.scale(4), ONES.scale(5)).noise()).isEqualTo(ONES.scale(4));
        assertThat(linear().withNoise(ONES.scale(4), ONES.scale(5)).freedom()).isEqualTo(ONES.scale(5));
    }

    @Test
    void aLinearPosteriorHasPartsOfOneSize() {
        Matrix three = Matrix.of(new double[] {1, 1, 1});
        LinearPosterior p = linear();
        assertThatThrownBy(() -> new LinearPosterior(three, ONES, ONES, p.centre(), p.shape()))
                .hasMessage("noise must be 1 x 2, got 1 x 3");
        assertThatThrownBy(() -> new LinearPosterior(ONES, three, ONES, p.centre(), p.shape()))
                .hasMessage("freedom must be 1 x 2, got 1 x 3");
        assertThatThrownBy(() -> new LinearPosterior(ONES, ONES, three, p.centre(), p.shape()))
                .hasMessage("offset must be 1 x 2, got 1 x 3");
        assertThatThrownBy(() -> new LinearPosterior(ONES, ONES, ONES, p.centre(), p.centre()))
                .hasMessage("shape must be 4 x 2, got 2 x 2");
        assertThatThrownBy(() -> new LinearPosterior(ONES.scale(0), ONES, ONES, p.centre(), p.shape()))
                .hasMessage("noise must be > 0, got 0.0");
    }

    private static KernelModel model(int rows) {
        Examples examples = new Examples(8);
        KernelModel model = examples.kernel(new Gaussian(1), examples.dense(rows, 2), false);
        return new KernelModel(
                model.info(),
                model.kernel(),
                model.scaling(),
                model.support(),
                model.coefficients(),
                model.intercept(),
                Optional.of(TaskMatrix.of(A)));
    }

    private static KernelPosterior kernel(boolean intercept, int... tasks) {
        return new KernelPosterior(
                ONES, ONES, 0.4, intercept, new int[] {0, 1, 2, 2}, tasks, new double[] {1, 2, 0.5, 3});
    }

    /** w / lambda (A_tt k(x, x) - g'C^-1 g + u'(E'C^-1 E)^-1 u), u = e_t - E'C^-1 g; E has a column per task with data. */
    private static double plainly(KernelModel model, boolean intercept, int[] tasks, Inputs at, int t) {
        LinearAlgebra algebra = LinearAlgebra.best();
        int[] rows = {0, 1, 2, 2};
        double[] weights = {1, 2, 0.5, 3};
        Inputs x = model.scaling().apply(at);
        Matrix c = Matrix.zeros(4, 4);
        Matrix g = Matrix.zeros(4, 1);
        int[] present = IntStream.of(tasks).distinct().toArray();
        Matrix e = Matrix.zeros(4, present.length);
        double weight = 0;
        int count = 0;
        for (int o = 0; o < 4; o++) {
            for (int p = 0; p < 4; p++) {
                c.set(
                        o,
                        p,
                        A.get(tasks[o], tasks[p])
                                * model.kernel().gram(model.support()).get(rows[o], rows[p]));
            }
            c.add(o, o, 0.4 / weights[o]);
            g.set(
                    o,
                    0,
                    A.get(t, tasks[o])
                            * model.kernel().cross(x, model.support()).get(0, rows[o]));
            for (int j = 0; j < present.length; j++) {
                e.set(o, j, present[j] == tasks[o] ? 1 : 0);
            }
            weight += tasks[o] == t ? weights[o] : 0;
            count += tasks[o] == t ? 1 : 0;
        }
        Matrix inverse = algebra.cholesky(c).solve(Matrix.identity(4));
        double variance = A.get(t, t) * model.kernel().diagonal(x)[0] - g.dot(algebra.multiply(inverse, g));
        if (intercept) {
            Matrix u =
                    algebra.multiplyTransposeA(e, algebra.multiply(inverse, g)).scale(-1);
            for (int j = 0; j < present.length; j++) {
                u.add(j, 0, present[j] == t ? 1 : 0);
            }
            Matrix means =
                    algebra.multiplyTransposeA(e, algebra.multiply(inverse, e)).symmetrized();
            variance += u.dot(algebra.cholesky(means).solve(u));
        }
        return variance * (count > 0 ? weight / count : 1) / 0.4;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void kernelSpreadIsThatOfTheGaussianProcess(boolean intercept) {
        KernelModel model = model(3);
        for (int[] tasks : new int[][] {{1, 0, 1, 0}, {1, 1, 1, 1}}) {
            for (int t = 0; t < 2; t++) {
                DenseInputs at = DenseInputs.of(Matrix.of(new double[] {0.3, -0.2 + t}));
                assertThat(kernel(intercept, tasks).spread(model, at, new int[] {t})[0])
                        .isCloseTo(plainly(model, intercept, tasks, at, t), within(1e-9));
            }
        }
    }

    @Test
    void manyInputsAreTakenInBlocksEachForItsTask() {
        KernelModel model = model(3);
        Matrix x = new Examples(3).matrix(600, 2);
        int[] tasks = IntStream.range(0, 600).map(i -> i % 2).toArray();
        double[] all = kernel(true, 1, 0, 1, 0).spread(model, DenseInputs.of(x), tasks);
        for (int i : new int[] {0, 1, 255, 256, 257, 511, 512, 599}) {
            double[] alone =
                    kernel(true, 1, 0, 1, 0).spread(model, DenseInputs.of(x.selectRows(i)), new int[] {tasks[i]});
            assertThat(all[i]).isCloseTo(alone[0], within(1e-12));
        }
    }

    @Test
    void whatDoesNotSuitAKernelModelIsRefused() {
        KernelPosterior posterior = kernel(true, 1, 0, 1, 0);
        posterior.requireSuits(model(3));
        assertThatThrownBy(() -> posterior.requireSuits(model(2)))
                .hasMessage("observations must be of the 2 support inputs, got row 2");
        assertThatThrownBy(() -> posterior.spread(model(2), DenseInputs.of(Matrix.zeros(1, 2)), new int[] {0}))
                .hasMessageContaining("support inputs");
        assertThatThrownBy(() -> posterior.spread(model(3), DenseInputs.of(Matrix.zeros(1, 3)), new int[] {0}))
                .isInstanceOf(DataException.class);
        assertThatThrownBy(() -> posterior.requireSuits(new Examples(1).linear(2, 3, true)))
                .hasMessage("noise must be 1 x 3, got 1 x 2");
    }

    @Test
    void aKernelPosteriorHasWholeObservations() {
        int[] one = {0};
        double[] w = {1};
        assertThatThrownBy(() -> new KernelPosterior(ONES, Matrix.identity(1), 1, true, one, one, w))
                .hasMessage("freedom must be 1 x 2, got 1 x 1");
        assertThatThrownBy(() -> new KernelPosterior(Matrix.zeros(2, 2), ONES, 1, true, one, one, w))
                .hasMessage("noise must be 1 x 2, got 2 x 2");
        assertThatThrownBy(() -> new KernelPosterior(ONES.scale(0), ONES, 1, true, one, one, w))
                .hasMessage("noise must be > 0, got 0.0");
        for (double lambda : new double[] {0, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new KernelPosterior(ONES, ONES, lambda, true, one, one, w))
                    .hasMessage("lambda must be a finite number > 0, got " + lambda);
        }
        assertThatThrownBy(() -> new KernelPosterior(ONES, ONES, 1, true, one, new int[2], w))
                .hasMessage(
                        "observations must be at most 3000 and have a row, a task and a weight each, got 1, 2 and 1");
        int most = KernelPosterior.MOST_OBSERVATIONS;
        assertThatThrownBy(() -> new KernelPosterior(
                        ONES, ONES, 1, true, new int[most + 1], new int[most + 1], new double[most + 1]))
                .hasMessageStartingWith("observations must be at most 3000");
        assertThatThrownBy(() -> new KernelPosterior(ONES, ONES, 1, true, new int[] {-1}, one, w))
                .hasMessageContaining("got -1, 0 and 1.0");
        assertThatThrownBy(() -> new KernelPosterior(ONES, ONES, 1, true, one, one, new double[] {0}))
                .hasMessageContaining("got 0, 0 and 0.0");
    }

    @Test
    void kernelPosteriorsAreEqualWhereAllPartsAre() {
        KernelPosterior posterior = kernel(true, 1, 0, 1, 0);
        assertThat(posterior).isEqualTo(kernel(true, 1, 0, 1, 0)).hasSameHashCodeAs(kernel(true, 1, 0, 1, 0));
        assertThat(posterior).isNotEqualTo(kernel(false, 1, 0, 1, 0)).isNotEqualTo(kernel(true, 1, 0, 1, 1));
        assertThat(posterior.intercept()).isTrue();
        assertThat(kernel(false, 1, 0, 1, 0).intercept()).isFalse();
        Posterior louder = posterior.withNoise(ONES.scale(4), ONES.scale(7));
        assertThat(louder.noise()).isEqualTo(ONES.scale(4));
        assertThat(louder.freedom()).isEqualTo(ONES.scale(7));
        assertThat(louder).isNotEqualTo(posterior);
        assertThat(louder.withNoise(ONES, ONES)).isEqualTo(posterior);
    }
}
