package dev.kith.convex;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.proof.Prover;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Margins;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.ProximalSolver;
import dev.kith.convex.solver.Quadratic;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.convex.weight.RowDescent;
import dev.kith.convex.weight.RowTerm;
import dev.kith.convex.weight.WeightTerm;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.StringInputs;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.ties.WeightParts;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Linear models with a penalty on their weights:
 *
 * <pre>  min over W, b of  sum over observations of w loss(y, x'w_t + b_t) + lambda R(W)  </pre>
 *
 * with R a {@link WeightPenalty}: which features all tasks share, or each has. Weights and units are as in {@link ConvexTrainer};
 * every fit carries its duality gap.
 */
public record LinearTrainer(Loss loss, WeightPenalty penalty, double lambda, Training training)
        implements Trainer<LinearModel> {
    public LinearTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
    }

    @Override
    public boolean learnsFromMoments() {
        return loss.quadratic();
    }

    @Override
    public Fit<LinearModel> train(Dataset raw, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(raw, data -> LinearAlgebra.withThreads(training.threads(), () -> fit(data, progress)));
    }

    private Fit<LinearModel> fit(Dataset raw, Consumer<FitReport.Progress> progress) {
        Learnable.requireLabels(raw);
        if (raw.inputs() instanceof StringInputs) {
            throw new DataException("method '" + penalty.name() + "' selects numeric features; strings have none");
        }
        if (!loss.quadratic()) {
            raw.requireRows("loss '" + loss.name() + "'");
        }
        TaskLosses losses = TaskLosses.all(loss);
        Dataset data = losses.labelled(raw);
        Linear kernel = new Linear();
        Scaled scaled = Scaled.of(data, losses, kernel, training);
        Monitor monitor = new Monitor(training, progress);
        Problem problem = Problem.onFeatures(scaled.data(), training);
        WeightTerm term = penalty.at(lambda, problem.tasks, problem.dim);
        DataTerm v = term(problem, loss);
        Attempts attempts = new Attempts(solver(v, term, monitor), term, v, problem, monitor);
        Prover.Proven proven = new Prover(data, scaled, kernel, losses.of(data.tasks()), training, false)
                .solve(attempts, attempts::settled, monitor);
        Solution solution = proven.solution();
        ModelInfo info = scaled.info(penalty.name(), losses, kernel, lambda, penalty.parameters(), training, solution);
        LinearModel model = (LinearModel) scaled.model(info, kernel, solution, proven.saved());
        Optional<Matrix> sparse = attempts.settled(solution)
                .sparsePart()
                .map(part ->
                        scaled.saved(kernel, Solvers.weights(problem, v, part)).coefficients());
        return new Fit<>(
                sparse.map(part -> model.with(new WeightParts.Own(part))).orElse(model),
                solution.report(monitor.seconds()));
    }

    /** Solutions, each with the penalty as it was when its solver ended. */
    private record Attempts(
            Supplier<Minimum> solver,
            WeightTerm term,
            DataTerm v,
            Problem problem,
            Monitor monitor,
            Map<Solution.Weights, WeightTerm> terms)
            implements Supplier<Solution> {
        Attempts(Supplier<Minimum> solver, WeightTerm term, DataTerm v, Problem problem, Monitor monitor) {
            this(solver, term, v, problem, monitor, new IdentityHashMap<>());
        }

        @Override
        public Solution get() {
            Minimum minimum = solver.get();
            Solution found = Solvers.solution(problem, v, minimum, term.structure(minimum.wt()), monitor);
            terms.put(found.weights(), term.settled());
            return found;
        }

        WeightTerm settled(Solution found) {
            return Objects.requireNonNull(terms.get(found.weights()));
        }
    }

    /** In the coordinates of the features, which the penalty is about. */
    static DataTerm.Sloped term(Problem problem, Loss loss) {
        return loss.quadratic()
                ? Quadratic.unrotated(problem)
                : new Margins(problem, Collections.nCopies(problem.tasks, loss));
    }

    /** Goes on where it was when asked again. */
    private static Supplier<Minimum> solver(DataTerm v, WeightTerm term, Monitor monitor) {
        if (v instanceof Quadratic quadratic && quadratic.hasSharedGram() && term instanceof RowTerm rows) {
            return new RowDescent(quadratic, rows, monitor)::solve;
        }
        ProximalSolver solver = term.exactAnywhere() ? v.proximal() : Solvers.firstOrder(v);
        return () -> solver.solve(term, monitor);
    }

    /** The smallest lambda at which no feature is used, for this data, these training and a smooth loss. */
    public static double lambdaMax(Dataset raw, Loss loss, WeightPenalty penalty, Training training) {
        if (!loss.differentiable()) {
            throw new IllegalArgumentException("lambdaMax needs a loss with a gradient, got '" + loss.name() + "'");
        }
        return LinearAlgebra.withThreads(training.threads(), () -> silencing(raw, loss, penalty, training));
    }

    private static double silencing(Dataset raw, Loss loss, WeightPenalty penalty, Training training) {
        TaskLosses losses = TaskLosses.all(loss);
        Problem problem = Problem.onFeatures(
                Scaled.of(losses.labelled(raw), losses, new Linear(), training).data(), training);
        Matrix gradient = Matrix.zeros(problem.tasks, problem.dim);
        term(problem, loss).valueAndGradientInto(gradient, Matrix.zeros(problem.tasks, problem.dim));
        return penalty.at(1, problem.tasks, problem.dim).silencing(gradient);
    }
}
