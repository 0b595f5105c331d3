package dev.kith.online;

/**
 * A theorem at work: fed with every step of a run, says how many mistakes the learner can have made at most, given
 * comparators chosen in hindsight. Only steps on which the learner was mistaken count.
 */
public interface MistakeBound {
    /** A step on which the learner predicted wrongly. */
    void mistake(int task, Row x, double y);

    /** Ends a round of the all-tasks protocol; learners that treat one task a step ignore it. */
    default void endOfRound() {}

    /** Mistakes seen so far. */
    long mistakes();

    /** What the theorem allows: never below {@link #mistakes()}. */
    double value();
}
