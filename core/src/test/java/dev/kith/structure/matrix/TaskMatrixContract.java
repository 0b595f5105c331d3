package dev.kith.structure.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every kind of structure matrix is its dense twin. */
abstract class TaskMatrixContract {
    /** Relative to the largest number of what is compared; the twins have conditions up to 1e3. */
    private static final double SAME = 1e-11;

    private static final int COLUMNS = 3;

    /** The matrix, and the same as T x T numbers made another way. */
    abstract TaskMatrix matrix();

    abstract Matrix twin();

    private static void assertSame(Matrix found, Matrix expected) {
        assertThat(found.plus(-1, expected).maxAbs()).isLessThanOrEqualTo(SAME * (1e-300 + expected.maxAbs()));
    }

    private Matrix random() {
        Random random = new Random(5);
        return Matrix.zeros(twin().rows(), COLUMNS).map(zero -> random.nextGaussian());
    }

    @Test
    void entriesRowsAndTheDiagonalAreTheTwins() {
        TaskMatrix a = matrix();
        Matrix twin = twin();
        assertThat(a.size()).isEqualTo(twin.rows());
        for (int t = 0; t < a.size(); t++) {
            assertSame(Matrix.of(a.row(t)), Matrix.of(twin.row(t)));
            for (int s = 0; s < a.size(); s++) {
                assertThat(a.entry(t, s)).isEqualTo(twin.get(t, s), within(SAME * twin.maxAbs()));
            }
        }
        assertSame(Matrix.of(a.diagonal()), Matrix.of(twin.diagonal()));
        assertSame(a.dense(), twin);
        assertThat(a.trace()).isEqualTo(twin.trace(), within(SAME * twin.trace()));
    }

    @Test
    void productsAndSolvesAreTheTwins() {
        Matrix x = random();
        SymmetricEigen eigen = LinearAlgebra.best().eigen(twin());
        double top = eigen.value(eigen.size() - 1);
        assertSame(matrix().multiply(x), LinearAlgebra.best().multiply(twin(), x));
        Matrix inverse = eigen.rebuild(value -> value > 1e-10 * top ? 1 / value : 0);
        assertSame(matrix().solve(x), LinearAlgebra.best().multiply(inverse, x));
        double[] g = {0, 0.5, 20};
        Matrix shrunk = matrix().shrink(x, g, 0.3);
        for (int j = 0; j < COLUMNS; j++) {
            double own = g[j];
            Matrix map = eigen.rebuild(value -> Math.max(0, value) / (own * Math.max(0, value) + 0.3));
            assertSame(
                    Matrix.of(shrunk.column(j)),
                    LinearAlgebra.best().multiply(map, x).transpose().selectRows(j));
        }
    }

    @Test
    void formsAreTheTwins() {
        Matrix x = random();
        SymmetricEigen eigen = LinearAlgebra.best().eigen(twin());
        double top = eigen.value(eigen.size() - 1);
        double form = LinearAlgebra.best().multiply(twin(), x).dot(x);
        assertThat(matrix().form(x)).isEqualTo(form, within(1e-10 * form));
        // In the range of A, so that directions A lacks do not count.
        Matrix inside = matrix().multiply(x);
        Matrix inverse = eigen.rebuild(value -> value > 1e-10 * top ? 1 / value : 0);
        double expected = LinearAlgebra.best().multiply(inverse, inside).dot(inside);
        assertThat(matrix().inverseForm(inside)).isEqualTo(expected, within(1e-10 * expected));
    }

    @Test
    void eigenvaluesLieWithinTheBounds() {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(twin());
        double top = eigen.value(eigen.size() - 1);
        assertThat(matrix().largest()).isGreaterThanOrEqualTo(top * (1 - 1e-12));
        for (int k = 0; k < eigen.size(); k++) {
            if (eigen.value(k) > 1e-10 * top) {
                assertThat(matrix().smallest()).isLessThanOrEqualTo(eigen.value(k) * (1 + 1e-9));
            }
        }
    }

    @Test
    void theStrongestTiesAreThoseOfTheRow() {
        TaskMatrix a = matrix();
        Matrix twin = twin();
        for (int t = 0; t < a.size(); t++) {
            double last = Double.POSITIVE_INFINITY;
            for (TaskMatrix.Tie tie : a.strongest(t, 3)) {
                int s = tie.task();
                double similarity = twin.get(t, s) / Math.sqrt(twin.get(t, t) * twin.get(s, s));
                assertThat(s).isNotEqualTo(t);
                assertThat(tie.similarity()).isEqualTo(similarity, within(1e-9));
                assertThat(Math.abs(similarity)).isLessThanOrEqualTo(last + 1e-9);
                last = Math.abs(similarity);
            }
            for (int s = 0; s < a.size(); s++) {
                int other = s;
                double similarity = twin.get(t, s) / Math.sqrt(twin.get(t, t) * twin.get(s, s));
                if (s != t
                        && Math.abs(similarity) > last + 1e-9
                        && a.strongest(t, 3).size() == 3) {
                    assertThat(a.strongest(t, 3)).anyMatch(tie -> tie.task() == other);
                }
            }
        }
    }

    @Test
    void anotherNumberOfTasksIsRefused() {
        int tasks = matrix().size();
        matrix().requireSize(tasks);
        assertThatThrownBy(() -> matrix().requireSize(tasks + 1))
                .hasMessage(
                        "structure must be " + (tasks + 1) + " x " + (tasks + 1) + ", got " + tasks + " x " + tasks);
    }

    @Test
    void equalMatricesAreEqual() {
        assertThat(matrix()).isEqualTo(matrix()).hasSameHashCodeAs(matrix()).isNotEqualTo(TaskMatrix.identity(2));
    }
}
