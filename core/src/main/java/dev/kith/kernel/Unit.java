package dev.kith.kernel;

/** k(x / ||x||, z / ||z||): a kernel on the directions of inputs, whatever their lengths. Zero inputs stay zero. */
public record Unit(VectorKernel kernel) implements VectorKernel {
    @Override
    public String spec() {
        return "unit:" + kernel.spec();
    }

    @Override
    public double of(double xz, double xx, double zz) {
        double lengths = Math.sqrt(xx) * Math.sqrt(zz);
        return kernel.of(lengths > 0 ? xz / lengths : 0, xx > 0 ? 1 : 0, zz > 0 ? 1 : 0);
    }
}
