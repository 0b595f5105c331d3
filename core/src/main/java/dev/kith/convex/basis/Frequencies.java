package dev.kith.convex.basis;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Random directions omega with k(x, z) = mean of cos(omega'(x - z)): drawn from the kernel's spectral density [1], a normal
 * for the Gaussian kernel, a multivariate Cauchy for the Laplace kernel.
 *
 * <p>[1] Rahimi, Recht, Random features for large-scale kernel machines, 2007.
 */
final class Frequencies {
    private Frequencies() {}

    /** d x count, by columns. */
    static Matrix draw(Kernel kernel, Inputs x, int count, long seed) {
        if (x instanceof StringInputs) {
            throw new DataException("random Fourier features need numeric features, got strings; use landmarks");
        }
        Random random = new Random(seed);
        Matrix omega = Matrix.zeros(x.features().size(), count);
        for (int k = 0; k < count; k++) {
            double scale = scale(kernel, random);
            for (int j = 0; j < omega.rows(); j++) {
                omega.set(j, k, scale * random.nextGaussian());
            }
        }
        return omega;
    }

    private static double scale(Kernel kernel, Random random) {
        OptionalDouble scale =
                kernel instanceof VectorKernel vectors ? vectors.frequency(random) : OptionalDouble.empty();
        return scale.orElseThrow(() -> new IllegalArgumentException(
                "random Fourier features need kernel gaussian or laplace, got '" + kernel.spec() + "'; use landmarks"));
    }
}
