package dev.kith.online.learner;

import dev.kith.online.LearnerProvider;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Snapshot;
import dev.kith.provider.Providers;
import java.util.List;

/** Learners from their snapshots: Kith's own, then those of {@link LearnerProvider}s. */
public final class Learners {
    private static final Providers<LearnerProvider> OTHERS = new Providers<>(
            "learner",
            LearnerProvider.class,
            LearnerProvider::name,
            List.of(
                    "shared perceptron",
                    "related perceptron",
                    "kernel perceptron",
                    "pnorm",
                    "second order",
                    "kernel second order",
                    "matrix"));

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
            default ->
                OTHERS.find(learner)
                        .orElseThrow(() -> new IllegalArgumentException("snapshot of an unknown learner '" + learner
                                + "': a LearnerProvider of that name must be on the class path"))
                        .restore(snapshot);
        };
    }
}
