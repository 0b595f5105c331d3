package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sparse structure step against the published primal-dual splitting, run long enough to be exact. */
class SparseStepTest {
    @Tag("lengthy")
    @ParameterizedTest
    @CsvSource({"2,0.5", "4,0", "4,0.3", "6,0.7", "6,1"})
    void theStepAgreesWithPrimalDualSplitting(int tasks, double mu) {
        SplittableRandom random = new SplittableRandom(tasks);
        Matrix w = Matrix.zeros(tasks, tasks + 1);
        for (int i = 0; i < w.data().length; i++) {
            w.data()[i] = random.nextGaussian();
        }
        Matrix s = LinearAlgebra.best().multiplyTransposeB(w, w).symmetrized();
        double eps = 0.1;
        List<String> names = IntStream.range(0, tasks).mapToObj(t -> "t" + t).toList();
        Matrix a = new SparseRelations(mu, eps).penalty(names, 0.7).step(s, 0);
        Matrix expected = splitting(s.plusDiagonal(eps), mu);
        assertThat(a.plus(-1, expected).maxAbs()).isLessThan(1e-4 * expected.maxAbs());
    }

    /** The same algorithm in the library, which stops by a bound and goes on from the last step. */
    @ParameterizedTest
    @CsvSource({"0.3", "0.7", "1"})
    void stepsBySplittingAreTheSameSteps(double mu) {
        Matrix s = Matrix.of(new double[] {2, 1, 0.1}, new double[] {1, 3, 0.4}, new double[] {0.1, 0.4, 1});
        SparsePenalty direct = new SparsePenalty(3, 0.7, mu, 0.1);
        SparsePenalty split = direct.bySplitting();
        for (Matrix at : List.of(s, s.plusDiagonal(0.1), s.scale(0.5))) {
            Matrix expected = direct.step(at, 0);
            assertThat(split.step(at, 0).plus(-1, expected).maxAbs()).isLessThan(1e-4);
            assertThat(split.reduced(at)).isEqualTo(direct.reduced(at), within(1e-9));
        }
        assertThat(split.work()).isGreaterThan(direct.work());
    }

    /** A is diagonal as long as |R_ts| &lt;= (1 - mu) sqrt(R_tt R_ss) for all tasks, R = S + eps I, and no longer. */
    @ParameterizedTest
    @CsvSource({"0.39,true", "0.41,false"})
    void linksAppearWhereCosinesExceedOneMinusMu(double cosine, boolean diagonal) {
        double eps = 0.01;
        Matrix r = Matrix.of(
                new double[] {4, cosine * 2, 0.2}, new double[] {cosine * 2, 1, 0.1}, new double[] {0.2, 0.1, 9});
        Matrix a = new SparseRelations(0.6, eps)
                .penalty(List.of("a", "b", "c"), 0.7)
                .step(r.plusDiagonal(-eps), 0);
        assertThat(a.get(0, 1) == 0).isEqualTo(diagonal);
        assertThat(a.get(0, 2)).isZero();
        assertThat(a.get(2, 2)).isEqualTo(3, within(1e-4));
    }

    /**
     * A &lt;- soft(A - (mu I + M D M)/sigma, (1 - mu)/sigma), P = D + M (2 A+ - A) M / sigma, D &lt;- P - prox(sigma P)/sigma,
     * with M = R^(-1/2) and prox replacing each eigenvalue z by the positive root of g^3 - z g^2 - sigma = 0.
     */
    private static Matrix splitting(Matrix r, double mu) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix m = algebra.eigen(r).rebuild(x -> 1 / Math.sqrt(x));
        int n = r.rows();
        double norm = algebra.eigen(m).value(n - 1);
        double sigma = norm * norm;
        Matrix a = Matrix.identity(n);
        Matrix d = Matrix.zeros(n, n);
        for (int k = 0; k < 100_000; k++) {
            Matrix gradient = algebra.multiply(algebra.multiply(m, d), m).plusDiagonal(mu);
            Matrix next = a.plus(-1 / sigma, gradient)
                    .map(x -> Math.abs(x) <= (1 - mu) / sigma ? 0 : x - Math.copySign((1 - mu) / sigma, x));
            Matrix mixed = algebra.multiply(algebra.multiply(m, next.scale(2).plus(-1, a)), m);
            Matrix p = d.plus(1 / sigma, mixed).symmetrized();
            Matrix prox = algebra.eigen(p).rebuild(z -> root(sigma * z, sigma));
            d = p.plus(-1 / sigma, prox);
            double change = next.plus(-1, a).maxAbs();
            a = next;
            if (k > 100 && change < 1e-12) {
                break;
            }
        }
        return a;
    }

    private static double root(double z, double sigma) {
        double low = 0;
        double high = Math.max(0, z) + Math.cbrt(sigma) + 1;
        for (int k = 0; k < 200; k++) {
            double g = (low + high) / 2;
            if (g * g * g - z * g * g - sigma > 0) {
                high = g;
            } else {
                low = g;
            }
        }
        return (low + high) / 2;
    }
}
