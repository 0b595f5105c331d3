package dev.kith.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The criterion from factors of tasks is that of the whole N x N covariance, and its gradient is its gradient. */
class RemlTest {
    private static final int TASKS = 5;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theCriterionIsThatOfTheWholeCovariance(long seed) {
        Random random = new Random(seed);
        Dataset data = data(random);
        Design design = Design.of(data, Training.defaults(), true);
        int[] columns = design.columns(List.of(2));
        Matrix lambda = gaussians(random, 2, 2);
        double found = new Reml(new TaskFactors(design, columns, 2)).at(lambda).value();
        assertThat(found).isCloseTo(dense(design, columns, lambda), within(1e-9 * Math.abs(found)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theGradientIsThatOfTheCriterion(long seed) {
        Random random = new Random(seed);
        Design design = Design.of(data(random), Training.defaults(), true);
        Reml reml = new Reml(new TaskFactors(design, design.columns(List.of(2)), 2));
        Matrix lambda = gaussians(random, 2, 2);
        Matrix slope = LinearAlgebra.pureJava().multiply(reml.at(lambda).gamma(), lambda);
        double h = 1e-5;
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                Matrix more = lambda.copy();
                more.add(i, j, h);
                Matrix less = lambda.copy();
                less.add(i, j, -h);
                double difference = (reml.at(more).value() - reml.at(less).value()) / (2 * h);
                assertThat(2 * slope.get(i, j)).isCloseTo(difference, within(1e-6 * (1 + Math.abs(difference))));
            }
        }
    }

    /** log det V + log det F'V^-1F + (N - p)(1 + log(2 pi s)) with V as it is written. */
    private static double dense(Design design, int[] columns, Matrix lambda) {
        int n = (int) design.weight;
        int p = columns.length;
        Matrix f = Matrix.zeros(n, p);
        Matrix z = Matrix.zeros(n, 2 * TASKS);
        Matrix y = Matrix.zeros(n, 1);
        int row = 0;
        for (int t = 0; t < TASKS; t++) {
            for (int k = 0; k < design.rows(t); k++, row++) {
                int o = design.position(t, k);
                for (int c = 0; c < p; c++) {
                    f.set(row, c, design.value(o, columns[c]));
                }
                z.set(row, 2 * t, 1);
                z.set(row, 2 * t + 1, design.value(o, columns[1]));
                y.set(row, 0, design.label(o));
            }
        }
        LinearAlgebra algebra = LinearAlgebra.pureJava();
        Matrix scaled = Matrix.zeros(n, 2 * TASKS);
        for (int i = 0; i < n; i++) {
            for (int t = 0; t < TASKS; t++) {
                for (int j = 0; j < 2; j++) {
                    scaled.set(
                            i, 2 * t + j, z.get(i, 2 * t) * lambda.get(0, j) + z.get(i, 2 * t + 1) * lambda.get(1, j));
                }
            }
        }
        Cholesky v = algebra.cholesky(algebra.multiplyTransposeB(scaled, scaled).plusDiagonal(1));
        Cholesky s = algebra.cholesky(algebra.multiplyTransposeA(f, v.solve(f)));
        Matrix beta = s.solve(algebra.multiplyTransposeA(f, v.solve(y)));
        Matrix e = y.plus(-1, algebra.multiply(f, beta));
        double squares = algebra.multiplyTransposeA(e, v.solve(e)).get(0, 0);
        return v.logDet() + s.logDet() + (n - p) * (1 + Math.log(2 * Math.PI * squares / (n - p)));
    }

    /** Tasks of 1 to 9 rows, so that some have fewer than vary. */
    private static Dataset data(Random random) {
        int n = 25;
        Matrix x = gaussians(random, n, 3);
        int[] taskOf = new int[n];
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            taskOf[i] = (int) Math.floor(Math.sqrt(i));
            labels[i] = 2 + x.get(i, 0) + taskOf[i] * (1 + 0.5 * x.get(i, 1)) + random.nextGaussian();
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("t", TASKS), taskOf, labels);
    }

    private static Matrix gaussians(Random random, int rows, int cols) {
        return Matrix.zeros(rows, cols).map(v -> random.nextGaussian());
    }
}
