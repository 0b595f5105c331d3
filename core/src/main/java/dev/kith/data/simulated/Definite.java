package dev.kith.data.simulated;

import dev.kith.linalg.Matrix;

/** How far a symmetric matrix is from positive definite. */
final class Definite {
    private static final int BISECTIONS = 20;

    private Definite() {}

    /** The smallest c >= 0, to a millionth of its upper bound, such that a + c I is positive definite; 0 for a = 0. */
    static double shift(Matrix a) {
        double high = largestRowSum(a);
        double low = 0;
        for (int k = 0; k < BISECTIONS; k++) {
            double middle = (low + high) / 2;
            if (definite(a.plusDiagonal(middle))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Gershgorin: no eigenvalue lies below minus the largest sum of absolute values in a row. */
    private static double largestRowSum(Matrix a) {
        double largest = 0;
        for (int i = 0; i < a.rows(); i++) {
            double sum = 0;
            for (int j = 0; j < a.cols(); j++) {
                sum += Math.abs(a.get(i, j));
            }
            largest = Math.max(largest, sum);
        }
        return largest;
    }

    /** Whether Cholesky's factorisation, done in place in the lower triangle of {@code a}, meets positive pivots only. */
    private static boolean definite(Matrix a) {
        for (int j = 0; j < a.rows(); j++) {
            for (int i = j; i < a.rows(); i++) {
                double sum = a.get(i, j);
                for (int k = 0; k < j; k++) {
                    sum -= a.get(i, k) * a.get(j, k);
                }
                if (i == j && !(sum > 0)) {
                    return false;
                }
                a.set(i, j, i == j ? StrictMath.sqrt(sum) : sum / a.get(j, j));
            }
        }
        return true;
    }
}
