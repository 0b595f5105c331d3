package dev.kith.kernel;

import dev.kith.data.Inputs;
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

    @Override
    public boolean open() {
        return kernel.open();
    }

    @Override
    public boolean searched() {
        return kernel.searched();
    }

    @Override
    public Kernel on(Inputs x, long seed) {
        return kernel instanceof Following following ? new Unit(following.on(new Unit(new Linear()), x, seed)) : this;
    }

    @Override
    public Kernel times(double factor) {
        return kernel instanceof Following following ? new Unit(following.times(factor)) : this;
    }
}
