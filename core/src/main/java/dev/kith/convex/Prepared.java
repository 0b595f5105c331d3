package dev.kith.convex;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.dual.AscentStep;
import dev.kith.convex.dual.KnownAscent;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Margins;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.ProximalSolver;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Supervised;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a data set that does not depend on lambda or the relation: its problem, with the kernel factored, the
 * data term of each loss, and for every kind of relation a solver that goes on from where its last fit ended.
 */
final class Prepared {
    private final Problem problem;
    private final Map<List<Loss>, DataTerm> terms = new HashMap<>();
    private final Map<SolverKey, ProximalSolver> solvers = new HashMap<>();
    private final Map<List<Loss>, KnownAscent> ascents = new HashMap<>();

    Prepared(Problem problem) {
        this.problem = problem;
    }

    private final Map<SolverKey, Matrix> structures = new HashMap<>();

    private record SolverKey(DataTerm term, String relation) {}

    /** All that the scaled data depend on beside the raw data. */
    private record ScalingKey(
            Object labels, boolean standardize, TargetScale targetScale, boolean intercept, boolean scalable) {}

    private record ProblemKey(
            ScalingKey scaling,
            Kernel kernel,
            Training.Weighting weighting,
            Approximation approximation,
            long seed,
            boolean pooled) {}

    private record SystemKey(ScalingKey scaling, Kernel kernel, Training.Weighting weighting) {}

    private record KrylovKey(ScalingKey scaling, Kernel kernel, Training.Weighting weighting) {}

    private record TaskSpaceKey(ScalingKey scaling, Kernel kernel, Training.Weighting weighting) {}

    private static ScalingKey scalingKey(ConvexTrainer trainer) {
        Training training = trainer.training();
        return new ScalingKey(
                reading(trainer.losses()),
                training.standardize(),
                training.targetScale(),
                training.intercept(),
                trainer.kernel().scalable());
    }

    /** Losses that read labels alike share the scaled data. */
    private static Object reading(TaskLosses losses) {
        return losses.common()
                .<Object>map(loss -> List.of(loss.classification(), loss.scalable()))
                .orElse(losses);
    }

    static Scaled scaled(Workspace workspace, ConvexTrainer trainer) {
        return workspace.reuse(scalingKey(trainer), Scaled.class, () -> {
            Dataset data = trainer.losses().labelled(workspace.data());
            return Scaled.of(data, trainer.losses(), trainer.kernel(), trainer.training());
        });
    }

    /** @param pooled whether the problem is that of one task made of all */
    static Prepared of(Workspace workspace, ConvexTrainer trainer, boolean pooled, Supplier<Problem> problem) {
        ProblemKey key = new ProblemKey(
                scalingKey(trainer),
                trainer.kernel(),
                trainer.training().weighting(),
                trainer.approximation(),
                trainer.training().seed(),
                pooled);
        return workspace.reuse(key, Prepared.class, () -> new Prepared(problem.get()));
    }

    static KernelSystem system(Workspace workspace, ConvexTrainer trainer, Dataset scaled) {
        SystemKey key = new SystemKey(
                scalingKey(trainer), trainer.kernel(), trainer.training().weighting());
        return workspace.reuse(
                key, KernelSystem.class, () -> new KernelSystem(scaled, trainer.kernel(), trainer.training()));
    }

    static KrylovFits krylov(Workspace workspace, ConvexTrainer trainer, Dataset scaled) {
        KrylovKey key = new KrylovKey(
                scalingKey(trainer), trainer.kernel(), trainer.training().weighting());
        return workspace.reuse(
                key, KrylovFits.class, () -> new KrylovFits(scaled, trainer.kernel(), trainer.training()));
    }

    static TaskSpaceFits taskSpace(Workspace workspace, ConvexTrainer trainer, Dataset scaled) {
        TaskSpaceKey key = new TaskSpaceKey(
                scalingKey(trainer), trainer.kernel(), trainer.training().weighting());
        return workspace.reuse(
                key, TaskSpaceFits.class, () -> new TaskSpaceFits(scaled, trainer.kernel(), trainer.training()));
    }

    Problem problem() {
        return problem;
    }

    /** @param losses one a task */
    DataTerm term(List<Loss> losses) {
        return terms.computeIfAbsent(losses, each -> DataTerm.of(problem, each));
    }

    /**
     * The minimum for a known structure by dual ascent, going on from the last one with these losses; empty where that does
     * not suit, or does not get there.
     */
    Optional<Minimum> ascend(ConvexTrainer trainer, List<String> tasks, TaskMatrix a, Monitor monitor) {
        if (!KnownAscent.suits(a, problem)) {
            return Optional.empty();
        }
        KnownAscent ascent =
                ascents.computeIfAbsent(trainer.losses().of(tasks), losses -> new KnownAscent(problem, losses));
        Minimum found = ascent.solve(a, trainer.lambda(), monitor);
        return monitor.status() == FitReport.Status.CONVERGED || monitor.status() == FitReport.Status.INTERRUPTED
                ? Optional.of(found)
                : Optional.empty();
    }

    /** The step on the predictors for a structure that is being learned. */
    Supervised supervised(DataTerm term, ConvexTrainer trainer, List<String> tasks) {
        if (term instanceof Margins margins
                && margins.split()
                && KnownAscent.suits(TaskMatrix.of(Matrix.identity(problem.tasks)), problem)) {
            KnownAscent ascent = new KnownAscent(problem, trainer.losses().of(tasks));
            return new AscentStep(margins, ascent, trainer.lambda(), trainer.training());
        }
        return term.supervised(trainer.lambda(), trainer.training());
    }

    /** Structure learned by the last fit of this term and kind of relation; null before the first. */
    @Nullable
    Matrix structure(DataTerm term, String relation) {
        return structures.get(new SolverKey(term, relation));
    }

    void keep(DataTerm term, String relation, Matrix structure) {
        structures.put(new SolverKey(term, relation), structure);
    }

    /** The proximal solver of this term and kind of relation, wherever its last fit left it. */
    ProximalSolver solver(DataTerm term, String relation) {
        return solvers.computeIfAbsent(new SolverKey(term, relation), key -> term.proximal());
    }
}
