package dev.kith.data.moments;

import java.util.Arrays;

/**
 * Makes the triangular factor of [R; block] from R and the rows of a block, by one reflection per column:
 *
 * <pre>  R'R + block'block = Rnew'Rnew  </pre>
 *
 * The product R'R itself is never formed: it would square the condition number. Room for one thread, used again and again.
 */
final class Triangle {
    /*
     * Below R a reflection touches the block only, so that a block of n rows costs 2 n p^2 operations. The block is kept
     * column by column, and a reflection is applied to four columns at a time: four sums that do not wait for each other.
     *
     * Columns are divided by powers of 2 near their largest entry first, so that squares neither overflow nor vanish: R is
     * right to rounding relative to the length of each column [1, theorem 19.4], whatever the units of the columns.
     * [1] Higham, Accuracy and Stability of Numerical Algorithms, 2002.
     */
    private final int width;
    private double[] block = new double[0];
    private int rows;
    private int stride;
    private final double[] r;
    private final int[] exponent;

    Triangle(int width) {
        this.width = width;
        r = new double[length(width)];
        exponent = new int[width];
    }

    /** Numbers in an upper triangle, kept row by row. */
    static int length(int width) {
        return Math.toIntExact((long) width * (width + 1) / 2);
    }

    /** Where entry (k, j), j >= k, is. */
    static int at(int width, int k, int j) {
        return k * width - k * (k - 1) / 2 + j - k;
    }

    /** Begins a block of at most {@code most} rows. */
    void open(int most) {
        stride = most;
        rows = 0;
        if (block.length < most * width) {
            block = new double[most * width];
        }
    }

    /** Adds an empty row to the block and says which it is. */
    int row() {
        for (int j = 0; j < width; j++) {
            block[j * stride + rows] = 0;
        }
        return rows++;
    }

    void set(int row, int j, double value) {
        block[j * stride + row] = value;
    }

    int width() {
        return width;
    }

    int rows() {
        return rows;
    }

    /** Replaces {@code factor} by that of itself above the block. */
    void reduceInto(double[] factor) {
        scale(factor);
        for (int k = 0; k < width; k++) {
            reflect(k);
        }
        int at = 0;
        for (int k = 0; k < width; k++) {
            for (int j = k; j < width; j++, at++) {
                factor[at] = Math.scalb(r[at], exponent[j]);
            }
        }
    }

    private void scale(double[] factor) {
        double[] largest = new double[width];
        int at = 0;
        for (int k = 0; k < width; k++) {
            for (int j = k; j < width; j++, at++) {
                largest[j] = Math.max(largest[j], Math.abs(factor[at]));
            }
        }
        for (int j = 0; j < width; j++) {
            double most = largest[j];
            for (int i = j * stride; i < j * stride + rows; i++) {
                most = Math.max(most, Math.abs(block[i]));
            }
            exponent[j] = most > 0 ? Math.getExponent(most) : 0;
            if (exponent[j] != 0) {
                for (int i = j * stride; i < j * stride + rows; i++) {
                    block[i] = Math.scalb(block[i], -exponent[j]);
                }
            }
        }
        at = 0;
        for (int k = 0; k < width; k++) {
            for (int j = k; j < width; j++, at++) {
                r[at] = exponent[j] == 0 ? factor[at] : Math.scalb(factor[at], -exponent[j]);
            }
        }
    }

    /** The reflection that makes column k of the block zero. */
    private void reflect(int k) {
        int v = k * stride;
        int diagonal = at(width, k, k);
        double squares = dot(v, v);
        if (squares == 0) {
            return;
        }
        double alpha = r[diagonal];
        double beta = -Math.copySign(Math.sqrt(alpha * alpha + squares), alpha);
        double tau = (beta - alpha) / beta;
        double unit = 1 / (alpha - beta);
        for (int i = v; i < v + rows; i++) {
            block[i] *= unit;
        }
        r[diagonal] = beta;
        int j = k + 1;
        for (; j + 3 < width; j += 4) {
            apply4(v, j, diagonal + j - k, tau);
        }
        for (; j < width; j++) {
            int a = j * stride;
            double w = tau * (r[diagonal + j - k] + dot(v, a));
            r[diagonal + j - k] -= w;
            for (int i = 0; i < rows; i++) {
                block[a + i] -= w * block[v + i];
            }
        }
    }

    private double dot(int v, int a) {
        double s0 = 0;
        double s1 = 0;
        int i = 0;
        for (; i + 1 < rows; i += 2) {
            s0 += block[v + i] * block[a + i];
            s1 += block[v + i + 1] * block[a + i + 1];
        }
        return i < rows ? s0 + s1 + block[v + i] * block[a + i] : s0 + s1;
    }

    private void apply4(int v, int j, int at, double tau) {
        double[] b = block;
        int a0 = j * stride;
        int a1 = a0 + stride;
        int a2 = a1 + stride;
        int a3 = a2 + stride;
        double w0 = r[at];
        double w1 = r[at + 1];
        double w2 = r[at + 2];
        double w3 = r[at + 3];
        for (int i = 0; i < rows; i++) {
            double x = b[v + i];
            w0 += x * b[a0 + i];
            w1 += x * b[a1 + i];
            w2 += x * b[a2 + i];
            w3 += x * b[a3 + i];
        }
        w0 *= tau;
        w1 *= tau;
        w2 *= tau;
        w3 *= tau;
        r[at] -= w0;
        r[at + 1] -= w1;
        r[at + 2] -= w2;
        r[at + 3] -= w3;
        subtract(b, a0, w0, v);
        subtract(b, a1, w1, v);
        subtract(b, a2, w2, v);
        subtract(b, a3, w3, v);
    }

    private void subtract(double[] b, int a, double w, int v) {
        for (int i = 0; i < rows; i++) {
            b[a + i] -= w * b[v + i];
        }
    }

    /** The lengths of the columns of a factor. */
    static double[] lengths(double[] factor, int width) {
        double[] lengths = new double[width];
        double[] largest = new double[width];
        int at = 0;
        for (int k = 0; k < width; k++) {
            for (int j = k; j < width; j++, at++) {
                largest[j] = Math.max(largest[j], Math.abs(factor[at]));
            }
        }
        at = 0;
        for (int k = 0; k < width; k++) {
            for (int j = k; j < width; j++, at++) {
                double share = largest[j] > 0 ? factor[at] / largest[j] : 0;
                lengths[j] += share * share;
            }
        }
        Arrays.setAll(lengths, j -> largest[j] * Math.sqrt(lengths[j]));
        return lengths;
    }
}
