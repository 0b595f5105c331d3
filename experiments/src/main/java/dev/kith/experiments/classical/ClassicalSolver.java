package dev.kith.experiments.classical;

import dev.kith.linalg.Matrix;

/** A straightforward solver to measure against. It knows no certificate and has to be told where to stop. */
public interface ClassicalSolver {
    /** Iterates from the same start until the objective is at most {@code target}, or {@code most} times. */
    Solution solve(double target, int most);

    /** Where a solver ended; weights are T x d. */
    record Solution(Matrix weights, double objective, int iterations) {}
}
