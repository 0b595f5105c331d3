package dev.kith.online;

import dev.kith.linalg.Matrix;
import java.util.Optional;

/**
 * A classifier for many tasks that learns from a stream: predicts an input of a task, is told the label (-1 or +1), goes
 * on. Tasks are numbers 0, 1, ...; a number not seen before is a new task. A margin &gt;= 0 predicts +1.
 *
 * <p>One task a step: {@link #learn(int, Row, double)}. All tasks a step: {@link #learn(Round)}, which predicts every row
 * of the round before it learns from any. Rows must hold finite numbers with ascending feature numbers and are read, not
 * kept. Not safe for use by several threads at once.
 */
public interface OnlineLearner {
    /**
     * The name users write: {@code perceptron}, {@code pnorm}, {@code second-order}, {@code matrix},
     * {@code adaptive}, {@code graph}.
     */
    String name();

    /** K: the number of tasks seen or announced so far. */
    int tasks();

    /** Announces that there are at least {@code count} tasks. */
    void announce(int count);

    /** The margin of x for a task; changes nothing but K. */
    double predict(int task, Row x);

    /** Learns that x had label {@code y} when its margin was {@code margin}, as {@link #predict} gave it. */
    void update(int task, Row x, double y, double margin);

    /**
     * The same for a row that counts {@code weight} times, a finite number &gt;= 0. Learners that cannot weigh rows take 1 only.
     */
    default void update(int task, Row x, double y, double margin, double weight) {
        if (weight != 1) {
            throw new IllegalArgumentException(
                    "weight must be 1, learner " + name() + " weighs no rows; got " + weight);
        }
        update(task, x, y, margin);
    }

    /** Predicts, then learns; returns the margin predicted before the label was used. */
    default double learn(int task, Row x, double y) {
        double margin = predict(task, x);
        update(task, x, y, margin);
        return margin;
    }

    /** Predicts every row of the round, then learns from all of them. Leaves the margins in the round. */
    default void learn(Round round) {
        for (int k = 0; k < round.size(); k++) {
            announce(round.task(k) + 1);
        }
        for (int k = 0; k < round.size(); k++) {
            round.margin(k, predict(round.task(k), round.row(k)));
        }
        for (int k = 0; k < round.size(); k++) {
            update(round.task(k), round.row(k), round.label(k), round.margin(k), round.weight(k));
        }
    }

    /** The learner as it is now; {@code Learners.restore} gives a learner that goes on with the same bits. */
    Snapshot snapshot();

    /** The mistake bound of this learner's theorem against the comparators (row i for task i); empty where none holds. */
    default Optional<MistakeBound> bound(Matrix comparators) {
        return bound(new Weights.Linear(comparators.transpose()));
    }

    /**
     * The same against what another learner or a model predicts by: weights, or an expansion in the learner's own kernel; empty
     * where no theorem holds, or the comparators are none of the learner's functions. The arrays of the comparators may be
     * filled in later: they are looked at when a row of their task comes, and when the bound is asked for.
     */
    default Optional<MistakeBound> bound(Weights comparators) {
        return Optional.empty();
    }

    /** Where its search for how tasks share stands; empty where it searches for nothing. */
    default Optional<SharingSearch> search() {
        return Optional.empty();
    }

    /** How alike it found tasks to be, K x K and positive semidefinite; empty where it does not look. */
    default Optional<Matrix> structure() {
        return Optional.empty();
    }

    /** What it predicts by now, over so many features: at least as many as were seen. */
    Weights weights(int features);

    /** Whether the margin predicts the wrong label; a margin of 0 predicts +1. */
    static boolean mistaken(double y, double margin) {
        return margin >= 0 != y > 0;
    }
}
