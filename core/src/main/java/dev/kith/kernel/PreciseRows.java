package dev.kith.kernel;

/** Kernel values of one set of inputs against another, row by row and to more digits than doubles have: for proofs. */
public interface PreciseRows {
    /** Writes k(x_i, z_j) = hi_j + lo_j for all j. */
    void row(int i, double[] hi, double[] lo);

    /** No value written is off by more than this. */
    double error();
}
