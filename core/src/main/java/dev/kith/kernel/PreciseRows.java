package dev.kith.kernel;

/** Kernel values of one set of inputs against another, row by row and to more digits than doubles have: for proofs. */
public interface PreciseRows {
    /** Writes k(x_i, z_j) = hi_j + lo_j for all j. */
    void row(int i, double[] hi, double[] lo);

    /** Writes no fewer than the first {@code count} of them. */
    default void rowUpTo(int i, int count, double[] hi, double[] lo) {
        row(i, hi, lo);
    }

    /** Whether both sets are the same, so that value (i, j) is value (j, i). */
    default boolean symmetric() {
        return false;
    }

    /** Whether lo is always 0. */
    default boolean plain() {
        return false;
    }

    /** Whether several threads may ask for rows at once. */
    default boolean concurrent() {
        return false;
    }

    /** No value written is off by more than this. */
    double error();
}
