package dev.kith.linalg;

/**
 * Cholesky factor with the largest pivot first, in pure Java: {@link JavaCholesky} with two rows and columns changing places
 * before each step. Within a block only the diagonal is kept up to date, which is all that choosing needs.
 */
final class PivotedFactor {
    private static final int BLOCK = 48;

    private final int n;
    private final double[][] upper;
    private final int[] order;
    /** What is left of the diagonal. */
    private final double[] left;

    private PivotedFactor(int n, double[] a, int[] order) {
        this.n = n;
        this.order = order;
        upper = RowSums.split(Matrix.wrap(n, n, a).transpose().data(), n, n, 0, n);
        left = new double[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
            left[i] = upper[i][i];
        }
    }

    /** See {@link Routines#pivotedCholesky}. */
    static int of(int n, double[] a, int[] order, double floor, int most) {
        PivotedFactor factor = new PivotedFactor(n, a, order);
        int rank = factor.run(floor, Math.min(n, most));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i && j < rank; j++) {
                a[i * n + j] = factor.upper[j][i];
            }
        }
        return rank;
    }

    private int run(double floor, int most) {
        double[] factors = new double[BLOCK];
        for (int first = 0; first < most; first += BLOCK) {
            int last = Math.min(most, first + BLOCK);
            for (int k = first; k < last; k++) {
                int pivot = largest(k);
                if (!(left[pivot] > floor)) {
                    return k;
                }
                swap(k, pivot);
                subtract(k, k + 1, first, k - first, factors);
                divide(k);
            }
            for (int i = last; i < n && last < most; i++) {
                subtract(i, i, first, last - first, factors);
            }
        }
        return most;
    }

    private int largest(int from) {
        int pivot = from;
        for (int i = from + 1; i < n; i++) {
            pivot = left[i] > left[pivot] ? i : pivot;
        }
        return pivot;
    }

    /** Row i from column {@code start} on, minus multiples of the rows of the block. */
    private void subtract(int i, int start, int first, int count, double[] factors) {
        for (int p = 0; p < count; p++) {
            factors[p] = -upper[first + p][i];
        }
        RowSums.addInto(upper[i], start, n, factors, upper, first, count);
    }

    private void divide(int k) {
        double[] row = upper[k];
        double root = Math.sqrt(left[k]);
        row[k] = root;
        for (int j = k + 1; j < n; j++) {
            row[j] /= root;
            left[j] -= row[j] * row[j];
        }
    }

    /** Rows and columns k and p &gt;= k change places in the triangle j &gt;= i. */
    private void swap(int k, int p) {
        if (k == p) {
            return;
        }
        for (int i = 0; i < k; i++) {
            exchange(upper[i], k, upper[i], p);
        }
        for (int i = k + 1; i < p; i++) {
            exchange(upper[k], i, upper[i], p);
        }
        for (int j = p + 1; j < n; j++) {
            exchange(upper[k], j, upper[p], j);
        }
        exchange(upper[k], k, upper[p], p);
        exchange(left, k, left, p);
        int index = order[k];
        order[k] = order[p];
        order[p] = index;
    }

    private static void exchange(double[] a, int i, double[] b, int j) {
        double value = a[i];
        a[i] = b[j];
        b[j] = value;
    }
}
