package dev.kith.linalg;

import java.util.Arrays;
import java.util.Random;

/** Seeded matrices for tests. */
public final class RandomMatrices {
    private RandomMatrices() {}

    /** Standard normal entries. */
    public static Matrix gaussian(int rows, int cols, long seed) {
        Random random = new Random(seed);
        double[] data = new double[rows * cols];
        Arrays.setAll(data, k -> random.nextGaussian());
        return Matrix.wrap(rows, cols, data);
    }

    /** A random symmetric positive semi-definite matrix of the given rank, b b' with b of size n x rank. */
    public static Matrix semidefinite(int n, int rank, long seed) {
        Matrix b = gaussian(n, rank, seed);
        return naiveProduct(b, b.transpose());
    }

    /** a b by the definition, the oracle of every faster product. */
    public static Matrix naiveProduct(Matrix a, Matrix b) {
        Matrix c = Matrix.zeros(a.rows(), b.cols());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < b.cols(); j++) {
                for (int k = 0; k < a.cols(); k++) {
                    c.add(i, j, a.get(i, k) * b.get(k, j));
                }
            }
        }
        return c;
    }
}
