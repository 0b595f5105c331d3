package dev.kith.ascent;

import java.util.SplittableRandom;

/** Coordinate ascent on a fixed representation of the kernels: explicit features or kernel rows. Serves one run. */
public interface Ascent {
    /** One visit of every task, in random order, each of its active rows in random order. */
    void sweep(double[] theta, SplittableRandom random);

    /** Leaves rows that rest at a bound by more than {@code margin} out of the sweeps until the next call. */
    void rest(double[] scores, double[] biases, double margin);

    /** scores[i] = f(x_i) without intercept, for every row. */
    void scoreInto(double[] scores, double[] theta);

    /** q_m for every component. */
    double[] squares();

    /**
     * What can be proven of the model that these weights make, from the rows and the dual variables alone: sums kept during
     * the ascent are built anew. The dual variables are made feasible.
     *
     * @param scores become those of the model
     * @param biases become the best intercepts for them
     */
    Evidence evidence(Units units, double[] theta, double[] scores, double[] biases);
}
