package dev.kith.linalg;

/**
 * Products and factorisations of dense matrices. Two implementations give the same answers to rounding: pure Java,
 * always there, and a native one, used for sizes that deserve it when its module is on the class path.
 *
 * <p>Factorisations refuse non-finite input with a {@link NumericalException}; no method changes its arguments except
 * where its name says {@code Into}. Implementations are safe for use by several threads at once.
 */
public interface LinearAlgebra {
    /** Short name with version, for provenance: {@code "ejml 0.46.1"}. */
    String name();

    /** c = alpha op(a) op(b) + beta c, where op transposes when its flag is set. {@code c} must not alias a or b. */
    void multiplyInto(Matrix c, double alpha, Matrix a, boolean transposeA, Matrix b, boolean transposeB, double beta);

    /** Eigenvalues (ascending) and orthonormal eigenvectors of a symmetric matrix; only its lower triangle is read. */
    SymmetricEigen eigen(Matrix symmetric);

    /**
     * Cholesky factor of a symmetric positive definite matrix; only its lower triangle is read.
     *
     * @throws NumericalException if the matrix is not positive definite to working precision
     */
    Cholesky cholesky(Matrix positiveDefinite);

    /** Thin singular value decomposition a = u diag(s) v', with min(rows, cols) singular values, descending. */
    ThinSvd svd(Matrix a);

    /** Asks for at most this many threads inside one call; an implementation without threads ignores it. */
    void threads(int count);

    /** a b. */
    default Matrix multiply(Matrix a, Matrix b) {
        Matrix c = Matrix.zeros(a.rows(), b.cols());
        multiplyInto(c, 1, a, false, b, false, 0);
        return c;
    }

    /** a' b. */
    default Matrix multiplyTransposeA(Matrix a, Matrix b) {
        Matrix c = Matrix.zeros(a.cols(), b.cols());
        multiplyInto(c, 1, a, true, b, false, 0);
        return c;
    }

    /** a b'. */
    default Matrix multiplyTransposeB(Matrix a, Matrix b) {
        Matrix c = Matrix.zeros(a.rows(), b.rows());
        multiplyInto(c, 1, a, false, b, true, 0);
        return c;
    }

    /** The implementation in use: native where present and loadable, otherwise pure Java. */
    static LinearAlgebra best() {
        return Backends.best();
    }
}
