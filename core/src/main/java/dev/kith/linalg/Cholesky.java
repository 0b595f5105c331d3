package dev.kith.linalg;

/** The factor l of a = l l' (l lower triangular, zeros above), with the solves that need it. */
public interface Cholesky {
    /** The lower triangular factor; a copy or a matrix nobody else writes to. */
    Matrix factor();

    /** Solution x of a x = b; {@code b} may have any number of columns, zero included. */
    Matrix solve(Matrix b);

    /** Solution x of a x = b. */
    double[] solve(double... b);

    /** log det a = 2 sum log l_ii. */
    default double logDet() {
        double sum = 0;
        for (double d : factor().diagonal()) {
            sum += Math.log(d);
        }
        return 2 * sum;
    }
}
