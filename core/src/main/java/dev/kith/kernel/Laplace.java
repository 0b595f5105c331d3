package dev.kith.kernel;

import dev.kith.linalg.Twofold;
import java.util.OptionalDouble;
import java.util.Random;

/** k(x, z) = exp(-||x - z|| / width) with the Euclidean distance; width in units of the (standardised) features. */
record Laplace(double width) implements VectorKernel {
    public Laplace {
        Kernels.requirePositive("width", width);
    }

    @Override
    public String spec() {
        return "laplace:" + width;
    }

    @Override
    public double of(double xz, double xx, double zz) {
        return Math.exp(-Math.sqrt(VectorKernel.squaredDistance(xz, xx, zz)) / width);
    }

    @Override
    public boolean shiftInvariant() {
        return true;
    }

    @Override
    public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
        return xx.plus(zz).minus(xz.plus(xz)).root().dividedBy(-width).exp();
    }

    @Override
    public OptionalDouble frequency(Random random) {
        return OptionalDouble.of(1 / (width * Math.abs(random.nextGaussian())));
    }
}
