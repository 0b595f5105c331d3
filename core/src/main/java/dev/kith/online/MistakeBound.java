package dev.kith.online;

/**
 * A theorem at work: fed with every step of a run, says how many mistakes the learner can have made at most, given
 * comparators chosen in hindsight. Only steps on which the learner was mistaken count, but for shared losses.
 */
public interface MistakeBound {
    /** The theorem of Cavallanti, Cesa-Bianchi and Gentile (2010) it is: {@code theorem 1}. */
    default String theorem() {
        return "";
    }

    /** A step on which the learner predicted wrongly. */
    void mistake(int task, Row x, double y);

    /** Any step, with the margin the learner predicted before it learned. */
    default void row(int task, Row x, double y, double margin) {
        if (OnlineLearner.mistaken(y, margin)) {
            mistake(task, x, y);
        }
    }

    /** Ends a round of the all-tasks protocol, or a single step of a learner that treats one task a step. */
    default void endOfRound() {}

    /** Mistakes seen so far. */
    long mistakes();

    /** What is bounded: {@code mistakes}, or {@code shared loss}. */
    default String bounded() {
        return "mistakes";
    }

    /** How much of it there was so far. */
    default double reached() {
        return mistakes();
    }

    /** What the theorem allows: never below {@link #reached()}. The least over the comparators and multiples of them. */
    double value();

    /** The multiple of the comparators at which the bound is least. */
    default double scale() {
        return 1;
    }

    /** Whether the theorem still holds when tasks appear that were not announced before the first step. */
    default boolean survivesNewTasks() {
        return true;
    }

    /** Whether the theorem holds when several rows are predicted before the labels of any are used. */
    default boolean holdsInRounds() {
        return true;
    }

    /** Writes what was seen so far, for a checkpoint between rounds. */
    default void save(Snapshot.Builder to) {
        throw new UnsupportedOperationException("this bound cannot be kept in a checkpoint");
    }

    /** Goes on from what was saved, with the same comparators. */
    default void restore(Snapshot from) {
        throw new UnsupportedOperationException("this bound cannot be kept in a checkpoint");
    }
}
