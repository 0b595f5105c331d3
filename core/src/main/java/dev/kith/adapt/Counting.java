package dev.kith.adapt;

/**
 * How much the rows of a new task count where every trained task counts the same: its loss is a mean over rows there, and
 * lambda was chosen for means over as many rows as trained tasks have.
 */
public enum Counting {
    /**
     * As rows of a trained task of average size, until there are more than it had: w = 1 / max(n, average). Few rows then
     * have little to say against what the trained tasks know.
     */
    ROW,
    /** As a whole task, however few they are: w = 1/n, the objective of a fit of all tasks. */
    TASK
}
