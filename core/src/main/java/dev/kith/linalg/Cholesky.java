package dev.kith.linalg;

/** The factor l of a = l l' (l lower triangular, zeros above), with the solves that need it. */
public final class Cholesky {
    private final Matrix factor;
    private final Routines routines;

    Cholesky(Matrix factor, Routines routines) {
        this.factor = factor;
        this.routines = routines;
    }

    /** The lower triangular factor; only to be read. */
    public Matrix factor() {
        return factor;
    }

    /** Solution x of a x = b; {@code b} may have any number of columns, zero included. */
    public Matrix solve(Matrix b) {
        requireRows(b.rows());
        Matrix x = b.copy();
        if (x.data().length > 0) {
            routines.solveCholesky(LinearAlgebra.threads(), factor.rows(), factor.data(), x.cols(), x.data());
        }
        return x;
    }

    /** Solution x of a x = b. */
    public double[] solve(double... b) {
        requireRows(b.length);
        double[] x = b.clone();
        if (x.length > 0) {
            routines.solveCholesky(LinearAlgebra.threads(), x.length, factor.data(), 1, x);
        }
        return x;
    }

    /** The inverse of a; symmetric to the last bit. */
    public Matrix inverse() {
        Matrix inverse = factor.copy();
        if (factor.rows() > 0) {
            routines.invertCholesky(LinearAlgebra.threads(), factor.rows(), inverse.data());
            RowSums.mirror(factor.rows(), inverse.data());
        }
        return inverse;
    }

    /** log det a = 2 sum log l_ii. */
    public double logDet() {
        double sum = 0;
        for (double d : factor.diagonal()) {
            sum += Math.log(d);
        }
        return 2 * sum;
    }

    private void requireRows(int rows) {
        if (rows != factor.rows()) {
            throw new IllegalArgumentException("right-hand side must have " + factor.rows() + " rows, got " + rows);
        }
    }
}
