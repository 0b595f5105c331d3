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
            case "kernel perceptron" -> KernelPerceptron.restore(snapshot);
            case "pnorm" -> PNormPerceptron.restore(snapshot);
            case "second order" -> SecondOrderPerceptron.restore(snapshot);
            case "kernel second order" -> KernelSecondOrder.restore(snapshot);
            case "matrix" -> MatrixPerceptron.restore(snapshot);
            default -> throw new IllegalArgumentException("snapshot of an unknown learner '" + learner + "'");
        };
    }
}
