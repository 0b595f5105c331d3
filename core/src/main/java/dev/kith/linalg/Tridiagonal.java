package dev.kith.linalg;

import java.util.Arrays;

/**
 * A symmetric matrix brought to tridiagonal form by Householder reflections: a = q t q', with t's diagonal and
 * off-diagonal in {@link #diagonal} and {@link #offDiagonal} and q orthogonal. About 10/3 n^3 operations for both.
 *
 * <p>Rows are arrays of their own and every inner loop adds multiples of rows, because the JIT compiler turns exactly
 * such loops into vector instructions; sums into one variable it does not. Both triangles are kept for the same reason:
 * twice the arithmetic at several times the speed. The update of one step and the product of the next share one pass
 * over the matrix, whose memory traffic is what limits large sizes.
 */
final class Tridiagonal {
    /**
     * Off-diagonals this small are nothing beside a largest entry of 1. Matrices of low rank leave rounding errors of
     * rounding errors, each row 1e-16 of the one before, which would end in underflow and 0 / 0.
     */
    static final double NOTHING = Math.ulp(1.0) * Math.ulp(1.0);

    final double[] diagonal;
    final double[] offDiagonal;
    private final int n;
    private final double[][] a;
    private final double[] reflectorScale;

    /** Reduces the symmetric matrix with these rows, which are overwritten; the largest entry is 1 or all are 0. */
    Tridiagonal(double[][] rows) {
        n = rows.length;
        a = rows;
        diagonal = new double[n];
        offDiagonal = new double[n];
        reflectorScale = new double[n];
        reduce();
    }

    private void reduce() {
        double[] v = new double[n];
        double[] w = new double[n];
        double[] next = new double[n];
        double[] product = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double[] x = a[i];
            subtractRankTwo(x, i + 1, v[i], w, w[i], v);
            diagonal[i] = x[i];
            if (i == 0) {
                return;
            }
            reflect(i, x);
            // The reflector of row i is x; x[i] = 0 so that loops of length i + 1 may run over it.
            x[i] = 0;
            System.arraycopy(x, 0, next, 0, i);
            Arrays.fill(product, 0, i, 0);
            updateAndMultiply(i, v, w, next, product);
            double scale = reflectorScale[i];
            double half = scale / 2 * scale * dot(i, next, product);
            for (int c = 0; c < i; c++) {
                w[c] = scale * product[c] - half * next[c];
            }
            System.arraycopy(next, 0, v, 0, i);
        }
    }

    /** x[0..i) becomes u with (I - scale u u') x = (0, ..., 0, offDiagonal), or stays as it is nearly so. */
    private void reflect(int i, double[] x) {
        double rest = dot(i - 1, x, x);
        double last = x[i - 1];
        offDiagonal[i - 1] = last;
        if (rest > NOTHING * NOTHING) {
            double norm = Math.sqrt(rest + last * last);
            offDiagonal[i - 1] = last >= 0 ? -norm : norm;
            x[i - 1] = last - offDiagonal[i - 1];
            reflectorScale[i] = 2 / (rest + x[i - 1] * x[i - 1]);
        }
    }

    /** For the leading i x i block: a -= v w' + w v', then product += a u. */
    private void updateAndMultiply(int i, double[] v, double[] w, double[] u, double[] product) {
        int r = 0;
        for (; r + 2 <= i && i >= RowSums.SHORT; r += 2) {
            updateTwo(i, a[r], v[r], w[r], u[r], a[r + 1], v[r + 1], w[r + 1], u[r + 1], v, w, product);
        }
        for (; r < i; r++) {
            subtractRankTwo(a[r], i, v[r], w, w[r], v);
            RowSums.add(product, 0, i, a[r], u[r]);
        }
    }

    private static void updateTwo(
            int i,
            double[] a0,
            double v0,
            double w0,
            double u0,
            double[] a1,
            double v1,
            double w1,
            double u1,
            double[] v,
            double[] w,
            double[] product) {
        for (int c = 0; c < i; c++) {
            double t0 = a0[c] - (v0 * w[c] + w0 * v[c]);
            a0[c] = t0;
            double t1 = a1[c] - (v1 * w[c] + w1 * v[c]);
            a1[c] = t1;
            product[c] += u0 * t0 + u1 * t1;
        }
    }

    /** The rows of q. */
    double[][] orthogonalFactor() {
        double[][] q = new double[n][n];
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            // q = H_i q on the leading block: the rows above have been filled by the smaller reflections.
            q[i][i] = 1;
            if (reflectorScale[i] != 0) {
                Arrays.fill(product, 0, i, 0);
                RowSums.addInto(product, 0, i, a[i], q, 0, i);
                RowSums.addToAll(q, 0, i, 0, i, -reflectorScale[i], a[i], product);
            }
        }
        return q;
    }

    private static void subtractRankTwo(double[] x, int length, double v, double[] w, double wr, double[] u) {
        for (int c = 0; c < length; c++) {
            x[c] -= v * w[c] + wr * u[c];
        }
    }

    private static double dot(int length, double[] x, double[] y) {
        double sum = 0;
        for (int c = 0; c < length; c++) {
            sum += x[c] * y[c];
        }
        return sum;
    }
}
