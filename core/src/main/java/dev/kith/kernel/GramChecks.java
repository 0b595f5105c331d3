package dev.kith.kernel;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;

/** Whether a matrix that was given can be a Gram matrix: without that no fit has a proof. */
final class GramChecks {
    /** Larger matrices are checked by their pairs of items only: the whole check takes n^3 / 3 operations. */
    private static final int MOST = 5_000;

    /** How far below zero an eigenvalue may be, against the largest diagonal value: digits lost in writing the matrix down. */
    private static final double ROUNDING = 1e-8;

    private GramChecks() {}

    /** Every pair of items must obey k(x, z)^2 <= k(x, x) k(z, z); of up to 5,000 items the whole matrix is checked. */
    static void requireSemidefinite(String name, Matrix gram) {
        double[] diagonal = gram.diagonal();
        double slack = ROUNDING * gram.maxAbs();
        for (int i = 0; i < diagonal.length; i++) {
            for (int j = 0; j <= i; j++) {
                double most = Math.sqrt(Math.max(diagonal[i], 0)) * Math.sqrt(Math.max(diagonal[j], 0));
                if (!(diagonal[i] >= 0 && Math.abs(gram.get(i, j)) <= most + slack)) {
                    throw new IllegalArgumentException(name + " must be positive semidefinite, got " + gram.get(i, j)
                            + " at (" + i + ", " + j + ") with diagonal values " + diagonal[i] + " and " + diagonal[j]);
                }
            }
        }
        if (diagonal.length <= MOST && slack > 0) {
            try {
                LinearAlgebra.best().cholesky(gram.plusDiagonal(slack));
            } catch (NumericalException e) {
                throw new IllegalArgumentException(
                        name + " must be positive semidefinite, it has an eigenvalue below -" + slack, e);
            }
        }
    }
}
