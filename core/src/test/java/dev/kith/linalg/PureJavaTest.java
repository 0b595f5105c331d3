package dev.kith.linalg;

import static dev.kith.linalg.RandomMatrices.gaussian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PureJavaTest extends LinearAlgebraContract {
    /** Far above n eps times the condition of the columns brought to one length, far below a lost digit. */
    private static final double RELATIVE = 1e-11;

    @Override
    protected LinearAlgebra algebra() {
        return LinearAlgebra.pureJava();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20, 60})
    void singularValuesOfTheInverseAreTheInverseOnes(int n) {
        Matrix a = graded(n);
        double[] s = algebra().svd(a).s().data();
        double[] inverse = algebra().svd(inverse(a)).s().data();
        for (int j = 0; j < n; j++) {
            assertThat(s[j] * inverse[n - 1 - j]).isCloseTo(1, within(RELATIVE * n));
        }
    }

    /** Upper triangular, well conditioned but for the units of its columns, which go from 1 to 2^-100. */
    private static Matrix graded(int n) {
        Matrix a = gaussian(n, n, 30).scale(0.5 / n);
        for (int i = 0; i < n; i++) {
            a.set(i, i, 1 + Math.abs(a.get(i, i)));
            for (int j = 0; j < n; j++) {
                a.set(i, j, j < i ? 0 : Math.scalb(a.get(i, j), -100 * j / n));
            }
        }
        return a;
    }

    /** By back substitution, each entry to a high relative accuracy. */
    private static Matrix inverse(Matrix upper) {
        int n = upper.rows();
        Matrix inverse = Matrix.zeros(n, n);
        for (int j = 0; j < n; j++) {
            for (int i = j; i >= 0; i--) {
                double rest = i == j ? 1 : 0;
                for (int k = i + 1; k <= j; k++) {
                    rest -= upper.get(i, k) * inverse.get(k, j);
                }
                inverse.set(i, j, rest / upper.get(i, i));
            }
        }
        return inverse;
    }
}
