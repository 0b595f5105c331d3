package dev.kith.convex.basis;

/**
 * Dense rows in the order of tasks, so that a pass reads memory from one end to the other: products of rows with their task's
 * weights, and sums of multiples of rows, block by block.
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record RowBlocks(double[] x, int dim) {
    /** z[o] = row o times entries base to base + dim of {@code w}, less a number; from {@code from} to {@code to}. */
    void predictInto(double[] z, int from, int to, double[] w, int base, double less) {
        int o = from;
        for (; o + 4 <= to; o += 4) {
            int r0 = o * dim;
            int r1 = r0 + dim;
            int r2 = r1 + dim;
            int r3 = r2 + dim;
            double a = 0;
            double b = 0;
            double c = 0;
            double e = 0;
            for (int j = 0; j < dim; j++) {
                double v = w[base + j];
                a += x[r0 + j] * v;
                b += x[r1 + j] * v;
                c += x[r2 + j] * v;
                e += x[r3 + j] * v;
            }
            z[o] = a - less;
            z[o + 1] = b - less;
            z[o + 2] = c - less;
            z[o + 3] = e - less;
        }
        for (; o < to; o++) {
            double a = 0;
            for (int j = 0; j < dim; j++) {
                a += x[o * dim + j] * w[base + j];
            }
            z[o] = a - less;
        }
    }

    /** sum += u_o row o, from {@code from} to {@code to}. */
    void addInto(double[] sum, double[] u, int from, int to) {
        for (int o = from; o < to; o++) {
            double factor = u[o];
            int row = o * dim;
            for (int j = 0; j < dim; j++) {
                sum[j] += factor * x[row + j];
            }
        }
    }

    /** Entries base to base + dim of {@code sum} += factor row o. */
    void addRowInto(double[] sum, int base, double factor, int o) {
        int row = o * dim;
        for (int j = 0; j < dim; j++) {
            sum[base + j] += factor * x[row + j];
        }
    }

    /** target, from {@code at} on, = root (row o - centre), centre being entries base to base + dim. */
    void centreInto(double[] target, int at, int o, double root, double[] centre, int base) {
        int row = o * dim;
        for (int j = 0; j < dim; j++) {
            target[at + j] = root * (x[row + j] - centre[base + j]);
        }
    }
}
