package dev.kith.kernel;

import dev.kith.linalg.Twofold;

/** k(x / ||x||, z / ||z||): a kernel on the directions of inputs, whatever their lengths. Zero inputs stay zero. */
record Unit(VectorKernel kernel) implements VectorKernel {
    @Override
    public String spec() {
        return "unit:" + kernel.spec();
    }

    @Override
    public double of(double xz, double xx, double zz) {
        double lengths = Math.sqrt(xx) * Math.sqrt(zz);
        return kernel.of(lengths > 0 ? xz / lengths : 0, xx > 0 ? 1 : 0, zz > 0 ? 1 : 0);
    }

    @Override
    public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
        boolean zero = !(xx.hi() > 0 && zz.hi() > 0);
        return kernel.of(
                zero ? Twofold.ZERO : xz.dividedBy(xx.root().times(zz.root())),
                xx.hi() > 0 ? Twofold.ONE : Twofold.ZERO,
                zz.hi() > 0 ? Twofold.ONE : Twofold.ZERO);
    }
}
