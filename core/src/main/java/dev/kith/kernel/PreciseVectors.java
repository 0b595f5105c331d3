package dev.kith.kernel;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/**
 * Values of a kernel on vectors from inner products of twice the precision; of differences where the kernel depends on
 * them alone, so that inputs far from 0 and close to each other lose nothing.
 */
final class PreciseVectors implements PreciseRows {
    /** Relative error of a value: of its inner product, by what the kernels shipped make of it. */
    private static final double RELATIVE = 0x1p-96;

    private final VectorKernel kernel;
    private final Inputs x;
    private final Inputs z;
    private double largest;

    PreciseVectors(VectorKernel kernel, Inputs x, Inputs z) {
        this.kernel = kernel;
        this.x = x;
        this.z = z;
    }

    @Override
    public void row(int i, double[] hi, double[] lo) {
        rowUpTo(i, z.rows(), hi, lo);
    }

    @Override
    public boolean symmetric() {
        return x == z;
    }

    @Override
    public void rowUpTo(int i, int count, double[] hi, double[] lo) {
        double most = 0;
        Twofold own = kernel.shiftInvariant() ? Twofold.ZERO : product(x, i, x, i);
        for (int j = 0; j < count; j++) {
            Twofold value = kernel.shiftInvariant()
                    ? kernel.of(Twofold.ZERO, squaredDistance(i, j), Twofold.ZERO)
                    : kernel.of(product(x, i, z, j), own, product(z, j, z, j));
            hi[j] = value.hi();
            lo[j] = value.lo();
            most = Math.max(most, Math.abs(value.hi()));
        }
        seen(most);
    }

    private synchronized void seen(double value) {
        largest = Math.max(largest, value);
    }

    @Override
    public boolean concurrent() {
        return true;
    }

    @Override
    public synchronized double error() {
        return RELATIVE * largest;
    }

    private static Twofold product(Inputs x, int i, Inputs z, int j) {
        TwofoldSum sum = new TwofoldSum();
        if (x instanceof DenseInputs a && z instanceof DenseInputs b) {
            sum.addDot(a.values(), i, b.values(), j);
        } else {
            SparseRows a = ((SparseInputs) x).values();
            SparseRows b = ((SparseInputs) z).values();
            forEachPair(a, i, b, j, (left, right) -> sum.addProduct(left, right));
        }
        return sum.value();
    }

    private Twofold squaredDistance(int i, int j) {
        TwofoldSum sum = new TwofoldSum();
        if (x instanceof DenseInputs a && z instanceof DenseInputs b) {
            Matrix left = a.values();
            Matrix right = b.values();
            for (int k = 0; k < left.cols(); k++) {
                addSquare(sum, left.get(i, k), right.get(j, k));
            }
        } else {
            forEachPair(
                    ((SparseInputs) x).values(),
                    i,
                    ((SparseInputs) z).values(),
                    j,
                    (left, right) -> addSquare(sum, left, right));
        }
        return sum.value();
    }

    private static void addSquare(TwofoldSum sum, double a, double b) {
        Twofold difference = Twofold.sum(a, -b);
        sum.addProduct(difference.hi(), difference.hi());
        sum.add(2 * difference.hi() * difference.lo());
    }

    private interface Pair {
        void accept(double a, double b);
    }

    /** Calls with the entries of two sparse rows, column by column, where one of them is not zero. */
    private static void forEachPair(SparseRows a, int i, SparseRows b, int j, Pair pair) {
        int k = a.start(i);
        int l = b.start(j);
        while (k < a.end(i) || l < b.end(j)) {
            int left = k < a.end(i) ? a.index(k) : Integer.MAX_VALUE;
            int right = l < b.end(j) ? b.index(l) : Integer.MAX_VALUE;
            pair.accept(left <= right ? a.value(k++) : 0, right <= left ? b.value(l++) : 0);
        }
    }
}
