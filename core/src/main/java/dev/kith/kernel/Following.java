package dev.kith.kernel;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * A kernel whose width follows the data: a multiple of the median distance between inputs. Not a kernel to compute with before
 * {@link #on} has seen inputs and {@link #times} has said the multiple; only what holds for any width, k(x, x) = 1, is known.
 *
 * @param family {@code gaussian} or {@code laplace}
 * @param searched whether a search shall choose the multiple
 * @param median empty until inputs were seen
 */
record Following(String family, boolean searched, OptionalDouble median) implements VectorKernel {
    /** What stands in place of a width that a search shall choose. */
    static final String AUTO = "auto";

    /** Distances are looked at between so many inputs. */
    private static final int PICKED = 500;

    Following(String family, boolean searched) {
        this(family, searched, OptionalDouble.empty());
    }

    @Override
    public String spec() {
        return family + (searched ? ":" + AUTO : "");
    }

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public Kernel on(Inputs x, long seed) {
        return on(new Linear(), x, seed);
    }

    /** @param products the inner products that distances are made of */
    VectorKernel on(VectorKernel products, Inputs x, long seed) {
        return new Following(family, searched, OptionalDouble.of(rounded(median(products, sample(x, seed)), "%.2e")));
    }

    @Override
    public VectorKernel times(double factor) {
        return median.isEmpty()
                ? this
                : (VectorKernel) Kernels.parse(family + ":" + rounded(factor * median.getAsDouble(), "%.11e"));
    }

    private static Inputs sample(Inputs x, long seed) {
        if (x.rows() <= PICKED) {
            return x;
        }
        return x.select(new Random(seed)
                .ints(0, x.rows())
                .distinct()
                .limit(PICKED)
                .sorted()
                .toArray());
    }

    /**
     * The median distance between inputs that differ, of all pairs; 1 where there are none, or they are no vectors.
     *
     * @param products a kernel of inner products: {@code linear}, or {@code unit:linear} for the directions of inputs
     */
    static double median(VectorKernel products, Inputs x) {
        if (!(x instanceof DenseInputs || x instanceof SparseInputs)) {
            return 1;
        }
        Matrix inner = products.gram(x);
        int n = x.rows();
        double[] distances = new double[n * (n - 1) / 2];
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double squared = VectorKernel.squaredDistance(inner.get(i, j), inner.get(i, i), inner.get(j, j));
                if (squared > 0) {
                    distances[count++] = Math.sqrt(squared);
                }
            }
        }
        Arrays.sort(distances, 0, count);
        return count == 0 ? 1 : distances[count / 2];
    }

    /** Three digits of the median, a width people can retype and no less good; none of a product that are rounding. */
    private static double rounded(double width, String digits) {
        return Double.parseDouble(String.format(Locale.ROOT, digits, width));
    }

    @Override
    public double[] diagonal(Inputs x) {
        double[] ones = new double[x.rows()];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Override
    public boolean shiftInvariant() {
        return true;
    }

    @Override
    public double of(double xz, double xx, double zz) {
        throw unknown();
    }

    @Override
    public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
        throw unknown();
    }

    @Override
    public OptionalDouble frequency(Random random) {
        return OptionalDouble.of(1); // there is one, of whatever width
    }

    private IllegalArgumentException unknown() {
        return new IllegalArgumentException("the width of kernel '" + spec()
                + "' must be known before it is computed, and it" + " follows the data: write " + family
                + ":WIDTH, or take it from inputs by kernel.on(inputs, seed).times(1)");
    }
}
