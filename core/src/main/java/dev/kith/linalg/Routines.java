package dev.kith.linalg;

import java.util.Optional;

/**
 * The number crunching behind {@link LinearAlgebra}, without its checks: every argument is of the right shape, not
 * empty and, for factorisations, finite. Arrays are row by row and overwritten as each method says. Safe for use by several threads at once.
 *
 * <p>{@code threads} is the largest number of threads the call may use, at least 1; other calls running at the same time may
 * have another. The same call with the same number gives the same bits.
 *
 * <p>A service: implementations on the class path are found by {@link java.util.ServiceLoader} and used for large sizes,
 * so constructing one must be cheap; {@link #load()} does the slow part.
 */
public interface Routines {
    /** Short name with version, for provenance; cheap, and the same before and after loading. */
    String name();

    /** Why {@link #load()} would refuse, as far as can be told without loading anything; empty when nothing is known. */
    default Optional<String> obstacle() {
        return Optional.empty();
    }

    /**
     * Makes the routines ready; called once before first use.
     *
     * @throws LinkageError if they cannot run on this machine
     */
    default void load() {}

    /** c = alpha op(a) op(b) + beta c; with beta = 0 the old content of c is not read. */
    void multiply(
            int threads,
            Matrix c,
            double alpha,
            Matrix a,
            boolean transposeA,
            Matrix b,
            boolean transposeB,
            double beta);

    /**
     * Eigenvalues, ascending, of the symmetric n x n matrix whose lower triangle is in a, with zeros above; a becomes
     * the eigenvectors, one per row.
     *
     * @return false if the iteration did not converge
     */
    boolean eigen(int threads, int n, double[] a, double[] values);

    /** The same without eigenvectors; a is undefined afterwards. */
    default boolean eigenvalues(int threads, int n, double[] a, double[] values) {
        return eigen(threads, n, a, values);
    }

    /**
     * Cholesky factor of the symmetric n x n matrix whose lower triangle is in a, with zeros above; a becomes the
     * factor, with zeros above.
     *
     * @return the first row whose pivot was not positive, or -1 if there was none
     */
    int cholesky(int threads, int n, double[] a);

    /**
     * Cholesky factor with the largest pivot first of the symmetric positive semidefinite n x n matrix whose lower triangle
     * is in a: row and column k of the factor are those that {@code order[k]} had. Ends when no pivot is above {@code floor}
     * &gt;= 0, or, where that saves time, at a rank of {@code most}; columns from the rank on, and all above the diagonal, are
     * undefined.
     *
     * @return the rank
     */
    default int pivotedCholesky(int threads, int n, double[] a, int[] order, double floor, int most) {
        return PivotedFactor.of(n, a, order, floor, most);
    }

    /** Solves l l' x = b for the n x cols matrix b, which becomes x; l has zeros above its diagonal. */
    void solveCholesky(int threads, int n, double[] l, int cols, double[] b);

    /** The lower triangle of l, which has zeros above its diagonal, becomes that of the inverse of l l'; the upper one is undefined. */
    default void invertCholesky(int threads, int n, double[] l) {
        JavaSymmetric.invert(n, l);
    }

    /** c += alpha a a' for the n x cols matrix a and the lower triangle of the n x n matrix c; the upper one is undefined. */
    default void addSquare(int threads, int n, double[] c, double alpha, int cols, double[] a) {
        JavaSymmetric.addSquare(n, c, alpha, cols, a);
    }

    /**
     * Thin singular value decomposition a = u diag(s) v', s descending; {@code a} may be overwritten.
     *
     * @return false if the iteration did not converge
     */
    boolean svd(int threads, Matrix a, Matrix u, double[] s, Matrix v);
}
