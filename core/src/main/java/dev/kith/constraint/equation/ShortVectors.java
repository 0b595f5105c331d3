package dev.kith.constraint.equation;

/** Vectors as rows of an array: what a handful of short ones needs. */
public final class ShortVectors {
    private ShortVectors() {}

    static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int t = 0; t < x.length; t++) {
            sum += x[t] * y[t];
        }
        return sum;
    }

    static double norm(double[] x) {
        return Math.sqrt(dot(x, x));
    }

    public static void scaleInto(double[] x, double factor) {
        for (int t = 0; t < x.length; t++) {
            x[t] *= factor;
        }
    }

    public static void addInto(double[] x, double factor, double[] y) {
        for (int t = 0; t < x.length; t++) {
            x[t] += factor * y[t];
        }
    }

    /** Takes the parts along the first {@code count} orthonormal rows out of x, twice for accuracy. */
    static void removeInto(double[] x, double[][] rows, int count) {
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < count; k++) {
                addInto(x, -dot(x, rows[k]), rows[k]);
            }
        }
    }

    /**
     * Makes the first {@code count} rows orthonormal in place, largest remainder first, and returns how many are left:
     * rows whose remainder is below {@code threshold} times the largest row are dropped.
     */
    static int orthonormalizeInto(double[][] rows, int count, double threshold) {
        double largest = 0;
        for (int k = 0; k < count; k++) {
            largest = Math.max(largest, norm(rows[k]));
        }
        for (int k = 0; k < count; k++) {
            int next = k;
            for (int l = k; l < count; l++) {
                next = norm(rows[l]) > norm(rows[next]) ? l : next;
            }
            double[] row = rows[next];
            rows[next] = rows[k];
            rows[k] = row;
            removeInto(row, rows, k);
            double length = norm(row);
            if (!(length > threshold * largest)) {
                return k;
            }
            scaleInto(row, 1 / length);
            for (int l = k + 1; l < count; l++) {
                addInto(rows[l], -dot(rows[l], row), row);
            }
        }
        return count;
    }

    /** Orthonormal rows completing the first {@code rank} of {@code basis} to all of the space. */
    static double[][] complement(double[][] basis, int rank, int dimension) {
        double[][] all = new double[dimension][];
        System.arraycopy(basis, 0, all, 0, rank);
        double[] left = new double[dimension]; // squared length of what remains of each unit vector
        for (int t = 0; t < dimension; t++) {
            left[t] = 1;
            for (int k = 0; k < rank; k++) {
                left[t] -= basis[k][t] * basis[k][t];
            }
        }
        for (int k = rank; k < dimension; k++) {
            int best = 0;
            for (int t = 1; t < dimension; t++) {
                best = left[t] > left[best] ? t : best;
            }
            double[] row = new double[dimension];
            row[best] = 1;
            removeInto(row, all, k);
            scaleInto(row, 1 / norm(row));
            all[k] = row;
            for (int t = 0; t < dimension; t++) {
                left[t] -= row[t] * row[t];
            }
        }
        double[][] complement = new double[dimension - rank][];
        System.arraycopy(all, rank, complement, 0, complement.length);
        return complement;
    }

    /** Overwrites a's lower triangle with its Cholesky factor; false when a, symmetric, is not positive definite. */
    static boolean factorInto(double[][] a) {
        int n = a.length;
        for (int j = 0; j < n; j++) {
            double original = a[j][j];
            for (int k = 0; k < j; k++) {
                a[j][j] -= a[j][k] * a[j][k];
            }
            if (!(a[j][j] > 1e-14 * original && original > 0)) {
                return false;
            }
            a[j][j] = Math.sqrt(a[j][j]);
            for (int i = j + 1; i < n; i++) {
                for (int k = 0; k < j; k++) {
                    a[i][j] -= a[i][k] * a[j][k];
                }
                a[i][j] /= a[j][j];
            }
        }
        return true;
    }

    /** Overwrites b with L^-1 b, L the factor from {@link #factorInto}. */
    static void forwardInto(double[][] factor, double[] b) {
        for (int j = 0; j < b.length; j++) {
            for (int k = 0; k < j; k++) {
                b[j] -= factor[j][k] * b[k];
            }
            b[j] /= factor[j][j];
        }
    }

    /** Overwrites b with L'^-1 b. */
    static void backwardInto(double[][] factor, double[] b) {
        for (int j = b.length - 1; j >= 0; j--) {
            for (int i = j + 1; i < b.length; i++) {
                b[j] -= factor[i][j] * b[i];
            }
            b[j] /= factor[j][j];
        }
    }

    /**
     * Overwrites b with the solution of a x = b, a symmetric positive definite (destroyed; its lower triangle is used).
     * False when a is not positive definite.
     */
    static boolean solveInto(double[][] a, double[] b) {
        if (!factorInto(a)) {
            return false;
        }
        forwardInto(a, b);
        backwardInto(a, b);
        return true;
    }
}
