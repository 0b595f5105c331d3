package dev.kith.data.simulated;

import dev.kith.linalg.Matrix;

/**
 * The little linear algebra simulations need, in one fixed order of operations: backends agree to rounding only, and
 * simulated data is the same to the bit whichever is loaded.
 */
final class Products {
    private Products() {}

    /** a b. */
    static Matrix multiply(Matrix a, Matrix b) {
        Matrix c = Matrix.zeros(a.rows(), b.cols());
        double[] to = c.data();
        double[] from = b.data();
        int n = b.cols();
        for (int i = 0; i < a.rows(); i++) {
            for (int k = 0; k < a.cols(); k++) {
                double factor = a.get(i, k);
                for (int j = 0; j < n; j++) {
                    to[i * n + j] += factor * from[k * n + j];
                }
            }
        }
        return c;
    }

    /** A random rows x cols matrix with orthonormal columns, rows >= cols: Gram-Schmidt, twice, on Gaussian columns. */
    static Matrix orthonormal(Dice dice, int rows, int cols) {
        double[][] basis = new double[cols][];
        for (int j = 0; j < cols; j++) {
            basis[j] = dice.gaussians(rows);
            for (int pass = 0; pass < 2; pass++) {
                for (int k = 0; k < j; k++) {
                    add(basis[j], -dot(basis[j], basis[k]), basis[k]);
                }
                normalize(basis[j]);
            }
        }
        return Matrix.of(basis).transpose();
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** a += factor b. */
    static void add(double[] a, double factor, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += factor * b[i];
        }
    }

    /** Scales {@code a} to unit length. */
    static void normalize(double[] a) {
        double length = StrictMath.sqrt(dot(a, a));
        for (int i = 0; i < a.length; i++) {
            a[i] /= length;
        }
    }
}
