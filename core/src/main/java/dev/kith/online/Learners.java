package dev.kith.online;

/** Learners from their snapshots. */
public final class Learners {
    private Learners() {}

    /** A learner that goes on exactly where the snapshot was taken. */
    public static OnlineLearner restore(Snapshot snapshot) {
        String learner = snapshot.text("learner");
        return switch (learner) {
            case "shared perceptron" -> SharedPerceptron.restore(snapshot);
            case "related perceptron" -> RelatedPerceptron.restore(snapshot);
            default -> throw new IllegalArgumentException("snapshot of an unknown learner '" + learner + "'");
        };
    }
}
