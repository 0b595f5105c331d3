package dev.kith.structure.sparse;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * A positive definite structure matrix A with what the sparse penalty needs of it, block by block and worked out once, whatever
 * the weights are: A^-2, tr A^-1, and factors of A + kappa I for the kappa asked for last.
 */
final class Factors {
    private final Matrix a;
    private final Blocks blocks;
    private final Matrix inverseSquare;
    private final double inverseTrace;
    private List<Cholesky> shifted;
    private double shift;

    /** @throws dev.kith.linalg.NumericalException if A is not positive definite */
    Factors(Matrix a) {
        this.a = a.copy();
        blocks = Blocks.of(this.a);
        shifted = blocks.factors(0);
        inverseSquare = Matrix.zeros(a.rows(), a.rows());
        inverseTrace = blocks.addInverseSquareInto(inverseSquare, 1, shifted);
    }

    /** Whether these are the factors of this matrix. */
    boolean of(Matrix other) {
        return a.equals(other);
    }

    /** A^-2; only to be read. */
    Matrix inverseSquare() {
        return inverseSquare;
    }

    double inverseTrace() {
        return inverseTrace;
    }

    /** (A + kappa I)^-1 b. */
    Matrix solve(Matrix b, double kappa) {
        if (kappa != shift) {
            shifted = blocks.factors(kappa);
            shift = kappa;
        }
        return blocks.solve(b, shifted);
    }
}
