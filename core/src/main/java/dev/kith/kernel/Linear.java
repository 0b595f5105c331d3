package dev.kith.kernel;

import dev.kith.linalg.Twofold;

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

    @Override
    public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
        return xz;
    }
}
