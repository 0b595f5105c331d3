package dev.kith.convex.basis;

import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;

/**
 * A symmetric matrix of kernel values in doubles, in blocks of rows, and sums of its entries in doubles with bounds of their
 * errors: k 2^-53 of the absolute values where no more than k roundings stand between a product and its sum [1].
 *
 * <p>[1] Higham, Accuracy and stability of numerical algorithms, 2002, section 4.2.
 */
public final class KernelBlocks {
    /** Half an ulp, and a little more for terms of higher order. */
    public static final double UNIT = 0x1.001p-53;

    private static final int BLOCK = 128;
    /** Blocks whose products with a matrix are one piece of work, added up in the order of the pieces. */
    private static final int TOGETHER = 5;

    private static final int TILE = 32;
    /** Sums that run side by side in a product of two rows. */
    private static final int LANES = 4;

    private final int n;
    private final Matrix[] blocks;
    private final double largest;
    private final double error;

    /** Evaluates all values of n inputs against themselves. */
    public KernelBlocks(PreciseRows values, int n) {
        this.n = n;
        blocks = new Matrix[(n + BLOCK - 1) / BLOCK];
        for (int b = 0; b < blocks.length; b++) {
            blocks[b] = Matrix.zeros(Math.min(BLOCK, n - b * BLOCK), n);
        }
        double[] most = new double[blocks.length];
        // The longest rows first, so that threads end together.
        Concurrent.forEach(blocks.length, k -> {
            int b = blocks.length - 1 - k;
            most[b] = evaluate(values, b);
        });
        if (values.symmetric()) {
            Concurrent.forEach(blocks.length, this::mirror);
        }
        double all = 0;
        for (double each : most) {
            all = Math.max(all, each);
        }
        error = values.error();
        largest = all;
    }

    /** Fills a block, up to the diagonal where values are symmetric; returns its largest absolute value. */
    private double evaluate(PreciseRows values, int b) {
        double[] hi = new double[n];
        double[] lo = new double[n];
        double most = 0;
        double[] to = blocks[b].data();
        for (int i = 0; i < blocks[b].rows(); i++) {
            int count = values.symmetric() ? b * BLOCK + i + 1 : n;
            values.rowUpTo(b * BLOCK + i, count, hi, lo);
            System.arraycopy(hi, 0, to, i * n, count);
            for (int j = 0; j < count; j++) {
                most = Math.max(most, Math.abs(hi[j]));
            }
        }
        return most;
    }

    /** Copies what is left of the diagonal to the right of it, tile by tile: whole columns would miss the cache. */
    private void mirror(int b) {
        double[] to = blocks[b].data();
        int first = b * BLOCK;
        int end = first + blocks[b].rows();
        for (int tile = first; tile < n; tile += TILE) {
            for (int j = tile; j < Math.min(n, tile + TILE); j++) {
                double[] from = blocks[j / BLOCK].data();
                int at = j % BLOCK * n;
                for (int i = first; i < Math.min(end, j); i++) {
                    to[(i - first) * n + j] = from[at + i];
                }
            }
        }
    }

    public int size() {
        return n;
    }

    /** No value is off by more than this. */
    public double error() {
        return error;
    }

    public double largest() {
        return largest;
    }

    /** The product of row i with n entries of {@code c}; off by {@link #dotRoundings} 2^-53 of the absolute values at most. */
    public double dot(int i, double[] c, int offset) {
        double[] k = blocks[i / BLOCK].data();
        int at = i % BLOCK * n;
        double total = 0;
        for (int start = 0; start < n; start += BLOCK) {
            int end = Math.min(n, start + BLOCK);
            double a = 0;
            double b = 0;
            double e = 0;
            double f = 0;
            int j = start;
            for (; j + LANES <= end; j += LANES) {
                a += k[at + j] * c[offset + j];
                b += k[at + j + 1] * c[offset + j + 1];
                e += k[at + j + 2] * c[offset + j + 2];
                f += k[at + j + 3] * c[offset + j + 3];
            }
            for (; j < end; j++) {
                a += k[at + j] * c[offset + j];
            }
            total += (a + b) + (e + f);
        }
        return total;
    }

    public double dotRoundings() {
        return BLOCK / LANES + LANES + 4 + blocks.length;
    }

    /** to += factor times row i. */
    public void addRowInto(double[] to, double factor, int i) {
        double[] k = blocks[i / BLOCK].data();
        int at = i % BLOCK * n;
        for (int j = 0; j < n; j++) {
            to[j] += factor * k[at + j];
        }
    }

    /** {@code c} (any number x n) times this; off by {@link #productRoundings} 2^-53 of the absolute values at most. */
    public Matrix leftProduct(Matrix c) {
        int pieces = (blocks.length + TOGETHER - 1) / TOGETHER;
        Matrix[] sums = new Matrix[pieces];
        Concurrent.forEach(pieces, p -> sums[p] = piece(c, p));
        Matrix all = Matrix.zeros(c.rows(), n);
        for (Matrix sum : sums) {
            add(all, sum);
        }
        return all;
    }

    private Matrix piece(Matrix c, int p) {
        Matrix sum = Matrix.zeros(c.rows(), n);
        Matrix product = Matrix.zeros(c.rows(), n);
        for (int b = p * TOGETHER; b < Math.min(blocks.length, (p + 1) * TOGETHER); b++) {
            Matrix part = Matrix.zeros(c.rows(), blocks[b].rows());
            for (int t = 0; t < c.rows(); t++) {
                System.arraycopy(c.data(), t * n + b * BLOCK, part.data(), t * part.cols(), part.cols());
            }
            // A sum of its own for each block: routines may add products to what is there one by one.
            LinearAlgebra.best().multiplyInto(product, 1, part, false, blocks[b], false, 0);
            add(sum, product);
        }
        return sum;
    }

    private static void add(Matrix to, Matrix more) {
        double[] sum = to.data();
        double[] data = more.data();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += data[i];
        }
    }

    public double productRoundings() {
        return BLOCK + 4 + TOGETHER + (blocks.length + TOGETHER - 1) / TOGETHER;
    }
}
