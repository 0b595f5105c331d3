package dev.kith.online.learner;

import dev.kith.kernel.VectorKernel;
import dev.kith.loss.Loss;
import dev.kith.online.Interaction;
import dev.kith.online.LearnerProvider;
import dev.kith.online.OnlineLearner;
import dev.kith.online.SharedLoss;
import dev.kith.online.SharingSearch;
import dev.kith.online.Snapshot;
import dev.kith.online.TaskRelations;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import dev.kith.online.adaptive.AdaptiveLearner;
import dev.kith.online.adaptive.RelatedAdaptive;
import dev.kith.online.perceptron.KernelPerceptron;
import dev.kith.online.perceptron.KernelSecondOrder;
import dev.kith.online.perceptron.MatrixPerceptron;
import dev.kith.online.perceptron.PNormPerceptron;
import dev.kith.online.perceptron.RelatedPerceptron;
import dev.kith.online.perceptron.SecondOrderPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import dev.kith.online.state.SpectralGauge;
import dev.kith.online.state.StepLoss;
import dev.kith.online.vote.GraphLearner;
import dev.kith.online.vote.VotingLearner;
import dev.kith.provider.Providers;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Online learners: Kith's own, each by a method here, and all of them, with those of {@link LearnerProvider}s, from their
 * snapshots. The interaction says how much a mistake on one task teaches the others.
 */
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
                    "matrix",
                    AdaptiveLearner.SNAPSHOT,
                    RelatedAdaptive.SNAPSHOT,
                    GraphLearner.SNAPSHOT,
                    VotingLearner.SNAPSHOT));

    private Learners() {}

    /** The multitask perceptron in which every task teaches all others alike. */
    public static OnlineLearner shared(UniformSharing sharing) {
        return new SharedPerceptron(sharing);
    }

    /** {@link #shared(UniformSharing)} with another rule of update, predicting by the average of all its weights if asked. */
    public static OnlineLearner shared(UniformSharing sharing, Update rule, boolean averaged) {
        return new SharedPerceptron(sharing, rule, averaged);
    }

    /** {@link #shared(UniformSharing, Update, boolean)} that finds out while running how much to share. */
    public static OnlineLearner auto(Update rule, boolean averaged) {
        return SharedPerceptron.auto(rule, averaged);
    }

    /** The multitask perceptron with any interaction matrix. */
    public static OnlineLearner related(TaskRelations relations, Update rule, boolean averaged) {
        return new RelatedPerceptron(relations, rule, averaged);
    }

    /** The multitask perceptron on a kernel, with at most {@code budget} rows kept. */
    public static OnlineLearner kernel(Interaction interaction, VectorKernel kernel, Update rule, int budget) {
        return new KernelPerceptron(interaction, kernel, rule, budget);
    }

    /** {@link #kernel} that keeps all rows and predicts by the average of all its weights. */
    public static OnlineLearner averagedKernel(Interaction interaction, VectorKernel kernel, Update rule) {
        return KernelPerceptron.averaged(interaction, kernel, rule);
    }

    /** {@link #kernel} that finds out while running how much to share; averaged only without a limit on the rows kept. */
    public static OnlineLearner autoKernel(VectorKernel kernel, Update rule, int budget, boolean averaged) {
        return KernelPerceptron.auto(kernel, rule, budget, averaged);
    }

    /**
     * Finds out while running how much to share, for learners that cannot search on sums in common: one for every b of a grid, each
     * learning from its own mistakes, predicting by weighted majority. Its mistakes are at most twice those of the best of them and a
     * term that grows with the square root of the rows on which they disagreed ({@link SharingSearch#allowed}).
     */
    public static OnlineLearner voting(Function<UniformSharing, OnlineLearner> member) {
        return VotingLearner.overSharing(member);
    }

    /**
     * Perceptrons over several graphs of tasks, three of them inferred while running from how alike the tasks' weights are, and a given one
     * if any, predicting by weighted majority: proven against the best of them as {@link #voting}; how good the inferred ones are is measured.
     */
    public static OnlineLearner graph(Optional<TaskRelations> given) {
        return GraphLearner.of(given);
    }

    /** The p-norm multitask perceptron, p &gt;= 2. */
    public static OnlineLearner pNorm(Interaction interaction, double p) {
        return new PNormPerceptron(interaction, p);
    }

    /**
     * The p-norm perceptron on instances A^-1/2 phi in place of A^-1 phi (remark 7 of the paper): p = 2 is the multitask
     * perceptron, and the bound for equal tasks is K times as large.
     */
    public static OnlineLearner rootPNorm(Interaction interaction, double p) {
        return PNormPerceptron.ofRoot(interaction, p);
    }

    /** The p with the best bound for this many tasks and features in {@link #pNorm}. */
    public static double bestP(int tasks, int features) {
        return PNormPerceptron.defaultP(tasks, features);
    }

    /** The second-order multitask perceptron. */
    public static OnlineLearner secondOrder(Interaction interaction, int tasks, int features) {
        return new SecondOrderPerceptron(interaction, tasks, features);
    }

    /** {@link #secondOrder(Interaction, int, int)} that predicts by the average of all its weights. */
    public static OnlineLearner averagedSecondOrder(Interaction interaction, int tasks, int features) {
        return SecondOrderPerceptron.averaged(interaction, tasks, features);
    }

    /** {@link #secondOrder(Interaction, VectorKernel, int)} that keeps all rows and predicts by the average of all its weights. */
    public static OnlineLearner averagedSecondOrder(Interaction interaction, VectorKernel kernel) {
        return KernelSecondOrder.averaged(interaction, kernel);
    }

    /** The second-order multitask perceptron on a kernel, with at most {@code budget} rows kept. */
    public static OnlineLearner secondOrder(Interaction interaction, VectorKernel kernel, int budget) {
        return new KernelSecondOrder(interaction, kernel, budget);
    }

    /** The matrix perceptron with the Schatten 2p-norm, p &gt;= 1, several tasks a round; with a shared loss where given. */
    public static OnlineLearner matrix(double p, Optional<SharedLoss> loss) {
        return new MatrixPerceptron(p, loss);
    }

    /** {@link #matrix(double, Optional)} on a kernel. */
    public static OnlineLearner matrix(double p, Optional<SharedLoss> loss, VectorKernel kernel) {
        return matrix(p, loss, kernel, Integer.MAX_VALUE);
    }

    /** {@link #matrix(double, Optional)} on a kernel, with at most {@code budget} rows kept. */
    public static OnlineLearner matrix(double p, Optional<SharedLoss> loss, VectorKernel kernel, int budget) {
        return new MatrixPerceptron(new SpectralGauge.Schatten(p), loss, kernel, budget);
    }

    /** The matrix perceptron with the length of the {@code count} largest singular values for its norm. */
    public static OnlineLearner leading(int count, Optional<SharedLoss> loss) {
        return new MatrixPerceptron(new SpectralGauge.Largest(count), loss);
    }

    /** {@link #leading(int, Optional)} on a kernel, with at most {@code budget} rows kept. */
    public static OnlineLearner leading(int count, Optional<SharedLoss> loss, VectorKernel kernel, int budget) {
        return new MatrixPerceptron(new SpectralGauge.Largest(count), loss, kernel, budget);
    }

    /** The p with the best bound for this many tasks and features in {@link #matrix}. */
    public static int bestMatrixP(int tasks, int features) {
        return MatrixPerceptron.defaultP(tasks, features);
    }

    /**
     * Gradient descent with a step of its own for every weight, in a part that all tasks share and a part of each; weighs
     * rows.
     *
     * @param loss logistic or hinge
     * @param rate the first step of every weight, &gt; 0; 1 is a good one
     */
    public static OnlineLearner adaptive(UniformSharing sharing, Loss loss, double rate) {
        return new AdaptiveLearner(sharing, StepLoss.of(loss), rate);
    }

    /** {@link #adaptive(UniformSharing, Loss, double)} with any interaction matrix. */
    public static OnlineLearner adaptive(TaskRelations relations, Loss loss, double rate) {
        return new RelatedAdaptive(relations, StepLoss.of(loss), rate);
    }

    /** The sharing that {@link #adaptive} does well with on words: b = 4 times the number of tasks. */
    public static UniformSharing adaptiveSharing() {
        return AdaptiveLearner.usualSharing();
    }

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
            case AdaptiveLearner.SNAPSHOT -> AdaptiveLearner.restore(snapshot);
            case RelatedAdaptive.SNAPSHOT -> RelatedAdaptive.restore(snapshot);
            case GraphLearner.SNAPSHOT -> GraphLearner.restore(snapshot, Learners::restore);
            case VotingLearner.SNAPSHOT -> VotingLearner.restore(snapshot, Learners::restore);
            default ->
                OTHERS.find(learner)
                        .orElseThrow(() -> new IllegalArgumentException("snapshot of an unknown learner '" + learner
                                + "': a LearnerProvider of that name must be on the class path"))
                        .restore(snapshot);
        };
    }
}
