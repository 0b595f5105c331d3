package dev.kith.convex;

import dev.kith.convex.basis.KernelStack;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.proof.Bounds;
import dev.kith.convex.proof.Prover;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.ProximalSolver;
import dev.kith.convex.solver.Quadratic;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.convex.solver.SparseRegularizer;
import dev.kith.convex.sum.OwnAndShared;
import dev.kith.convex.sum.Parted;
import dev.kith.convex.sum.SharedWeights;
import dev.kith.convex.sum.SumBounds;
import dev.kith.convex.sum.SumRegularizer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.Schema;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Linear models of tasks that have a part in common, learned together with what each has of its own:
 *
 * <pre>
 *   min over w_0, V, b, A of  sum over observations of w loss(y, b_t + x'(w_0 + v_t)) + lambda tr(A^-1 V'V) + F(A) + cost lambda ||w_0||^2
 * </pre>
 *
 * with any relation between tasks, known or learned, that is convex, charging for what tasks differ by instead of for all they are.
 * Columns that are the same in all rows of a task (its attributes) have weights in w_0 only. A cost of 1 charges w_0 as the weights of
 * one task alone are charged, whatever the number of tasks; towards 0 it becomes free, towards infinity the fit that of {@link
 * ConvexTrainer}. Weights and units are as there. Every fit carries its relative duality gap; predictions of rows of tasks that the model does not have are by w_0 ({@link LinearModel#commonModel()}).
 *
 * @param relation of what tasks have of their own; the model's structure is that of V
 */
public record CommonTrainer(TaskLosses losses, Relation relation, double lambda, double cost, Training training)
        implements Trainer<LinearModel> {
    /** What a model's parameters call the cost. */
    public static final String COST = ModelInfo.COMMON_COST;

    /* Why features twice instead of a step on W = V + 1w_0': R(V) + cost lambda ||w_0||^2 is a sum over columns, whose proximal step
     * and conjugate are those of the parts. As a penalty of W it is an infimal convolution, without a proximal step for learned
     * relations. See docs/TRIED.md. */

    public CommonTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        if (!(cost > 0 && cost < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(COST + " must be a finite number > 0, got " + cost);
        }
        if (!relation.convex() || relation.pooling()) {
            throw new IllegalArgumentException(
                    COST + " is for convex relations between tasks of their own, got '" + relation.name() + "'");
        }
        if (training.targetScale() == TargetScale.TASK) {
            throw new IllegalArgumentException(
                    COST + " needs labels on one scale (target-scale all or none), got labels scaled by task");
        }
        losses.common().ifPresent(CommonTrainer::requireSeparate);
        losses.each().values().forEach(CommonTrainer::requireSeparate);
    }

    private static void requireSeparate(Loss loss) {
        Losses.requireSeparate(loss, "a fit with a common part");
    }

    /** What tasks of a trainer with the linear kernel have in common, at this cost. */
    public static CommonTrainer of(ConvexTrainer trainer, double cost) {
        if (!(trainer.kernel() instanceof Linear)) {
            throw new IllegalArgumentException(
                    COST + " needs the linear kernel, got '" + trainer.kernel().spec() + "'");
        }
        if (trainer.solver() != Solver.AUTO) {
            throw new IllegalArgumentException(COST + " has one solver (auto), got '"
                    + trainer.solver().name().toLowerCase(Locale.ROOT) + "'");
        }
        return new CommonTrainer(trainer.losses(), trainer.relation(), trainer.lambda(), cost, trainer.training());
    }

    @Override
    public Fit<LinearModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(new Workspace(data), progress);
    }

    @Override
    public boolean learnsFromMoments() {
        return losses.common().map(Loss::quadratic).orElse(false);
    }

    /** Shares scaled data with fits of other lambdas, costs and relations, and starts at their weights. */
    @Override
    public Fit<LinearModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(
                workspace, prepared -> LinearAlgebra.withThreads(training.threads(), () -> fit(prepared, progress)));
    }

    /**
     * What fits to the same data share: all that depends neither on lambda nor on the relation.
     *
     * @param twice the data with own and shared features, labels as the losses read them
     */
    private record Ready(
            OwnAndShared columns,
            Dataset twice,
            Scaled scaled,
            Problem problem,
            DataTerm term,
            Map<String, ProximalSolver> solvers) {
        ProximalSolver solver(String relation) {
            return solvers.computeIfAbsent(relation, name -> term.proximal());
        }
    }

    /** What that depends on beside the data. */
    private record Key(
            TaskLosses losses,
            boolean intercept,
            boolean standardize,
            TargetScale scale,
            Training.Weighting weighting) {}

    private Ready ready(Workspace workspace) {
        Key key = new Key(
                losses, training.intercept(), training.standardize(), training.targetScale(), training.weighting());
        return workspace.reuse(key, Ready.class, () -> {
            Dataset raw = losses.labelled(workspace.data());
            OwnAndShared columns = OwnAndShared.of(raw);
            Dataset twice = columns.apply(raw);
            Scaled scaled = Scaled.of(twice, losses, new Linear(), training).rounding(columns::rounded);
            Problem problem = Problem.onFeatures(scaled.data(), training);
            List<Loss> each = losses.of(raw.tasks());
            DataTerm term =
                    each.stream().allMatch(Loss::quadratic) ? Quadratic.unrotated(problem) : DataTerm.of(problem, each);
            return new Ready(columns, twice, scaled, problem, term, new HashMap<>());
        });
    }

    private Fit<LinearModel> fit(Workspace workspace, Consumer<FitReport.Progress> progress) {
        Dataset data = workspace.data();
        Learnable.requireLabels(data);
        if (data.columns().choice().isPresent()) {
            throw new DataException(COST + " is for tasks that ask one question; questions about different classes have"
                    + " nothing in common: leave it out");
        }
        relation.requireRoom(data.taskCount());
        if (!losses.of(data.tasks()).stream().allMatch(Loss::quadratic)) {
            data.requireRows("loss '" + losses.name() + "'");
        }
        Monitor monitor = new Monitor(training, progress);
        Ready ready = ready(workspace);
        Prover.Proven proven = solve(ready, monitor, workspace.proving());
        LinearModel model = model(data, ready, proven);
        return new Fit<>(model, proven.solution().report(monitor.seconds()));
    }

    private Prover.Proven solve(Ready ready, Monitor monitor, boolean proving) {
        List<String> tasks = ready.twice.tasks();
        StructurePenalty penalty = relation.penalty(tasks, lambda);
        SumRegularizer regularizer = regularizer(ready, penalty);
        if (!proving) {
            Solution found = solution(ready, penalty, regularizer, monitor);
            return new Prover.Proven(found, ready.scaled.saved(new Linear(), found.weights()));
        }
        return new Prover(ready.twice, ready.scaled, new Linear(), losses.of(tasks), training, false)
                .solve(
                        () -> solution(ready, penalty, regularizer, monitor),
                        found -> bounds(ready, penalty, found.structure().orElseThrow()),
                        monitor);
    }

    private SumRegularizer regularizer(Ready ready, StructurePenalty penalty) {
        int own = ready.columns.own().length;
        Regularizer charged = penalty instanceof EntrywisePenalty entrywise
                ? new SparseRegularizer(entrywise, lambda, ready.problem.tasks)
                : Regularizer.of(penalty, lambda, ready.problem.tasks, own);
        if (!(charged instanceof Regularizer.Proximal proximal)) {
            throw new IllegalArgumentException(COST + " needs a relation with a shifted structure step"
                    + " (StructurePenalty.proximable), got '" + relation.name() + "'");
        }
        return new SumRegularizer(
                List.of(proximal, new SharedWeights(cost * lambda)), new int[] {0, own, ready.problem.dim});
    }

    private Bounds bounds(Ready ready, StructurePenalty penalty, TaskMatrix structure) {
        return new SumBounds(
                List.of(Bounds.of(penalty, lambda, structure), new SharedWeights(cost * lambda)),
                List.of(ready.columns.own().length, ready.columns.features()));
    }

    private Solution solution(Ready ready, StructurePenalty penalty, SumRegularizer regularizer, Monitor monitor) {
        Minimum minimum = ready.solver(relation.name()).solve(regularizer, monitor);
        Matrix own = KernelStack.columns(minimum.wt(), 0, ready.columns.own().length);
        TaskMatrix structure = regularizer.parts().get(0) instanceof SparseRegularizer sparse
                ? TaskMatrix.of(sparse.structure(own))
                : Solvers.structure(penalty, own);
        return Solvers.solution(ready.problem, ready.term, minimum, Optional.of(structure), monitor);
    }

    private LinearModel model(Dataset data, Ready ready, Prover.Proven proven) {
        Map<String, String> described = new TreeMap<>(relation.parameters());
        described.put(COST, Double.toString(cost));
        Solution solution = proven.solution();
        ModelInfo info = ready.scaled
                .info(relation.name(), losses, new Linear(), lambda, described, training, solution)
                .with(Schema.of(losses.labelled(data)));
        return new Parted(ready.columns, ready.scaled.scaling(), proven.saved())
                .model(info, solution.structure().orElseThrow(), training.intercept(), losses);
    }
}
