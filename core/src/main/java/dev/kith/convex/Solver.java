package dev.kith.convex;

/** Algorithms for learned structure. */
public enum Solver {
    /** The direct one where the penalty has a cheap proximal step, else alternating. */
    AUTO,
    /** Alternating minimisation over predictors and structure with a vanishing barrier. */
    ALTERNATING,
    /** Proximal steps on the predictors with the structure minimised out. */
    PROXIMAL
}
