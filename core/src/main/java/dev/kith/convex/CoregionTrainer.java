package dev.kith.convex;

import dev.kith.convex.basis.KernelStack;
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
import dev.kith.convex.sum.SumBounds;
import dev.kith.convex.sum.SumRegularizer;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.KernelSum;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelSumModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Several kernels, each with a structure matrix of its own: a linear model of coregionalisation,
 *
 * <pre>
 *   min over B_q, b, A_q of  sum over observations of w loss_t(y, f_t(x)) + sum_q ( lambda tr(A_q^-1 B_q'K_q B_q) + F(A_q) )
 *   f_t(x) = b_t + sum_q sum_i k_q(x, x_i) B_q[i, t]
 * </pre>
 *
 * Tasks may be alike in what one kernel sees and not in what another does. The objective is convex in all of it together for every
 * convex relation, and every fit carries its relative duality gap; weights w and units are those of {@link ConvexTrainer}, which
 * learns one A for the sum of the kernels. Kernel matrices of all inputs are factored, O(n^3) each.
 *
 * @param relation what is known of, or charged for, each A_q; the same for all kernels
 */
public record CoregionTrainer(TaskLosses losses, KernelSum kernels, Relation relation, double lambda, Training training)
        implements Trainer<KernelSumModel> {
    /** Beyond so many inputs factors of kernel matrices would take hours and many gigabytes. */
    public static final int MOST_INPUTS = 6000;

    /** What a model's parameters say of such a fit. */
    public static final String STRUCTURES = "structures";

    public CoregionTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        if (!relation.convex() || relation.pooling()) {
            throw new IllegalArgumentException(
                    "kernels with a structure each need a convex relation between tasks, got '" + relation.name()
                            + "'");
        }
    }

    /** One loss for all tasks. */
    public CoregionTrainer(Loss loss, KernelSum kernels, Relation relation, double lambda, Training training) {
        this(TaskLosses.all(loss), kernels, relation, lambda, training);
    }

    public CoregionTrainer(Loss loss, KernelSum kernels, Relation relation, double lambda) {
        this(loss, kernels, relation, lambda, Training.defaults());
    }

    @Override
    public Fit<KernelSumModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(new Workspace(data), progress);
    }

    /** Shares scaled data and factors with fits of other lambdas and relations, and starts at their weights. */
    @Override
    public Fit<KernelSumModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(
                workspace, prepared -> LinearAlgebra.withThreads(training.threads(), () -> fit(prepared, progress)));
    }

    /** What fits to the same data share: all that depends neither on lambda nor on the relation. */
    private record Ready(Dataset raw, Scaled scaled, KernelStack stack, DataTerm term, ProximalSolver solver) {}

    /** What that depends on beside the data. */
    private record Key(
            TaskLosses losses,
            KernelSum kernels,
            boolean intercept,
            boolean standardize,
            TargetScale scale,
            Training.Weighting weighting) {}

    private Ready ready(Workspace workspace) {
        Key key = new Key(
                losses,
                kernels,
                training.intercept(),
                training.standardize(),
                training.targetScale(),
                training.weighting());
        return workspace.reuse(key, Ready.class, () -> {
            Dataset raw = losses.labelled(workspace.data());
            Scaled scaled = Scaled.of(raw, losses, kernels, training);
            KernelStack stack = KernelStack.of(scaled.data(), training, kernels);
            List<Loss> each = losses.of(raw.tasks());
            DataTerm term = each.stream().allMatch(Loss::quadratic)
                    ? Quadratic.unrotated(stack.problem())
                    : DataTerm.of(stack.problem(), each);
            return new Ready(raw, scaled, stack, term, term.proximal());
        });
    }

    private Fit<KernelSumModel> fit(Workspace workspace, Consumer<FitReport.Progress> progress) {
        Dataset data = workspace.data();
        Learnable.requireLabels(data);
        data.requireRows("kernel '" + kernels.spec() + "'");
        relation.requireRoom(data.taskCount());
        if (data.inputs().rows() > MOST_INPUTS) {
            throw new IllegalArgumentException("kernels with a structure each take at most " + MOST_INPUTS
                    + " inputs, got " + data.inputs().rows());
        }
        Monitor monitor = new Monitor(training, progress);
        Ready ready = ready(workspace);
        Prover.Proven proven = solve(ready, monitor, workspace.proving());
        Solution solution = proven.solution();
        KernelSumModel model = model(ready, solution, proven.saved());
        return new Fit<>(model, solution.report(monitor.seconds()));
    }

    private Prover.Proven solve(Ready ready, Monitor monitor, boolean proving) {
        List<String> tasks = ready.raw.tasks();
        List<StructurePenalty> penalties = kernels.views().stream()
                .map(view -> relation.penalty(tasks, lambda))
                .toList();
        SumRegularizer regularizer = regularizer(ready.stack, penalties);
        if (!proving) {
            Solution found = solution(ready, penalties, regularizer, monitor);
            return new Prover.Proven(found, ready.scaled.saved(kernels, found.weights()));
        }
        return new Prover(ready.raw, ready.scaled, kernels, losses.of(tasks), training, false, true)
                .solve(
                        () -> solution(ready, penalties, regularizer, monitor),
                        found -> bounds(penalties, found.structures()),
                        monitor);
    }

    private SumRegularizer regularizer(KernelStack stack, List<StructurePenalty> penalties) {
        List<Regularizer.Proximal> parts = new ArrayList<>();
        for (int q = 0; q < stack.size(); q++) {
            int dim = stack.start()[q + 1] - stack.start()[q];
            Regularizer own = penalties.get(q) instanceof EntrywisePenalty entrywise
                    ? new SparseRegularizer(entrywise, lambda, stack.problem().tasks)
                    : Regularizer.of(penalties.get(q), lambda, stack.problem().tasks, dim);
            if (!(own instanceof Regularizer.Proximal proximal)) {
                throw new IllegalArgumentException("kernels with a structure each need a relation with a shifted"
                        + " structure step (StructurePenalty.proximable), got '" + relation.name() + "'");
            }
            parts.add(proximal);
        }
        return new SumRegularizer(parts, stack.start());
    }

    private Bounds bounds(List<StructurePenalty> penalties, List<TaskMatrix> structures) {
        List<Bounds> parts = new ArrayList<>();
        for (int q = 0; q < structures.size(); q++) {
            parts.add(Bounds.of(penalties.get(q), lambda, structures.get(q)));
        }
        return new SumBounds(parts);
    }

    private static Solution solution(
            Ready ready, List<StructurePenalty> penalties, SumRegularizer regularizer, Monitor monitor) {
        Minimum minimum = ready.solver.solve(regularizer, monitor);
        List<TaskMatrix> structures = new ArrayList<>();
        for (int q = 0; q < penalties.size(); q++) {
            int[] start = ready.stack.start();
            Matrix own = KernelStack.columns(minimum.wt(), start[q], start[q + 1]);
            structures.add(
                    regularizer.parts().get(q) instanceof SparseRegularizer sparse
                            ? TaskMatrix.of(sparse.structure(own))
                            : Solvers.structure(penalties.get(q), own));
        }
        return Solvers.solution(ready.stack.problem(), ready.term, minimum, Optional.empty(), monitor)
                .withStructures(structures);
    }

    private KernelSumModel model(Ready ready, Solution solution, Scaled.Saved saved) {
        Map<String, String> described = new TreeMap<>(relation.parameters());
        described.put(STRUCTURES, "each");
        ModelInfo info = ready.scaled.info(relation.name(), losses, kernels, lambda, described, training, solution);
        int n = ready.raw.inputs().rows();
        List<Matrix> coefficients = new ArrayList<>();
        for (int q = 0; q < kernels.views().size(); q++) {
            int from = q * n;
            coefficients.add(saved.coefficients()
                    .selectRows(IntStream.range(from, from + n).toArray()));
        }
        return KernelSumModel.ofStructures(
                info,
                kernels,
                ready.scaled.scaling(),
                ready.scaled.data().inputs(),
                coefficients,
                saved.intercept(),
                solution.structures());
    }
}
