package dev.kith.convex;

import dev.kith.convex.basis.Basis;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.direct.Elimination;
import dev.kith.convex.direct.GraphElimination;
import dev.kith.convex.rounds.Alternation;
import dev.kith.convex.rounds.Descent;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.KnownStructure;
import dev.kith.convex.solver.Margins;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.ProximalGradient;
import dev.kith.convex.solver.ProximalSolver;
import dev.kith.convex.solver.Quadratic;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.convex.solver.SparseRegularizer;
import dev.kith.convex.solver.Splitting;
import dev.kith.convex.solver.StationaryAlternation;
import dev.kith.convex.solver.Supervised;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import dev.kith.structure.Structure;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.FixedStructure;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StationaryPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses the solver for a problem and turns its answer into a {@link Solution}. */
final class Solvers {
    /**
     * Known structures with the squared loss are linear systems, solved to rounding at the usual tolerance and below. The
     * objective is flat at its minimum: an excess of 1e-22 is an error of about 1e-11 in the weights.
     */
    static final double EXACT = 1e-22;

    /** Who asks for fewer digits than usual, to tell candidates apart, gets fewer: so much below the tolerance. */
    private static final double BELOW = 1e-6;

    /** Large graphs take many steps to the last digit, and are solved this much below the tolerance only. */
    private static final double SOMEWHAT = 0.1;

    /** Nodes above tasks have systems of all features; with more features than this, iterations are cheaper. */
    private static final int MOST_ELIMINATED = 128;

    private static final double MOST_NODE_NUMBERS = 5e7;

    /** There are two systems per task of a graph; an eighth of the memory each, at most. */
    private static final double MOST_GRAPH_NUMBERS =
            Math.min(1e8, Runtime.getRuntime().maxMemory() / 8.0 / Double.BYTES);

    /** Tasks learned alone are where descent starts. */
    private static final double ALONE = 1e-8;

    private Solvers() {}

    static Solution solve(Prepared prepared, ConvexTrainer trainer, List<String> tasks, Monitor monitor) {
        Problem problem = prepared.problem();
        DataTerm v = prepared.term(trainer.losses().of(tasks));
        double lambda = trainer.lambda();
        Solver solver = trainer.solver();
        StructurePenalty penalty = penalty(trainer, tasks);
        String relation = trainer.relation().name();
        Regularizer regularizer = penalty instanceof EntrywisePenalty entrywise && !solver.alternates()
                ? new SparseRegularizer(entrywise, lambda, problem.tasks, prepared.structure(v, relation))
                : Regularizer.of(penalty, lambda, problem.tasks, problem.dim);
        if (v instanceof Quadratic quadratic && penalty instanceof FixedStructure known) {
            KnownStructure step = new KnownStructure(quadratic, lambda);
            Matrix zero = Matrix.zeros(problem.tasks, problem.dim);
            Matrix wt = step.solve(
                    known.structure(),
                    zero,
                    excess(trainer.training()),
                    trainer.training().maxIterations());
            Certificate certificate = v.certificate(regularizer, wt, regularizer.value(wt));
            monitor.ended(step.iterations(), certificate);
            Minimum minimum = new Minimum(wt, certificate, step.iterations());
            return solution(problem, v, minimum, Optional.of(known.structure()), monitor);
        }
        if (penalty instanceof StationaryPenalty stationary) {
            Supervised supervised = v.supervised(lambda, trainer.training());
            Minimum point = new StationaryAlternation(stationary, lambda, supervised, monitor).solve();
            return solution(problem, v, point, Optional.of(TaskMatrix.of(stationary.structure())), monitor);
        }
        if (v instanceof Margins margins
                && margins.split()
                && !solver.alternates()
                && penalty instanceof FixedStructure known) {
            Optional<Minimum> found = prepared.ascend(trainer, tasks, known.structure(), monitor);
            if (found.isPresent()) {
                return solution(problem, v, found.get(), Optional.of(known.structure()), monitor);
            }
        }
        Minimum minimum;
        if (regularizer instanceof Regularizer.Proximal proximal && !solver.alternates()) {
            minimum = prepared.solver(v, relation).solve(proximal, monitor);
        } else {
            Supervised supervised = prepared.supervised(v, trainer, tasks);
            minimum = solver == Solver.DESCENT && !penalty.fixed()
                    ? descent(v, trainer, penalty, regularizer, supervised).solve(monitor)
                    : new Alternation(problem.tasks, lambda, penalty, regularizer, supervised, trainer.barrier())
                            .solve(monitor);
        }
        TaskMatrix structure;
        if (regularizer instanceof SparseRegularizer sparse) {
            Matrix learned = sparse.structure(minimum.wt());
            prepared.keep(v, relation, learned);
            structure = TaskMatrix.of(learned);
        } else {
            structure = structure(penalty, minimum.wt());
        }
        return solution(problem, v, minimum, Optional.of(structure), monitor);
    }

