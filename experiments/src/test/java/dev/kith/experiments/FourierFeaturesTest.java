package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import org.junit.jupiter.api.Test;

class FourierFeaturesTest {
    /** Standardised, the rows are (-1, 1) and (1, -1): a squared distance of 8. */
    @Test
    void innerProductsAreNearTheGaussianKernel() {
        Matrix z = new FourierFeatures(100_000, 2, 7).map(Matrix.of(new double[][] {{3, 5}, {7, 1}}));
        Matrix products = LinearAlgebra.best().multiplyTransposeB(z, z);
        assertThat(products.get(0, 1)).isCloseTo(Math.exp(-1), within(0.01));
        assertThat(products.get(0, 0)).isCloseTo(1, within(0.01));
    }
}
