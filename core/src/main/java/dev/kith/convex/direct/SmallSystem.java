package dev.kith.convex.direct;

/**
 * A symmetric positive definite system of at most a few hundred unknowns in one array, row by row, upper triangle: built,
 * factored (U'U) and solved in place. Serves one thread, one system after the other.
 */
final class SmallSystem {
    /* Every inner loop adds a multiple of one row to another, over neighbouring entries: what the compiler turns into vector
     * instructions. A call of a library routine per task would cost as much as the task. */
    private static final double ROUNDING = 0x1p-50;

    private double[] u = {};
    private int n;

    /** The matrix that is built: zeros of this size. */
    double[] clear(int size) {
        n = size;
        if (u.length < size * size) {
            u = new double[size * size];
        }
        java.util.Arrays.fill(u, 0, size * size, 0);
        return u;
    }

    /** Adds x'x of the rows of x (count x n, row by row) to the upper triangle. */
    void addGram(double[] x, int count) {
        int fours = count - count % 4;
        for (int r = 0; r < fours; r += 4) {
            int from = r * n;
            for (int i = 0; i < n; i++) {
                addFour(
                        u,
                        i * n,
                        x[from + i],
                        x[from + n + i],
                        x[from + 2 * n + i],
                        x[from + 3 * n + i],
                        x,
                        from,
                        n,
                        i);
            }
        }
        for (int r = fours; r < count; r++) {
            for (int i = 0; i < n; i++) {
                addRow(u, i * n, x[r * n + i], x, r * n, i, n);
            }
        }
    }

    /** Makes it x x' of the rows of x, n x cols, upper triangle. */
    void products(double[] x, int cols) {
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < cols; k++) {
                    sum += x[i * cols + k] * x[j * cols + k];
                }
                u[i * n + j] = sum;
            }
        }
    }

    /** to[base + j] += factor x[from + j] for j = first to last. */
    static void addRow(double[] to, int base, double factor, double[] x, int from, int first, int last) {
        for (int j = first; j < last; j++) {
            to[base + j] += factor * x[from + j];
        }
    }

    /** The same for {@code size} factors, from {@code first} on, and as many rows of x, one after the other. */
    static void addRows(double[] to, int base, double[] factors, int first, double[] x, int from, int size) {
        int fours = size - size % 4;
        for (int i = 0; i < fours; i += 4) {
            int f = first + i;
            addFour(to, base, factors[f], factors[f + 1], factors[f + 2], factors[f + 3], x, from + i * size, size, 0);
        }
        for (int i = fours; i < size; i++) {
            addRow(to, base, factors[first + i], x, from + i * size, 0, size);
        }
    }

    /** Four rows of n numbers at once: each sum is read and written once instead of four times. */
    private static void addFour(
            double[] to, int base, double a, double b, double c, double d, double[] x, int from, int n, int first) {
        for (int j = first; j < n; j++) {
            to[base + j] +=
                    (a * x[from + j] + b * x[from + n + j]) + (c * x[from + 2 * n + j] + d * x[from + 3 * n + j]);
        }
    }

    /** Factors matrix + ridge I; where the ridge is below the rounding errors of the matrix, as much more as these are. */
    void factor(double ridge, double[] copy) {
        System.arraycopy(u, 0, copy, 0, n * n);
        if (!tryFactor(ridge)) {
            double largest = 0;
            for (int i = 0; i < n; i++) {
                largest = Math.max(largest, copy[i * n + i]);
            }
            System.arraycopy(copy, 0, u, 0, n * n);
            if (!tryFactor(ridge + ROUNDING * n * largest)) {
                throw new dev.kith.linalg.NumericalException(
                        "the system of a task must be positive definite; a larger lambda helps");
            }
        }
    }

    private boolean tryFactor(double ridge) {
        for (int i = 0; i < n; i++) {
            u[i * n + i] += ridge;
        }
        for (int k = 0; k < n; k++) {
            int row = k * n;
            double pivot = u[row + k];
            if (!(pivot > 0x1p-52 * ridge)) {
                return false;
            }
            double inverse = 1 / Math.sqrt(pivot);
            for (int j = k; j < n; j++) {
                u[row + j] *= inverse;
            }
            for (int i = k + 1; i < n; i++) {
                addRow(u, i * n, -u[row + i], u, row, i, n);
            }
        }
        return true;
    }

    /** The inverse of what was factored, all of it, from {@code at} on: rows up to their diagonal, then mirrored. */
    void inverseInto(double[] out, int at) {
        for (int k = 0; k < n; k++) {
            java.util.Arrays.fill(out, at + k * n, at + (k + 1) * n, 0);
            out[at + k * n + k] = 1;
        }
        for (int k = 0; k < n; k++) {
            double inverse = 1 / u[k * n + k];
            for (int j = at + k * n; j <= at + k * n + k; j++) {
                out[j] *= inverse;
            }
            for (int i = k + 1; i < n; i++) {
                addRow(out, at + i * n, -u[k * n + i], out, at + k * n, 0, k + 1);
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            for (int i = k + 1; i < n; i++) {
                addRow(out, at + k * n, -u[k * n + i], out, at + i * n, 0, k + 1);
            }
            double inverse = 1 / u[k * n + k];
            for (int j = 0; j <= k; j++) {
                out[at + k * n + j] *= inverse;
                out[at + j * n + k] = out[at + k * n + j];
            }
        }
    }

    /** b = U'^-1 b for n rows of {@code cols} numbers. */
    void forward(double[] b, int cols) {
        for (int k = 0; k < n; k++) {
            double inverse = 1 / u[k * n + k];
            for (int j = k * cols; j < (k + 1) * cols; j++) {
                b[j] *= inverse;
            }
            for (int i = k + 1; i < n; i++) {
                addRow(b, i * cols, -u[k * n + i], b, k * cols, 0, cols);
            }
        }
    }

    /** b = U^-1 b for n rows of {@code cols} numbers. */
    void backward(double[] b, int cols) {
        for (int k = n - 1; k >= 0; k--) {
            for (int i = k + 1; i < n; i++) {
                addRow(b, k * cols, -u[k * n + i], b, i * cols, 0, cols);
            }
            double inverse = 1 / u[k * n + k];
            for (int j = k * cols; j < (k + 1) * cols; j++) {
                b[j] *= inverse;
            }
        }
    }
}
