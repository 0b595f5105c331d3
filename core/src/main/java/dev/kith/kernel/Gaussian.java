package dev.kith.kernel;

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
}
