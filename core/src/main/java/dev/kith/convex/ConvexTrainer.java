package dev.kith.convex;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.proof.Bounds;
import dev.kith.convex.proof.FixedBounds;
import dev.kith.convex.proof.Prover;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Structure;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Barrier;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Learns all tasks together, with a known structure A or one that is learned:
 *
 * <pre>
 *   min over B, b, A of  sum over observations of w loss_t(y, f_t(x)) + lambda tr(A^-1 B'KB) + F(A)
 *   f_t(x) = b_t + sum_i k(x, x_i) B_it
 * </pre>
 *
 * where w is 1/n_t (every task counts the same) unless {@link Training#weighting()} says otherwise. Any losses, kernel and
 * relation combine; tasks with numbers and tasks with classes may be learned together, coupled through A. Every fit carries its relative duality gap.
 *
 * <p>lambda is in the units of the standardised data: labels of deviation 1 unless {@link Training} turns scaling off.
 *
 * @param solver which algorithm learns the structure
 * @param barrier how alternating solvers keep the structure positive definite, and when they stop
 * @param approximation how a kernel on many inputs is approximated; the seed is that of landmarks and random features
 */
public record ConvexTrainer(
        TaskLosses losses,
        Kernel kernel,
        Relation relation,
        double lambda,
        Training training,
        Solver solver,
        Barrier barrier,
        Approximation approximation)
        implements dev.kith.model.Trainer<Model> {
    public ConvexTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        if (relation.pooling() && losses.common().isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + relation.name() + "' is one model for all tasks and needs one loss, got several");
        }
        if (losses.common().isEmpty()) {
            losses.each().values().forEach(loss -> Losses.requireSeparate(loss, "a fit with a loss per task"));
        }
    }

    public ConvexTrainer(TaskLosses losses, Kernel kernel, Relation relation, double lambda, Training training) {
        this(losses, kernel, relation, lambda, training, Solver.AUTO, Barrier.FALLING, Approximation.AUTO);
    }

    /** One loss for all tasks. */
    public ConvexTrainer(Loss loss, Kernel kernel, Relation relation, double lambda, Training training) {
        this(TaskLosses.all(loss), kernel, relation, lambda, training);
    }

    public ConvexTrainer(Loss loss, Kernel kernel, Relation relation, double lambda) {
        this(loss, kernel, relation, lambda, Training.defaults());
    }

    @Override
    public boolean learnsFromMoments() {
        return kernel instanceof Linear && losses.common().map(Loss::quadratic).orElse(false);
    }

    public ConvexTrainer withTraining(Training value) {
        return new ConvexTrainer(losses, kernel, relation, lambda, value, solver, barrier, approximation);
    }

    public ConvexTrainer withSolver(Solver value) {
        return new ConvexTrainer(losses, kernel, relation, lambda, training, value, barrier, approximation);
    }

    /** For solvers that alternate; others have none. */
    public ConvexTrainer withBarrier(Barrier value) {
        return new ConvexTrainer(losses, kernel, relation, lambda, training, solver, value, approximation);
    }

    public ConvexTrainer withApproximation(Approximation value) {
        return new ConvexTrainer(losses, kernel, relation, lambda, training, solver, barrier, value);
    }

    @Override
    public Fit<Model> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(new Workspace(data), progress);
    }

    /** Shares scaled data and factorisations with other losses' and relations' fits, and starts at their weights. */
    @Override
    public Fit<Model> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(
                workspace, prepared -> LinearAlgebra.withThreads(training.threads(), () -> fit(prepared, progress)));
    }

    private Fit<Model> fit(Workspace workspace, Consumer<FitReport.Progress> progress) {
        Dataset data = workspace.data();
        Optional<ClassChoice> choice = data.columns().choice();
        if (relation.pooling() && choice.isPresent()) {
            return PooledChoice.of(this, data).train(workspace, progress);
        }
        if (relation.pooling()) {
            Losses.requireSeparate(losses.common().orElseThrow(), "one model for all tasks");
        }
        Relation own = choice.map(asked -> relation.among(asked, data.tasks())).orElse(relation);
        return with(own, lambda).fit(workspace, progress, relation);
    }

    /** The same with another relation, and a lambda for it. */
    ConvexTrainer with(Relation value, double strength) {
        return new ConvexTrainer(losses, kernel, value, strength, training, solver, barrier, approximation);
    }

    /** @param asked the relation that goes on record */
    private Fit<Model> fit(Workspace workspace, Consumer<FitReport.Progress> progress, Relation asked) {
        Learnable.requireLabels(workspace.data());
        requireMoments(workspace.data());
        relation.requireRoom(workspace.data().taskCount());
        Monitor monitor = new Monitor(training, progress);
        Scaled scaled = Prepared.scaled(workspace, this);
        Prover.Proven found = Decoupled.of(this, workspace, scaled)
                .map(parts -> parts.solve(monitor))
                .orElseGet(() -> solve(workspace, losses.labelled(workspace.data()), scaled, monitor));
        Solution solution = found.solution();
        ModelInfo info = scaled.info(
                asked.name(), losses, kernel, lambda, described(asked, solution, scaled), training, solution);
        FitReport report = solution.report(monitor.seconds());
        Model model = scaled.model(info, kernel, solution, found.saved());
        return new Fit<>(model instanceof LinearModel linear ? withCommon(linear, workspace, scaled) : model, report);
    }

    private LinearModel withCommon(LinearModel model, Workspace workspace, Scaled scaled) {
        return CommonPart.of(this, workspace, scaled, model).map(model::with).orElse(model);
    }

    /** A few rows that stand for many serve linear fits with the squared loss only. */
    private void requireMoments(Dataset data) {
        boolean squared = losses.of(data.tasks()).stream().allMatch(Loss::quadratic);
        if (!(kernel instanceof Linear) || !squared) {
            data.requireRows("kernel '" + kernel.spec() + "' with loss '" + losses.name() + "'");
        }
    }

    /**
     * Solves for all tasks together, and proves the answer where that is asked for.
     *
     * @param raw the data that were scaled, labels as the losses read them
     */
    Prover.Proven solve(Workspace workspace, Dataset raw, Scaled scaled, Monitor monitor) {
        boolean pooled = relation.pooling();
        Attempts solver = new Attempts(workspace, scaled, monitor);
        List<String> tasks = raw.tasks();
        return workspace.proving() && relation.convex()
                ? new Prover(raw, scaled, kernel, losses.of(tasks), training, pooled)
                        .solve(solver, minimum -> bounds(minimum, tasks), monitor)
                : unproven(scaled, solver.get());
    }

    /** Finds the solution; asked for more digits, by a solver that goes on where it was. */
    private final class Attempts implements Supplier<Solution> {
        private final Workspace workspace;
        private final Scaled scaled;
        private final Monitor monitor;
        private boolean again;

        Attempts(Workspace workspace, Scaled scaled, Monitor monitor) {
            this.workspace = workspace;
            this.scaled = scaled;
            this.monitor = monitor;
        }

        @Override
        public Solution get() {
            Optional<Solution> direct = again ? Optional.empty() : direct();
            again = true;
            return direct.orElseGet(() -> relation.pooling()
                    ? Pooling.solve(ConvexTrainer.this, workspace, scaled.data(), monitor)
                    : solve(workspace, scaled, monitor));
        }

        private Optional<Solution> direct() {
            return relation instanceof Structure structure
                            && !relation.pooling()
                            && KernelSystem.suits(scaled.raw(), ConvexTrainer.this)
                    ? Prepared.system(workspace, ConvexTrainer.this, scaled.data())
                            .solve(structure.taskMatrix(scaled.raw().tasks()), lambda, training.tolerance(), monitor)
                    : Optional.empty();
        }
    }

    /** The relation's parameters, the solver where there are several to choose from, the approximation where one was used. */
    private Map<String, String> described(Relation asked, Solution solution, Scaled scaled) {
        Map<String, String> described = new TreeMap<>(asked.parameters());
        if (!(relation instanceof Structure) && relation.convex()) {
            described.put("solver", solver.name().toLowerCase(Locale.ROOT));
            if (solver.alternates()) {
                described.put("barrier", barrier.spec());
                described.put("stop", Texts.number(barrier.stop()));
            }
        }
        if (solution.map().isPresent()) {
            described.put(
                    "approximation",
                    approximation.of(scaled.raw().inputs(), kernel).spec());
        }
        return described;
    }

    private Prover.Proven unproven(Scaled scaled, Solution solution) {
        return new Prover.Proven(solution, scaled.saved(kernel, solution.weights()));
    }

    /** One predictor for all tasks is a single task with lambda T. */
    private Bounds bounds(Solution solution, List<String> tasks) {
        if (relation.pooling()) {
            return new FixedBounds(Matrix.identity(1), lambda * tasks.size());
        }
        TaskMatrix structure = solution.structure().orElseThrow();
        StructurePenalty penalty = relation.penalty(tasks, lambda);
        return Bounds.of(penalty, lambda, structure);
    }

    private Solution solve(Workspace workspace, Scaled scaled, Monitor monitor) {
        List<String> tasks = scaled.raw().tasks();
        if (KrylovFits.suit(scaled.raw(), this)) {
            Optional<Solution> solution =
                    Prepared.krylov(workspace, this, scaled.data()).solve(this, tasks, monitor);
            if (solution.isPresent()) {
                return solution.get();
            }
        }
        if (TaskSpaceFits.suit(scaled.raw(), this)) {
            Optional<Solution> solution =
                    Prepared.taskSpace(workspace, this, scaled.data()).solve(this, tasks, monitor);
            if (solution.isPresent()) {
                return solution.get();
            }
        }
        return Solvers.direct(scaled, this, monitor)
                .orElseGet(() -> Solvers.solve(prepared(workspace, scaled.data()), this, tasks, monitor));
    }

    Prepared prepared(Workspace workspace, Dataset scaled) {
        return Prepared.of(workspace, this, false, () -> problem(scaled));
    }

    /** Scaled data as the solvers see them. */
    Problem problem(Dataset scaled) {
        return new Problem(scaled, training, kernel, approximation);
    }
}
