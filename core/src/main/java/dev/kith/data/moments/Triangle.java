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
     * column by column, and two reflections are applied to four columns at a time: eight sums that do not wait for each other.
     *
     * Columns are divided by powers of 2 near their largest entry first, so that squares neither overflow nor vanish: R is
     * right to rounding relative to the length of each column [1, theorem 19.4], whatever the units of the columns.
     * [1] Higham, Accuracy and Stability of Numerical Algorithms, 2002.
     */
    private static final int MOST_EXPONENT = 1022;

    private final int width;
    private double[] block = new double[0];
    private int rows;
    private int stride;
    private final double[] r;
    private final double[] back;
    private final double[] largest;
    private double[] v0 = new double[0];
    private double[] v1 = new double[0];

    Triangle(int width) {
        this.width = width;
        r = new double[length(width)];
        back = new double[width];
        largest = new double[width];
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

    /** Adds a row of zeros to the block and says which it is. */
    int row() {
        int row = rows++;
        for (int j = 0; j < width; j++) {
            block[j * stride + row] = 0;
        }
        return row;
    }

    /** Adds the row {@code factor * (z[at + j] - less[j])} and says which it is. */
    int row(double factor, double[] z, int at, double[] less) {
        int row = rows++;
        for (int j = 0; j < width; j++) {
            block[j * stride + row] = factor * (z[at + j] - less[j]);
        }
        return row;
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
        if (v0.length < rows) {
            v0 = new double[rows];
            v1 = new double[rows];
        }
        int k = 0;
        for (; k + 1 < width; k += 2) {
            reflectTwo(k);
        }
        if (k < width) {
            reflector(k, v0);
        }
        int at = 0;
        for (k = 0; k < width; k++) {
            for (int j = k; j < width; j++, at++) {
                factor[at] = r[at] * back[j];
            }
        }
    }

    /** Divides columns by powers of 2, kept in {@code back}; those near 2^-1074 stay small, and are right as numbers so small are. */
    private void scale(double[] factor) {
        Arrays.fill(largest, 0);
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
            int exponent = most > 0 ? Math.max(-MOST_EXPONENT, Math.min(Math.getExponent(most), MOST_EXPONENT)) : 0;
            back[j] = Math.scalb(1.0, exponent);
            double down = Math.scalb(1.0, -exponent);
            largest[j] = down;
            for (int i = j * stride; i < j * stride + rows; i++) {
                block[i] *= down;
            }
        }
        at = 0;
        for (int k = 0; k < width; k++) {
            for (int j = k; j < width; j++, at++) {
                r[at] = factor[at] * largest[j];
            }
        }
    }

    /**
     * Makes the reflection I - tau u u', u = (e_k, v), that turns column k of the block to zero.
     *
     * @param v filled
     * @return tau, 0 when the column is zero already
     */
    private double reflector(int k, double[] v) {
        int from = k * stride;
        int diagonal = at(width, k, k);
        double squares = dot(from, block, from);
        double alpha = r[diagonal];
        double beta = -Math.copySign(Math.sqrt(alpha * alpha + squares), alpha);
        double unit = squares == 0 ? 0 : 1 / (alpha - beta);
        for (int i = 0; i < rows; i++) {
            v[i] = block[from + i] * unit;
        }
        if (squares == 0) {
            return 0;
        }
        r[diagonal] = beta;
        return (beta - alpha) / beta;
    }

    /** Columns k and k + 1 become zero; both reflections are applied to the others together. */
    private void reflectTwo(int k) {
        double tau0 = reflector(k, v0);
        int first = at(width, k, k) + 1;
        int a = (k + 1) * stride;
        double w = tau0 * (r[first] + dot(0, v0, a));
        r[first] -= w;
        subtract(a, w, v0, 0, v0);
        double tau1 = reflector(k + 1, v1);
        double cross = 0;
        for (int i = 0; i < rows; i++) {
            cross += v0[i] * v1[i];
        }
        int j = k + 2;
        for (; j + 3 < width; j += 4) {
            apply4(j, first + j - k - 1, at(width, k + 1, j), tau0, tau1, cross);
        }
        for (; j < width; j++) {
            int c = j * stride;
            apply(c, first + j - k - 1, at(width, k + 1, j), tau0, tau1, cross, dot(0, v0, c), dot(0, v1, c));
        }
    }

    /** The sum of products of {@code v[from..]} and column at {@code a}. */
    private double dot(int from, double[] v, int a) {
        double s0 = 0;
        double s1 = 0;
        int i = 0;
        for (; i + 1 < rows; i += 2) {
            s0 += v[from + i] * block[a + i];
            s1 += v[from + i + 1] * block[a + i + 1];
        }
        return i < rows ? s0 + s1 + v[from + i] * block[a + i] : s0 + s1;
    }

    private void apply4(int j, int at0, int at1, double tau0, double tau1, double cross) {
        double[] b = block;
        double[] x = v0;
        double[] y = v1;
        int a0 = j * stride;
        int a1 = a0 + stride;
        int a2 = a1 + stride;
        int a3 = a2 + stride;
        double x0 = 0;
        double x1 = 0;
        double x2 = 0;
        double x3 = 0;
        double y0 = 0;
        double y1 = 0;
        double y2 = 0;
        double y3 = 0;
        for (int i = 0; i < rows; i++) {
            double p = x[i];
            double q = y[i];
            double b0 = b[a0 + i];
            double b1 = b[a1 + i];
            double b2 = b[a2 + i];
            double b3 = b[a3 + i];
            x0 += p * b0;
            x1 += p * b1;
            x2 += p * b2;
            x3 += p * b3;
            y0 += q * b0;
            y1 += q * b1;
            y2 += q * b2;
            y3 += q * b3;
        }
        apply(a0, at0, at1, tau0, tau1, cross, x0, y0);
        apply(a1, at0 + 1, at1 + 1, tau0, tau1, cross, x1, y1);
        apply(a2, at0 + 2, at1 + 2, tau0, tau1, cross, x2, y2);
        apply(a3, at0 + 3, at1 + 3, tau0, tau1, cross, x3, y3);
    }

    /** Applies both reflections to the column at {@code a}, whose products with v0 and v1 are {@code x} and {@code y}. */
    private void apply(int a, int at0, int at1, double tau0, double tau1, double cross, double x, double y) {
        double w0 = tau0 * (r[at0] + x);
        double w1 = tau1 * (r[at1] + (y - w0 * cross));
        r[at0] -= w0;
        r[at1] -= w1;
        subtract(a, w0, v0, w1, v1);
    }

    private void subtract(int a, double w0, double[] x, double w1, double[] y) {
        double[] b = block;
        for (int i = 0; i < rows; i++) {
            b[a + i] -= w0 * x[i] + w1 * y[i];
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
