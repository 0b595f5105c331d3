package dev.kith.convex;

/** Algorithms for learned structure. */
public enum Solver {
    /** The direct one where the penalty has a cheap proximal step, else alternating. */
    AUTO,
    /** The published method: exact minimisation over predictors and structure in turn, with a vanishing barrier. */
    ALTERNATING,
    /** As published too: single proximal gradient steps on predictors and structure in turn, with a vanishing barrier; slow. */
    DESCENT,
    /** For sparse relations: as {@link #ALTERNATING}, with its structure step by the published primal-dual splitting; slow. */
    SPLITTING,
    /** Proximal steps on the predictors with the structure minimised out. */
    PROXIMAL;

    /** Whether it alternates between predictors and structure, so that it has a barrier. */
    public boolean alternates() {
        return this == ALTERNATING || this == DESCENT || this == SPLITTING;
    }
}
