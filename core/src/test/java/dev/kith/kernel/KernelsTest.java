package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelsTest {
    private static final double[] X = {1, 2};
    private static final double[] Z = {3, 5};

    @Nested
    class LinearKernel extends VectorKernelContract {
        @Override
        protected Kernel kernel() {
            return new Linear();
        }

        @Test
        void byHand() {
            assertThat(value(X, Z)).isEqualTo(13);
        }
    }

    @Nested
    class GaussianKernel extends VectorKernelContract {
        @Override
        protected Kernel kernel() {
            return new Gaussian(2);
        }

        @Test
        void byHand() {
            assertThat(value(X, Z)).isCloseTo(Math.exp(-13.0 / 8), within(1e-15));
        }
    }

    @Nested
    class LaplaceKernel extends VectorKernelContract {
        @Override
        protected Kernel kernel() {
            return new Laplace(2);
        }

        @Test
        void byHandWithTheEuclideanDistance() {
            assertThat(value(X, Z)).isCloseTo(Math.exp(-Math.sqrt(13) / 2), within(1e-15));
        }

        /** The square root makes rounding visible: 1e-15 in the squared distance would be 3e-8 here. */
        @Test
        void equalInputsHaveValueOneInManyDimensions() {
            DenseInputs x = DenseInputs.of(Matrix.zeros(20, 3000).map(v -> 3 + random.nextGaussian()));
            Matrix k = kernel().cross(x, x);
            assertThat(k.diagonal()).containsOnly(1);
        }
    }

    @Nested
    class PolynomialKernel extends VectorKernelContract {
        @Override
        protected Kernel kernel() {
            return new Polynomial(3, 2);
        }

        @Test
        void byHand() {
            assertThat(value(X, Z)).isEqualTo(3375);
            assertThat(new Polynomial(1, 0).of(13, 0, 0)).isEqualTo(13);
            assertThat(new Polynomial(10, 0).of(2, 0, 0)).isEqualTo(1024);
            assertThat(new Polynomial(Integer.MAX_VALUE, 0).of(-1, 0, 0)).isEqualTo(-1);
        }
    }

    @Nested
    class SpectrumKernel extends StringKernelContract {
        @Override
        protected Kernel kernel() {
            return new Spectrum(2);
        }

        /** abab has ab twice and ba once, ab has ab once: 2 / (sqrt(5) sqrt(1)). */
        @Test
        void byHand() {
            assertThat(value("abab", "ab")).isCloseTo(2 / Math.sqrt(5), within(1e-15));
            assertThat(value("ab", "ba")).isZero();
        }

        @Test
        void stringsThatAreTooShortAreRefused() {
            assertThatThrownBy(() -> kernel().gram(new StringInputs(List.of("ab", "c"), "dna")))
                    .isInstanceOf(DataException.class)
                    .hasMessage("column 'dna', input 1: \"c\" is too short for kernel 'spectrum:2'");
        }
    }

    @Nested
    class WeightedDegreeKernel extends StringKernelContract {
        @Override
        protected Kernel kernel() {
            return new WeightedDegree(2);
        }

        /** Lengths 1 and 2 weigh 2/3 and 1/3. ab and ac share a at 0: 2/3; each has 2/3 + 2/3 + 1/3 with itself. */
        @Test
        void byHand() {
            assertThat(value("ab", "ac")).isCloseTo(0.4, within(1e-15));
            assertThat(value("ab", "ba")).isZero();
        }

        @Test
        void longSubstringsThatNeverOccurCostNothing() {
            Kernel kernel = new WeightedDegree(Integer.MAX_VALUE);
            assertThat(kernel.gram(inputs(3)).diagonal()).containsExactly(new double[] {1, 1, 1}, within(1e-15));
        }
    }

    @Nested
    class PrecomputedKernel extends KernelContract {
        private final Matrix matrix = psd();

        private Matrix psd() {
            Matrix root = Matrix.zeros(40, 60).map(x -> random.nextGaussian());
            return LinearAlgebra.best().multiplyTransposeB(root, root).symmetrized();
        }

        @Override
        protected Kernel kernel() {
            return new Precomputed(matrix);
        }

        @Override
        protected Inputs inputs(int rows) {
            return new Precomputed(matrix)
                    .items()
                    .select(IntStream.range(0, rows)
                            .map(i -> random.nextInt(40))
                            .toArray());
        }

        @Override
        protected Inputs wrongInputs() {
            return DenseInputs.of(Matrix.of(new double[] {40}));
        }

        @Test
        void byHand() {
            assertThat(kernel().gram(new Precomputed(matrix).items())).isEqualTo(matrix);
        }

        @Test
        void positionsThatAreNotThereAreRefused() {
            for (double position : new double[] {-1, 0.5, 40, 1e300}) {
                assertThatThrownBy(() -> kernel().diagonal(DenseInputs.of(Matrix.of(new double[] {position}))))
                        .isInstanceOf(DataException.class)
                        .hasMessage(
                                "a precomputed kernel needs one feature holding positions 0 to 39, input 0 has none");
            }
        }

        @Test
        void otherMatricesAreRefused() {
            assertThatThrownBy(() -> new Precomputed(Matrix.zeros(1, 2)))
                    .hasMessage("precomputed kernel must be square, got 1 x 2");
            assertThatThrownBy(() -> new Precomputed(Matrix.of(new double[] {1, 2}, new double[] {3, 1})))
                    .hasMessage("precomputed kernel must be symmetric, got 3.0 at (1, 0) and 2.0 at (0, 1)");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "linear,linear",
        "gaussian,gaussian",
        "gaussian:auto,gaussian:auto",
        "unit:laplace,unit:laplace",
        "gaussian@a + laplace:2@b,gaussian@a + laplace:2.0@b",
        "gaussian:1,gaussian:1.0",
        "gaussian:2,gaussian:2.0",
        "laplace:0.5,laplace:0.5",
        "polynomial:3,polynomial:3:1.0",
        "polynomial:2:0,polynomial:2:0.0",
        "spectrum:4,spectrum:4",
        "weighted-degree:5,weighted-degree:5"
    })
    void textIsParsed(String text, String spec) {
        assertThat(Kernels.parse(text).spec()).isEqualTo(spec);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rbf",
                "linear:1",
                "gaussian:",
                "polynomial:auto",
                "gaussian:x",
                "gaussian:0",
                "gaussian:-1",
                "gaussian:NaN",
                "gaussian:1e400",
                "gaussian:1:2",
                "polynomial",
                "polynomial:0",
                "polynomial:1.5",
                "polynomial:2:-1",
                "polynomial:2:1:1",
                "spectrum",
                "spectrum:0",
                "spectrum:1:1",
                "weighted-degree:-3",
                "precomputed"
            })
    void wrongTextIsRefused(String text) {
        assertThatThrownBy(() -> Kernels.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
