package dev.kith.convex.solver;

/**
 * Solves min over W of V(W) + R(W) for its data term V and any penalty R with a proximal step. Every call goes on from
 * where the last one ended, whatever its penalty was; the first starts at zero.
 */
public interface ProximalSolver {
    /** The weights belong to the solver and are overwritten by the next call. */
    Minimum solve(Regularizer.Proximal r, Monitor monitor);
}