    private static Descent descent(
            DataTerm v, ConvexTrainer trainer, StructurePenalty penalty, Regularizer regularizer, Supervised first) {
        Matrix alone = first.solve(Matrix.identity(v.tasks()), first.bestTolerance(ALONE));
        return new Descent(v, trainer.lambda(), penalty, regularizer, alone, trainer.barrier());
    }

    private static StructurePenalty penalty(ConvexTrainer trainer, List<String> tasks) {
        StructurePenalty penalty = trainer.relation().penalty(tasks, trainer.lambda());
        if (trainer.solver() != Solver.SPLITTING) {
            return penalty;
        }
        if (!(penalty instanceof SparsePenalty sparse)) {
            throw new IllegalArgumentException("solver 'splitting' is for the relation 'sparse', got '"
                    + trainer.relation().name() + "'");
        }
        return sparse.bySplitting();
    }

    /**
     * The squared loss with tasks under common nodes or in a graph, straight from the rows; empty where that does not suit:
     * sparse rows, kernels, complete data (one matrix for all tasks), or too many features.
     */
    static Optional<Solution> direct(Scaled scaled, ConvexTrainer trainer, Monitor monitor) {
        Dataset data = scaled.raw();
        if (!(trainer.relation() instanceof Structure known)
                || !(trainer.kernel() instanceof Linear)
                || !(data.inputs() instanceof DenseInputs inputs)
                || !trainer.losses().of(data.tasks()).stream().allMatch(Loss::quadratic)
                || Problem.complete(data)) {
            return Optional.empty();
        }
        TaskMatrix a = known.taskMatrix(data.tasks());
        Elimination.Found found;
        try {
            found = eliminate(scaled, trainer, a, inputs.values().cols());
        } catch (NumericalException noFactor) {
            // A lambda far below rounding: iterations still find something, and say how good it is.
            return Optional.empty();
        }
        if (found == null) {
            return Optional.empty();
        }
        monitor.ended(found.steps(), found.certificate());
        return Optional.of(new Solution(
                found.weights(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(a),
                found.certificate(),
                found.steps(),
                monitor.status(),
                monitor.history()));
    }

    private static Elimination.@Nullable Found eliminate(Scaled data, ConvexTrainer trainer, TaskMatrix a, int dim) {
        Training training = trainer.training();
        if (a instanceof TaskForest forest && fits(forest.nodes(), dim, MOST_NODE_NUMBERS)) {
            return new Elimination(data, training, forest, trainer.lambda()).solve(excess(training));
        }
        if (a instanceof TaskNetwork network && fits(network.size(), dim, MOST_GRAPH_NUMBERS)) {
            GraphElimination graph = new GraphElimination(data, training, network, trainer.lambda());
            return graph.solve(
                    graph.large() ? SOMEWHAT * training.tolerance() : excess(training), training.maxIterations());
        }
        return null;
    }

    /** Whether so many systems of all features are not too much. */
    private static boolean fits(int systems, int dim, double most) {
        return systems == 0 || (dim <= MOST_ELIMINATED && (double) systems * dim * dim <= most);
    }

    /** The solver for any penalty with a proximal step, without steps that need the penalty at weights no proximal step ended at. */
    static ProximalSolver firstOrder(DataTerm v) {
        if (!(v instanceof Margins margins)) {
            return v.proximal();
        }
        return v.smooth() ? new ProximalGradient(margins) : new Splitting(margins);
    }

    private static double excess(Training training) {
        double wanted = training.tolerance();
        return wanted > Training.defaults().tolerance() ? BELOW * wanted : EXACT;
    }

    /** The structure to show for these weights. */
    static TaskMatrix structure(StructurePenalty penalty, Matrix wt) {
        if (penalty instanceof FixedStructure known) {
            return known.structure();
        }
        if (penalty instanceof SpectralPenalty spectral && wt.cols() < wt.rows()) {
            return spectral.structure(wt);
        }
        return TaskMatrix.of(penalty.shown(penalty.step(TaskSideRegularizer.gram(wt), 0)));
    }

    static Solution solution(
            Problem problem, DataTerm v, Minimum minimum, Optional<TaskMatrix> structure, Monitor monitor) {
        return new Solution(
                weights(problem, v, minimum.wt()),
                minimum.dual().wt().map(wt -> weights(problem, v, wt)),
                minimum.dual().multipliers(),
                problem.basis.map(),
                structure,
                minimum.certificate(),
                minimum.iterations(),
                monitor.status(),
                monitor.history());
    }

    static Solution.Weights weights(Problem problem, DataTerm v, Matrix found) {
        Matrix wt = v.toBasis(found);
        Basis.Decoded decoded = problem.basis.decoder().apply(wt);
        double[] b = v.intercepts(found);
        for (int t = 0; t < problem.tasks && problem.intercept; t++) {
            b[t] -= decoded.offset()[t];
            for (int j = 0; j < problem.dim; j++) {
                b[t] -= problem.mean[t * problem.dim + j] * wt.get(t, j);
            }
        }
        return new Solution.Weights(decoded.coefficients(), b);
    }
}
