package dev.kith.linalg;

import java.util.Arrays;

/** One product c += alpha op(a) op(b) in pure Java; op(a) is m x k, op(b) is k x n. */
final class JavaProduct {
    /** Rows of op(b) used together: with {@link RowSums#WIDTH} columns, half a megabyte. */
    private static final int DEPTH = 256;

    /** With fewer rows than this in c, copying op(b) into separate rows costs more than it gains. */
    private static final int FEW = 4;

    private final int m;
    private final int n;
    private final int k;
    private final double[] c;
    private final double[] a;
    private final boolean transposeA;
    private final double[] b;
    private final boolean transposeB;

    JavaProduct(int m, int n, int k, double[] c, double[] a, boolean transposeA, double[] b, boolean transposeB) {
        this.m = m;
        this.n = n;
        this.k = k;
        this.c = c;
        this.a = a;
        this.transposeA = transposeA;
        this.b = b;
        this.transposeB = transposeB;
    }

    void addInto(double alpha) {
        if (n >= RowSums.SHORT && m >= FEW) {
            addBlocks(alpha);
        } else if (m < n || (m >= RowSums.SHORT && n >= FEW && transposeA)) {
            addTransposed(alpha);
        } else {
            addColumns(alpha);
        }
    }

    private void addBlocks(double alpha) {
        int width = RowSums.evenWidth(n);
        double[][] rows = new double[Math.min(k, DEPTH)][width];
        double[] sum = new double[width];
        double[] factors = new double[rows.length];
        for (int from = 0; from < n; from += width) {
            for (int first = 0; first < k; first += DEPTH) {
                addBlock(alpha, from, Math.min(width, n - from), first, Math.min(DEPTH, k - first), rows, sum, factors);
            }
        }
    }

    /** Adds the part of the product that uses rows first.. of op(b), in columns from.. of c. */
    private void addBlock(
            double alpha, int from, int width, int first, int depth, double[][] rows, double[] sum, double[] factors) {
        for (int p = 0; p < depth; p++) {
            copyRowOfB(first + p, from, width, alpha, rows[p]);
        }
        for (int i = 0; i < m; i++) {
            for (int p = 0; p < depth; p++) {
                factors[p] = transposeA ? a[(first + p) * m + i] : a[i * k + first + p];
            }
            Arrays.fill(sum, 0, width, 0);
            RowSums.addInto(sum, 0, width, factors, rows, 0, depth);
            int at = i * n + from;
            for (int j = 0; j < width; j++) {
                c[at + j] += sum[j];
            }
        }
    }

    private void copyRowOfB(int p, int from, int width, double alpha, double[] row) {
        for (int j = 0; j < width; j++) {
            row[j] = alpha * (transposeB ? b[(from + j) * k + p] : b[p * n + from + j]);
        }
    }

    /** Few columns: each is op(a) times a vector. */
    private void addColumns(double alpha) {
        double[] column = new double[k];
        for (int j = 0; j < n; j++) {
            for (int p = 0; p < k; p++) {
                column[p] = alpha * (transposeB ? b[j * k + p] : b[p * n + j]);
            }
            if (transposeA) {
                addTransposedTimes(column, j);
            } else {
                for (int i = 0; i < m; i++) {
                    c[i * n + j] += dot(i * k, column);
                }
            }
        }
    }

    private void addTransposedTimes(double[] x, int j) {
        double[] sum = new double[m];
        for (int p = 0; p < k; p++) {
            int at = p * m;
            for (int i = 0; i < m; i++) {
                sum[i] += x[p] * a[at + i];
            }
        }
        for (int i = 0; i < m; i++) {
            c[i * n + j] += sum[i];
        }
    }

    /** Four sums side by side, so that one addition need not wait for the one before. */
    private double dot(int at, double[] x) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int p = 0;
        for (; p + 4 <= k; p += 4) {
            s0 += a[at + p] * x[p];
            s1 += a[at + p + 1] * x[p + 1];
            s2 += a[at + p + 2] * x[p + 2];
            s3 += a[at + p + 3] * x[p + 3];
        }
        for (; p < k; p++) {
            s0 += a[at + p] * x[p];
        }
        return s0 + s1 + (s2 + s3);
    }

    /** c' += op(b)' op(a)', for shapes that are better so. */
    private void addTransposed(double alpha) {
        double[] transposed = new double[m * n];
        new JavaProduct(n, m, k, transposed, b, !transposeB, a, !transposeA).addInto(alpha);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                c[i * n + j] += transposed[j * m + i];
            }
        }
    }
}
