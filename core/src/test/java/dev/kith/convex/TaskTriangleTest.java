package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Solves over observations sorted by task against the same with indicators written out. */
class TaskTriangleTest {
    /** Eleven tasks, one of them without observations. */
    private static final int TASKS = 11;

    private static final int[] TASK =
            IntStream.range(0, 60).map(o -> o / 6 < 4 ? o / 6 : o / 6 + 1).toArray();

    private static Matrix definite(Random random) {
        Matrix root = Matrix.zeros(60, 60).map(zero -> random.nextGaussian());
        return LinearAlgebra.pureJava().multiplyTransposeB(root, root).plusDiagonal(5);
    }

    @Test
    void solvesAreThoseOfTheWholeSystem() {
        Random random = new Random(4);
        Matrix m = definite(random);
        Cholesky factor = LinearAlgebra.pureJava().cholesky(m);
        Matrix indicators = Matrix.zeros(60, TASKS);
        for (int o = 0; o < 60; o++) {
            indicators.set(o, TASK[o], 1);
        }
        Matrix turned = factor.solve(indicators);
        TaskTriangle triangle = new TaskTriangle(factor, TASK, TASKS);
        Matrix products = LinearAlgebra.pureJava().multiplyTransposeA(indicators, turned);
        products.set(4, 4, 1);
        assertThat(triangle.products().plus(-1, products).maxAbs()).isLessThan(1e-13);
        double[] r = random.doubles(60).toArray();
        double[] shift = random.doubles(TASKS).toArray();
        double[] half = triangle.forward(r);
        double[] whole = factor.solve(r);
        double[] left = triangle.backward(half, shift);
        double[] sums = new double[TASKS];
        for (int o = 0; o < 60; o++) {
            double expected = whole[o];
            for (int t = 0; t < TASKS; t++) {
                expected -= turned.get(o, t) * shift[t];
            }
            assertThat(left[o]).isCloseTo(expected, within(1e-12));
            sums[TASK[o]] += whole[o];
        }
        assertThat(triangle.sums(half)).containsExactly(sums, within(1e-12));
    }

    @Test
    void withoutInterceptsThereIsNothingToShift() {
        Random random = new Random(5);
        Cholesky factor = LinearAlgebra.pureJava().cholesky(definite(random));
        TaskTriangle triangle = new TaskTriangle(factor, TASK, 0);
        double[] r = random.doubles(60).toArray();
        assertThat(triangle.sums(triangle.forward(r))).isEmpty();
        assertThat(triangle.backward(triangle.forward(r), new double[TASKS]))
                .containsExactly(factor.solve(r), within(1e-12));
    }
}
