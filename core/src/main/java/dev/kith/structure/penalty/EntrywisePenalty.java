package dev.kith.structure.penalty;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Optional;

/**
 * A penalty with absolute values of the entries of A beside a smooth part,
 *
 * <pre>  lambda tr((A + kappa I)^-1 S) + F(A) = smooth(A) + weight sum |A_ts|,  </pre>
 *
 * or on those A that have entries only where they may, so that zeros of A are exact. Its proximal step is a few steps of descent on A that go on where the last ended.
 */
public interface EntrywisePenalty extends StructurePenalty {
    /** Weight of sum |A_ts|. */
    double weight();

    /** No F(A) is smaller. */
    default double least() {
        return 0;
    }

    /**
     * The smooth part with its gradient, which is zero where A may have no entry; empty where A is not positive definite or
     * not one of those that may be.
     *
     * @param f T rows, FF' = S
     */
    Optional<SparseDescent.Value> smoothPart(Matrix a, Matrix f, double kappa);

    /** (A + kappa I)^-1 b for an A of which {@link #smoothPart} is not empty. */
    default Matrix solve(Matrix a, Matrix b, double kappa) {
        return LinearAlgebra.best().cholesky(a.plusDiagonal(kappa)).solve(b);
    }

    /** A structure to start from for this S when nothing better is known. */
    Matrix start(Matrix s);

    @Override
    default boolean proximable() {
        return false;
    }
}
