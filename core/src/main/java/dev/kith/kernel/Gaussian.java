package dev.kith.kernel;

import dev.kith.linalg.Twofold;
import java.util.OptionalDouble;
import java.util.Random;

/** k(x, z) = exp(-||x - z||^2 / (2 width^2)); width in units of the (standardised) features. */
public record Gaussian(double width) implements VectorKernel {
    public Gaussian {
        Kernels.requirePositive("width", width);
    }

    @Override
    public String spec() {
        return "gaussian:" + width;
    }

    @Override
    public double of(double xz, double xx, double zz) {
        return Math.exp(-VectorKernel.squaredDistance(xz, xx, zz) / (2 * width * width));
    }

    @Override
    public boolean shiftInvariant() {
        return true;
    }

    @Override
    public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
        return xz.plus(xz)
                .minus(xx)
                .minus(zz)
                .dividedBy(Twofold.product(2 * width, width))
                .exp();
    }

    @Override
    public OptionalDouble frequency(Random random) {
        return OptionalDouble.of(1 / width);
    }
}
