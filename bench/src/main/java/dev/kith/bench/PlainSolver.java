package dev.kith.bench;

/** A straightforward solver to measure against. */
interface PlainSolver {
    /** Iterates from zero until the objective is at most {@code target}. */
    void solve(double target);

    /** Rank of the weights at the end of the last call. */
    int rank();
}
