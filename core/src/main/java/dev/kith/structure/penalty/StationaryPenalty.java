package dev.kith.structure.penalty;

import dev.kith.linalg.Matrix;

/**
 * A penalty F that is not convex in A. Predictors and structure are improved in turns, until the optimality conditions of
 * the structure hold right after the predictors have been improved: a stationary point, without bound or gap. Serves one
 * fit: remembers a structure, from which every step goes on.
 */
public interface StationaryPenalty extends StructurePenalty {
    /** A as it is. */
    Matrix structure();

    /** lambda tr(A^-1 S) + F(A) at A as it is. */
    double cost(Matrix s);

    /** How far A as it is breaks the optimality conditions of the structure step for S, relative to what has to cancel. */
    double violation(Matrix s);

    /** A few sweeps of the structure step, fewer where it is done: never raises the cost. Returns A. */
    Matrix descend(Matrix s, int sweeps);

    /** Infinite: there is no bound. */
    @Override
    default Sup sup(Matrix m) {
        return new Sup(1, Double.POSITIVE_INFINITY);
    }

    @Override
    default boolean proximable() {
        return false;
    }
}
