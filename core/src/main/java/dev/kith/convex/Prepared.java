package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Kernel;
import dev.kith.loss.Loss;
import dev.kith.loss.Squared;
import dev.kith.model.Workspace;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Everything about a data set that does not depend on lambda or the relation: its problem, with the kernel factored, the
 * data term of each loss, and for every kind of relation a solver that goes on from where its last fit ended.
 */
final class Prepared {
    private final Problem problem;
    private final Map<String, DataTerm> terms = new HashMap<>();
    private final Map<String, ProximalSolver> solvers = new HashMap<>();

    Prepared(Problem problem) {
        this.problem = problem;
    }

    /** All that the scaled data depend on beside the raw data. */
    private record ScalingKey(
            boolean classes, boolean standardize, TargetScale targetScale, boolean intercept, boolean scalable) {}

    private record ProblemKey(
            ScalingKey scaling, Kernel kernel, Options.Weighting weighting, int landmarks, boolean pooled) {}

    private record KrylovKey(ScalingKey scaling, Kernel kernel, Options.Weighting weighting) {}

    private static ScalingKey scalingKey(ConvexTrainer trainer) {
        Options options = trainer.options();
        return new ScalingKey(
                trainer.loss().classification(),
                options.standardize(),
                options.targetScale(),
                options.intercept(),
                trainer.kernel().scalable());
    }

    static Scaled scaled(Workspace workspace, ConvexTrainer trainer) {
        return workspace.reuse(scalingKey(trainer), Scaled.class, () -> {
            Dataset data = trainer.loss().classification() ? workspace.data().asClasses() : workspace.data();
            return Scaled.of(data, trainer.loss(), trainer.kernel(), trainer.options());
        });
    }

    /** @param pooled whether the problem is that of one task made of all */
    static Prepared of(Workspace workspace, ConvexTrainer trainer, boolean pooled, Supplier<Problem> problem) {
        ProblemKey key = new ProblemKey(
                scalingKey(trainer),
                trainer.kernel(),
                trainer.options().weighting(),
                trainer.options().landmarks(),
                pooled);
        return workspace.reuse(key, Prepared.class, () -> new Prepared(problem.get()));
    }

    static KrylovFits krylov(Workspace workspace, ConvexTrainer trainer, Dataset scaled) {
        KrylovKey key = new KrylovKey(
                scalingKey(trainer), trainer.kernel(), trainer.options().weighting());
        return workspace.reuse(
                key, KrylovFits.class, () -> new KrylovFits(scaled, trainer.kernel(), trainer.options()));
    }

    Problem problem() {
        return problem;
    }

    DataTerm term(Loss loss) {
        return terms.computeIfAbsent(
                loss.name(), name -> loss instanceof Squared ? new Quadratic(problem) : new Margins(problem, loss));
    }

    /** The proximal solver of this loss and kind of relation, wherever its last fit left it. */
    ProximalSolver solver(ConvexTrainer trainer) {
        return solvers.computeIfAbsent(
                trainer.loss().name() + ' ' + trainer.relation().name(),
                name -> Solvers.proximal(problem, term(trainer.loss()), trainer.loss()));
    }
}
