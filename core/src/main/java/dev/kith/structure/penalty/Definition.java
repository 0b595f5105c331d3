package dev.kith.structure.penalty;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;

/**
 * What a known structure is by definition, to twice the precision: A itself, or its inverse where a formula gives that. Proofs
 * need it: inverting one to get the other in doubles loses as many digits as the condition number has.
 *
 * @param hi the matrix, with {@code lo} added
 * @param error the matrix is off by no more (root of the sum of squares)
 * @param least no eigenvalue of the matrix is smaller; 0 where nothing is known
 * @param inverse whether the matrix is the inverse of A
 */
public record Definition(Matrix hi, Matrix lo, double error, double least, boolean inverse) {
    /** A is this matrix, digit for digit. */
    public static Definition of(Matrix a) {
        return new Definition(a, Matrix.zeros(a.rows(), a.cols()), 0, 0, false);
    }

    /**
     * A, or its inverse.
     *
     * @param operations no entry took more of them, on numbers that sum to at most {@code absolute} over all entries
     */
    public static Definition of(Twofold[][] m, double operations, double absolute, double least, boolean inverse) {
        Matrix hi = Matrix.zeros(m.length, m.length);
        Matrix lo = Matrix.zeros(m.length, m.length);
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m.length; j++) {
                hi.set(i, j, m[i][j].hi());
                lo.set(i, j, m[i][j].lo());
            }
        }
        return new Definition(hi, lo, 4 * operations * Twofold.ROUNDING * absolute, least, inverse);
    }

    /** {@link #of(Twofold[][], double, double, double, boolean)} for entries that are sums of numbers of one sign. */
    public static Definition of(Twofold[][] m, double operations, double least, boolean inverse) {
        double absolute = 0;
        for (Twofold[] row : m) {
            for (Twofold value : row) {
                absolute += Math.abs(value.hi());
            }
        }
        return of(m, operations, absolute, least, inverse);
    }
}
