package dev.kith.convex.basis;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * X'X of rows given one after the other, one triangle only and in pure Java where rows are short: products of the whole square
 * take twice as long (2,000 x 50: 0.53 against 0.30 ms). One sum per object, for one thread.
 */
final class GramSum {
    /** Rows taken together: with short rows they stay in the first-level cache. */
    private static final int DEPTH = 64;

    /** From this width on, native products of whole squares win. */
    private static final int WIDE = 160;

    private final int dim;
    private final double[][] rows;
    private final double[] upper;
    private final double[] lower;
    private final Matrix gram;
    private int count;

    GramSum(int dim) {
        this.dim = dim;
        rows = new double[dim < WIDE ? DEPTH : 2 * dim][dim];
        upper = new double[dim];
        lower = new double[dim];
        gram = Matrix.zeros(dim, dim);
    }

    /** The next row, to be filled by the caller before anything else is asked for. */
    double[] next() {
        if (count == rows.length) {
            add();
        }
        return rows[count++];
    }

    /** The sum; nothing can be added afterwards. */
    Matrix finished() {
        add();
        if (dim < WIDE) {
            double[] g = gram.data();
            for (int i = 0; i < dim; i++) {
                for (int j = 0; j < i; j++) {
                    g[j * dim + i] = g[i * dim + j];
                }
            }
            return gram;
        }
        return gram.symmetrized();
    }

    private void add() {
        if (dim >= WIDE) {
            Matrix block = Matrix.zeros(count, dim);
            for (int p = 0; p < count; p++) {
                System.arraycopy(rows[p], 0, block.data(), p * dim, dim);
            }
            LinearAlgebra.best().multiplyInto(gram, 1, block, true, block, false, 1);
        } else {
            if (count % 2 == 1) {
                Arrays.fill(rows[count++], 0);
            }
            for (int i = 0; i < dim; i += 2) {
                addPair(i);
            }
        }
        count = 0;
    }

    /** Rows i and i + 1 of the lower triangle. */
    private void addPair(int i) {
        int next = Math.min(i + 1, dim - 1);
        int width = next + 1;
        Arrays.fill(upper, 0, width, 0);
        Arrays.fill(lower, 0, width, 0);
        for (int p = 0; p < count; p += 2) {
            double[] a = rows[p];
            double[] b = rows[p + 1];
            addTwice(upper, lower, a, b, a[i], b[i], a[next], b[next], width);
        }
        double[] g = gram.data();
        for (int j = 0; j < width; j++) {
            g[i * dim + j] += upper[j];
        }
        for (int j = 0; j < width && next > i; j++) {
            g[next * dim + j] += lower[j];
        }
    }

    private static void addTwice(
            double[] s, double[] t, double[] a, double[] b, double sa, double sb, double ta, double tb, int width) {
        for (int j = 0; j < width; j++) {
            s[j] += sa * a[j] + sb * b[j];
            t[j] += ta * a[j] + tb * b[j];
        }
    }
}
