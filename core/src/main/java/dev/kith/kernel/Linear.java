package dev.kith.kernel;

/** k(x, z) = x'z. */
public record Linear() implements VectorKernel {
    @Override
    public String spec() {
        return "linear";
    }

    @Override
    public double of(double xz, double xx, double zz) {
        return xz;
    }
}
