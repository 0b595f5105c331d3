package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.numeric.Concurrent;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;

/** A kernel that is a function of inner products, so that one matrix product gives every entry, dense or sparse. */
public interface VectorKernel extends Kernel {
    /** k(x, z) from x'z, x'x and z'z; several threads may ask at once. */
    double of(double xz, double xx, double zz);

    /** The same to twice the precision. */
    Twofold of(Twofold xz, Twofold xx, Twofold zz);

    /** Whether k(x, z) depends on x - z alone, so that (x - z, 0) gives the same value. */
    default boolean shiftInvariant() {
        return false;
    }

    /**
     * The length, in units of a standard normal vector, of one frequency drawn from the spectral density of a kernel that is
     * {@link #shiftInvariant}; empty where that is not known, and the kernel has no random Fourier features.
     */
    default OptionalDouble frequency(Random random) {
        return OptionalDouble.empty();
    }

    @Override
    default PreciseRows precisely(Inputs x, Inputs z) {
        return new PreciseVectors(this, x, z);
    }

    /** Many values want to be found sooner, with as many digits as doubles have. */
    @Override
    default PreciseRows plainly(Inputs x, Inputs z) {
        return shiftInvariant() && x instanceof DenseInputs && z instanceof DenseInputs
                ? new PlainRows.Vectors(this, x, z)
                : precisely(x, z);
    }

    /** Some rows at a time, so that their values never leave the cache between the product and the kernel's function of it. */
    @Override
    default Matrix cross(Inputs x, Inputs z) {
        requireAlike(x, z);
        Matrix origin = origin(z);
        Inputs right = relativeTo(origin, z);
        double[] zz = squaredNorms(right);
        Matrix k = Matrix.zeros(x.rows(), zz.length);
        int size = Math.max(64, blockOf(zz.length)); // with fewer a product would mostly be preparation of z
        Concurrent.blocks(x.rows(), size, (from, to) -> {
            Inputs part = relativeTo(origin, x.select(IntStream.range(from, to).toArray()));
            double[] xx = squaredNorms(part);
            double[] values = products(part, right).data();
            for (int i = 0; i < xx.length; i++) {
                for (int j = 0; j < zz.length; j++) {
                    int at = i * zz.length + j;
                    values[at] = of(values[at], xx[i], zz[j]);
                }
            }
            System.arraycopy(values, 0, k.data(), from * zz.length, values.length);
        });
        return k;
    }

    @Override
    default Matrix gram(Inputs x) {
        requireAlike(x, x);
        Inputs moved = relativeTo(origin(x), x);
        Matrix products = products(moved, moved);
        double[] xx = squaredNorms(moved);
        Concurrent.blocks(xx.length, blockOf(xx.length), (from, to) -> {
            for (int i = from; i < to; i++) {
                products.set(i, i, of(xx[i], xx[i], xx[i]));
                for (int j = 0; j < i; j++) {
                    double k = of(products.get(i, j), xx[i], xx[j]);
                    products.set(i, j, k);
                    products.set(j, i, k);
                }
            }
        });
        return products;
    }

    @Override
    default double[] diagonal(Inputs x) {
        double[] xx = squaredNorms(x);
        for (int i = 0; i < xx.length; i++) {
            xx[i] = of(xx[i], xx[i], xx[i]);
        }
        return xx;
    }

    /** Rows of a matrix with so many columns that one thread takes at a time: a megabyte of values. */
    private static int blockOf(int columns) {
        return Math.max(1, (1 << 17) / Math.max(1, columns));
    }

    private void requireAlike(Inputs x, Inputs z) {
        if (x.features().size() != z.features().size()) {
            throw new DataException("kernel '" + spec() + "' needs equal numbers of features on both sides, got "
                    + x.features().size() + " and " + z.features().size());
        }
        boolean dense = x instanceof DenseInputs && z instanceof DenseInputs;
        if (!dense && !(x instanceof SparseInputs && z instanceof SparseInputs)) {
            throw new DataException(
                    "kernel '" + spec() + "' needs numeric features of one kind (dense or sparse) on both"
                            + " sides; for strings use spectrum:k or weighted-degree:k");
        }
    }

    /**
     * A point (1 x d) amid the inputs, to measure from. Where only differences count, lengths from 0 would leave inputs far from
     * it no digits of their distances. Nothing (1 x 0) where lengths count, and where inputs are sparse, which would not stay so.
     */
    private Matrix origin(Inputs z) {
        if (!shiftInvariant() || z.rows() == 0 || !(z instanceof DenseInputs dense)) {
            return Matrix.zeros(1, 0);
        }
        Matrix mean = Matrix.zeros(1, dense.values().cols());
        for (int i = 0; i < z.rows(); i++) {
            for (int j = 0; j < mean.cols(); j++) {
                mean.add(0, j, dense.values().get(i, j) / z.rows());
            }
        }
        return mean;
    }

    private static Inputs relativeTo(Matrix origin, Inputs x) {
        if (origin.cols() == 0 || !(x instanceof DenseInputs dense)) {
            return x;
        }
        Matrix moved = dense.values().copy();
        for (int i = 0; i < moved.rows(); i++) {
            for (int j = 0; j < moved.cols(); j++) {
                moved.add(i, j, -origin.get(0, j));
            }
        }
        return new DenseInputs(moved, dense.features());
    }

    /** Of inputs that are alike. */
    private static Matrix products(Inputs x, Inputs z) {
        if (x instanceof DenseInputs a && z instanceof DenseInputs b) {
            return LinearAlgebra.best().multiplyTransposeB(a.values(), b.values());
        }
        return ((SparseInputs) x).values().timesTranspose(((SparseInputs) z).values());
    }

    private static double[] squaredNorms(Inputs x) {
        double[] norms = new double[x.rows()];
        if (x instanceof DenseInputs dense) {
            for (int i = 0; i < norms.length; i++) {
                norms[i] = dense.values().squaredNorm(i);
            }
        } else if (x instanceof SparseInputs sparse) {
            for (int i = 0; i < norms.length; i++) {
                norms[i] = sparse.values().squaredNorm(i);
            }
        }
        return norms;
    }

    /** ||x - z||^2 from inner products; distances below rounding are zero, so that equal inputs are equal. */
    static double squaredDistance(double xz, double xx, double zz) {
        double distance = xx + zz - 2 * xz;
        return distance > 1e-14 * (xx + zz) ? distance : 0;
    }
}
