package dev.kith.linalg;

import static dev.kith.linalg.RandomMatrices.gaussian;
import static dev.kith.linalg.RandomMatrices.semidefinite;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BySizeTest {
    private final List<String> calls = new ArrayList<>();
    private final LinearAlgebra algebra = new LinearAlgebra(new BySize(new PureJava(), new Large(null)));

    @Test
    void smallProblemsNeverLoadTheLargeRoutines() {
        Matrix a = semidefinite(199, 199, 1).plusDiagonal(1);
        algebra.name();
        algebra.multiply(a, a);
        algebra.multiply(gaussian(2000, 20, 2), gaussian(20, 2000, 3));
        algebra.eigen(a);
        algebra.svd(a);
        algebra.cholesky(a).solve(a);
        algebra.cholesky(a).inverse();
        algebra.eigenvalues(a);
        algebra.addSquareInto(Matrix.zeros(2000, 2000), 1, gaussian(2000, 20, 3));
        algebra.addSquareInto(a.copy(), 1, a);
        assertThat(calls).isEmpty();
    }

    @Test
    void largeProblemsLoadThemOnce() {
        Matrix a = semidefinite(200, 200, 4).plusDiagonal(1);
        algebra.multiply(a, a);
        algebra.eigen(a);
        Cholesky cholesky = algebra.cholesky(a);
        cholesky.solve(a.row(0));
        cholesky.solve(a);
        algebra.svd(a);
        algebra.eigenvalues(a);
        cholesky.inverse();
        algebra.addSquareInto(a.copy(), 1, a);
        assertThat(calls)
                .containsExactly(
                        "load",
                        "multiply",
                        "eigen",
                        "cholesky",
                        "solveCholesky",
                        "svd",
                        "eigenvalues",
                        "invertCholesky",
                        "addSquare");
        assertThat(algebra.name()).isEqualTo("large 1 (%s below n = 200)", new PureJava().name());
    }

    @Test
    void whatCannotBeLoadedIsReplacedAndNamed() {
        Throwable broken = new IllegalStateException("no disk");
        for (Throwable reason : List.of(new UnsatisfiedLinkError("no disk"), broken)) {
            String said = reason == broken ? broken.toString() : "no disk";
            calls.clear();
            LinearAlgebra failing = new LinearAlgebra(new BySize(new PureJava(), new Large(reason)));
            Matrix a = gaussian(207, 207, 5);
            assertThat(failing.multiply(a, a))
                    .isEqualTo(LinearAlgebra.pureJava().multiply(a, a));
            failing.multiply(a, a);
            assertThat(calls).containsExactly("load");
            assertThat(failing.name()).isEqualTo("%s (large 1 cannot be loaded: %s)", new PureJava().name(), said);
        }
    }

    /** Pure Java under another name that writes down what it is asked. */
    private final class Large implements Routines {
        private final Routines java = new PureJava();
        private final @Nullable Throwable reason;

        Large(@Nullable Throwable reason) {
            this.reason = reason;
        }

        @Override
        public String name() {
            return "large 1";
        }

        @Override
        public void load() {
            calls.add("load");
            if (reason instanceof Error error) {
                throw error;
            }
            if (reason instanceof RuntimeException exception) {
                throw exception;
            }
        }

        @Override
        public void multiply(
                int threads, Matrix c, double alpha, Matrix a, boolean ta, Matrix b, boolean tb, double beta) {
            calls.add("multiply");
            java.multiply(threads, c, alpha, a, ta, b, tb, beta);
        }

        @Override
        public boolean eigen(int threads, int n, double[] a, double[] values) {
            calls.add("eigen");
            return java.eigen(threads, n, a, values);
        }

        @Override
        public boolean eigenvalues(int threads, int n, double[] a, double[] values) {
            calls.add("eigenvalues");
            return java.eigenvalues(threads, n, a, values);
        }

        @Override
        public void invertCholesky(int threads, int n, double[] l) {
            calls.add("invertCholesky");
            java.invertCholesky(threads, n, l);
        }

        @Override
        public void addSquare(int threads, int n, double[] c, double alpha, int cols, double[] a) {
            calls.add("addSquare");
            java.addSquare(threads, n, c, alpha, cols, a);
        }

        @Override
        public int cholesky(int threads, int n, double[] a) {
            calls.add("cholesky");
            return java.cholesky(threads, n, a);
        }

        @Override
        public void solveCholesky(int threads, int n, double[] l, int cols, double[] b) {
            calls.add("solveCholesky");
            java.solveCholesky(threads, n, l, cols, b);
        }

        @Override
        public boolean svd(int threads, Matrix a, Matrix u, double[] s, Matrix v) {
            calls.add("svd");
            return java.svd(threads, a, u, s, v);
        }
    }
}
