package dev.kith.linalg;

/**
 * Eigenvalues of a symmetric tridiagonal matrix by the implicit QR iteration with Wilkinson's shift [1, 8.3], applying
 * its rotations to the columns of a given matrix. About 3 n^2 rotations of n entries: 6 n^3 operations.
 *
 * <p>Rotations act on each row of the matrix alone, so they are collected and applied many at a time to a panel of rows
 * that stays in the cache, instead of streaming the whole matrix through memory at every sweep. A panel is stored
 * transposed: one array a column, which the JIT compiler rotates with vector instructions.
 *
 * <p>[1] Golub and Van Loan, Matrix Computations, 4th edition.
 */
final class ImplicitQr {
    private static final double EPS = Math.ulp(1.0);

    /** Doubles in a panel: half a megabyte, a common size of the second-level cache. */
    private static final int PANEL = 1 << 16;

    private static final int SWEEPS_PER_VALUE = 60;

    private final int n;
    private final double[] d;
    private final double[] e;
    private final double[][][] panels;
    private final int[] where;
    private final double[] cos;
    private final double[] sin;
    private int pending;

    /** Works on the tridiagonal matrix with diagonal d and off-diagonal e (both overwritten), and on the columns of q; none if q is empty. */
    ImplicitQr(double[] d, double[] e, double[][] q) {
        this.d = d;
        this.e = e;
        n = d.length;
        panels = new double[q.length == 0 ? 0 : 1 + n / Math.max(64, PANEL / n)][][];
        int width = (n + panels.length - 1) / Math.max(1, panels.length);
        for (int p = 0; p < panels.length; p++) {
            panels[p] = transposed(q, p * width, Math.min(n, (p + 1) * width));
        }
        int capacity = 32 * n;
        where = new int[capacity];
        cos = new double[capacity];
        sin = new double[capacity];
    }

    private static double[][] transposed(double[][] q, int from, int to) {
        double[][] panel = new double[q.length][to - from];
        for (int i = from; i < to; i++) {
            for (int j = 0; j < q.length; j++) {
                panel[j][i - from] = q[i][j];
            }
        }
        return panel;
    }

    /** Leaves the eigenvalues in d, in no order; false if an off-diagonal entry refuses to vanish. */
    boolean run() {
        int sweeps = 0;
        for (int high = n - 1; high > 0; ) {
            if (negligible(high - 1)) {
                high--;
                continue;
            }
            int low = high - 1;
            while (low > 0 && !negligible(low - 1)) {
                low--;
            }
            if (sweeps++ == SWEEPS_PER_VALUE * n) {
                return false;
            }
            sweep(low, high);
        }
        applyPending();
        return true;
    }

    private boolean negligible(int k) {
        double size = Math.abs(e[k]);
        return size <= EPS * (Math.abs(d[k]) + Math.abs(d[k + 1])) || size <= Tridiagonal.NOTHING;
    }

    /** One implicit QR step on the block low..high: rotations chase the bulge from its top to its bottom. */
    private void sweep(int low, int high) {
        double x = d[low] - shift(high);
        double z = e[low];
        for (int k = low; k < high; k++) {
            double r = Math.sqrt(x * x + z * z);
            if (!(r > 1e-100)) {
                r = Math.hypot(x, z);
            }
            double c = r == 0 ? 1 : x / r;
            double s = r == 0 ? 0 : z / r;
            if (k > low) {
                e[k - 1] = r;
            }
            rotateEntries(k, c, s);
            x = e[k];
            if (k < high - 1) {
                z = s * e[k + 1];
                e[k + 1] *= c;
            }
            record(k, c, s);
        }
    }

    /** The eigenvalue of the last 2 x 2 block that is nearer to its last entry. */
    private double shift(int high) {
        double half = (d[high - 1] - d[high]) / 2;
        double off = e[high - 1];
        double root = Math.sqrt(half * half + off * off);
        return d[high] - off / (half + (half >= 0 ? root : -root)) * off;
    }

    private void rotateEntries(int k, double c, double s) {
        double upper = d[k];
        double lower = d[k + 1];
        double move = s * (s * (lower - upper) + 2 * c * e[k]);
        d[k] = upper + move;
        d[k + 1] = lower - move;
        e[k] = (c - s) * (c + s) * e[k] + c * s * (lower - upper);
    }

    private void record(int k, double c, double s) {
        where[pending] = k;
        cos[pending] = c;
        sin[pending] = s;
        if (++pending == where.length) {
            applyPending();
        }
    }

    private void applyPending() {
        for (double[][] panel : panels) {
            boolean wide = panel[0].length >= RowSums.SHORT;
            int t = 0;
            while (t < pending) {
                int k = where[t];
                if (wide && t + 1 < pending && where[t + 1] == k + 1) {
                    rotateThree(panel[k], panel[k + 1], panel[k + 2], cos[t], sin[t], cos[t + 1], sin[t + 1]);
                    t += 2;
                } else {
                    rotate(panel[k], panel[k + 1], cos[t], sin[t]);
                    t++;
                }
            }
        }
        pending = 0;
    }

    private static void rotate(double[] x, double[] y, double c, double s) {
        for (int i = 0; i < x.length; i++) {
            double xi = x[i];
            x[i] = c * xi + s * y[i];
            y[i] = c * y[i] - s * xi;
        }
    }

    /** Rotates x with y, then y with z. */
    private static void rotateThree(double[] x, double[] y, double[] z, double c1, double s1, double c2, double s2) {
        for (int i = 0; i < x.length; i++) {
            double xi = x[i];
            double yi = c1 * y[i] - s1 * xi;
            x[i] = c1 * xi + s1 * y[i];
            y[i] = c2 * yi + s2 * z[i];
            z[i] = c2 * z[i] - s2 * yi;
        }
    }

    /** Copies the rotated column {@code j} to {@code target[start..start + n)}. */
    void copyColumnInto(double[] target, int start, int j) {
        int at = start;
        for (double[][] panel : panels) {
            System.arraycopy(panel[j], 0, target, at, panel[j].length);
            at += panel[j].length;
        }
    }
}
