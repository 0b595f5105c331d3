package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The b of corollary 4 is the minimum of its bound: found here by search. */
class BestSharingTest {
    private static final int TASKS = 6;

    /** (b + K) / ((1 + b) K) u'(A (x) I)u. */
    private static double quadratic(double b, Matrix u) {
        double norms = 0;
        double spread = 0;
        for (int j = 0; j < u.cols(); j++) {
            double mean = 0;
            for (int i = 0; i < u.rows(); i++) {
                mean += u.get(i, j) / u.rows();
                norms += u.get(i, j) * u.get(i, j);
            }
            for (int i = 0; i < u.rows(); i++) {
                spread += Math.pow(u.get(i, j) - mean, 2);
            }
        }
        return (b + u.rows()) / ((1 + b) * u.rows()) * (norms + b * spread);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.3, 1, 3, 30})
    void noOtherBHasASmallerBound(double spread) {
        Matrix u = Example.related(new Random(3), TASKS, 20, spread);
        double best = UniformSharing.best(LinearAlgebra.best().multiplyTransposeB(u, u))
                .b();
        double least = Double.POSITIVE_INFINITY;
        double at = 0;
        for (double b = 0; b < 400; b += 0.001) {
            if (quadratic(b, u) < least) {
                least = quadratic(b, u);
                at = b;
            }
        }
        assertThat(best).isEqualTo(at, within(0.002 * (1 + at)));
        assertThat(quadratic(best, u)).isLessThanOrEqualTo(least * (1 + 1e-12));
        if (best > 0) {
            Matrix gram = LinearAlgebra.best().multiplyTransposeB(u, u);
            double mean = java.util.Arrays.stream(gram.data()).sum() / (TASKS * TASKS);
            double variance = gram.trace() / TASKS - mean;
            double claimed = Math.pow(Math.sqrt(mean) + Math.sqrt((TASKS - 1) * variance), 2);
            assertThat(quadratic(best, u)).as("what the paper says it comes to").isEqualTo(claimed, within(1e-9));
            double printed = Math.sqrt(Math.max(0, (TASKS - 1) * mean / variance - 1));
            assertThat(quadratic(printed, u)).as("with the -1 under the root").isGreaterThan(claimed * (1 + 1e-6));
        }
    }

    @Test
    void oneTaskHasNothingToShareAndEqualOnesNoLimit() {
        assertThat(UniformSharing.best(Matrix.identity(1)).b()).isZero();
        assertThatThrownBy(() -> UniformSharing.best(Matrix.of(new double[] {1, 1}, new double[] {1, 1})))
                .hasMessage("comparators must differ between tasks, got equal ones: b would be infinite");
    }
}
