package dev.kith.online;

/**
 * An online learner that {@code Learners} brings back from its snapshot: implement this beside the learner and name the class
 * in {@code META-INF/services/dev.kith.online.LearnerProvider}, or with {@code provides} in a module. Without one a learner
 * works all the same, and its snapshots can be written, but nobody can read them back.
 */
public interface LearnerProvider {
    /** The text {@code learner} of the snapshots. */
    String name();

    /**
     * A learner that goes on with the same bits where the snapshot was taken.
     *
     * @throws IllegalArgumentException if parts are missing or do not fit together
     */
    OnlineLearner restore(Snapshot snapshot);
}
