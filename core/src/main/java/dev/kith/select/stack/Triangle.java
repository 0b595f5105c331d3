package dev.kith.select.stack;

/** The lower factor L of some rows and columns of a positive definite matrix, A = LL'; of a handful, for which arrays are faster than anything. */
final class Triangle {
    private final double[][] l;

    /** @throws ArithmeticException if the matrix is not positive definite */
    Triangle(double[][] a, int[] set) {
        l = new double[set.length][];
        for (int i = 0; i < set.length; i++) {
            l[i] = new double[i + 1];
            for (int j = 0; j <= i; j++) {
                double sum = a[set[i]][set[j]];
                for (int k = 0; k < j; k++) {
                    sum -= l[i][k] * l[j][k];
                }
                l[i][j] = i == j ? root(sum) : sum / l[j][j];
            }
        }
    }

    private static double root(double pivot) {
        if (!(pivot > 0)) {
            throw new ArithmeticException("a matrix of weights must be positive definite, got a pivot of " + pivot);
        }
        return Math.sqrt(pivot);
    }

    /** A^-1 b. */
    double[] solve(double[] b) {
        double[] x = b.clone();
        for (int i = 0; i < x.length; i++) {
            for (int k = 0; k < i; k++) {
                x[i] -= l[i][k] * x[k];
            }
            x[i] /= l[i][i];
        }
        for (int i = x.length - 1; i >= 0; i--) {
            x[i] /= l[i][i];
            for (int k = 0; k < i; k++) {
                x[k] -= l[i][k] * x[i];
            }
        }
        return x;
    }
}
