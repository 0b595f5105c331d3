package dev.kith.structure.penalty;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;

/**
 * A penalty F on the T x T structure matrix A, convex unless it is a {@link StationaryPenalty}, in the objective (S = W'W, all methods expect it symmetric and
 * positive semidefinite)
 *
 * <pre>  loss(W) + lambda tr(A^-1 S) + F(A)  </pre>
 *
 * with lambda bound in. Everything a solver and a certificate need: the exact structure step, the same step shifted (the
 * proximal step of the penalty that is left on W when A is minimised out), and the conjugate.
 */
public interface StructurePenalty {
    /**
     * argmin over A of lambda tr((A + kappa I)^-1 S) + F(A). With kappa = 0 this is the structure step; with kappa = 2
     * lambda tau, W A (A + kappa I)^-1 is the proximal step of length tau at W.
     *
     * @param kappa 0, or any number &gt; 0 where {@link #proximable()}
     */
    Matrix step(Matrix s, double kappa);

    /** min over A of lambda tr(A^-1 S) + F(A): what the penalty costs at S, A minimised out and without barrier. */
    double reduced(Matrix s);

    /**
     * sup over A of tr(A c M) - F(A), or an upper bound that is tight at the optimum; c is 1, or the largest number that
     * keeps the sup finite (a little less where it would only just be).
     */
    Sup sup(Matrix m);

    /** c in [0, 1], and the sup at c M. */
    record Sup(double c, double value) {}

    /** The matrix to show users for a minimiser of the step; differs where the penalty adds a ridge of its own. */
    default Matrix shown(Matrix a) {
        return a;
    }

    /** Whether {@link #step} accepts kappa &gt; 0. */
    boolean proximable();

    /** The penalty that is zero at A and infinite elsewhere; A positive semidefinite. */
    static StructurePenalty known(Matrix a, double lambda) {
        return new FixedStructure(TaskMatrix.of(a), lambda);
    }

    /**
     * The size of the terms behind a value of {@link #reduced} or {@link #sup}, where they may cancel: proofs count on both to
     * be right to a few units in the last place of this.
     */
    default double magnitude(double value) {
        return Math.abs(value);
    }

    /** Is told a structure near the best, for penalties whose bound is taken at one; others need not listen. */
    default void remember(Matrix a) {}

    /** Iterations that all steps so far took, where a step is not a formula. */
    default long work() {
        return 0;
    }

    /** Whether A is given, so that there is nothing to learn. */
    default boolean fixed() {
        return false;
    }
}
