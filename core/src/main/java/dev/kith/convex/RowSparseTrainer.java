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
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Linear models that share which features they use, {@code l21}:
 *
 * <pre>  min over W, b of  sum over observations of w loss(y, x'w_t + b_t) + lambda sum_j ||W_j||  </pre>
 *
 * with W_j the weights of feature j across tasks: a feature serves all tasks or none. Weights and units are as in {@link
 * ConvexTrainer}; every fit carries its duality gap.
 */
public record RowSparseTrainer(Loss loss, double lambda, Training training) implements Trainer<LinearModel> {
    public RowSparseTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
    }

    @Override
    public Fit<LinearModel> train(Dataset raw, Consumer<FitReport.Progress> progress) {
        return LinearAlgebra.withThreads(training.threads(), () -> fit(raw, progress));
    }

    private Fit<LinearModel> fit(Dataset raw, Consumer<FitReport.Progress> progress) {
        Learnable.requireLabels(raw);
        if (raw.inputs() instanceof StringInputs) {
            throw new DataException("method 'l21' selects numeric features; strings have none");
        }
        if (!loss.quadratic()) {
            raw.requireRows("loss '" + loss.name() + "'");
        }
        Dataset data = TaskLosses.all(loss).labelled(raw);
        Linear kernel = new Linear();
        Scaled scaled = Scaled.of(data, TaskLosses.all(loss), kernel, training);
        Monitor monitor = new Monitor(training, progress);
        Problem problem = Problem.onFeatures(scaled.data(), training);
        RowSparsity penalty = new RowSparsity(lambda);
        DataTerm v = loss.quadratic()
                ? Quadratic.unrotated(problem)
                : new Margins(problem, java.util.Collections.nCopies(problem.tasks, loss));
        Supplier<Minimum> solver = solver(v, penalty, monitor);
        List<Loss> losses = java.util.Collections.nCopies(problem.tasks, loss);
        Prover.Proven proven = new Prover(data, scaled, kernel, losses, training, false)
                .solve(
                        () -> Solvers.solution(problem, v, solver.get(), Optional.empty(), monitor),
                        found -> penalty,
                        monitor);
        Solution solution = proven.solution();
        ModelInfo info = scaled.info("l21", TaskLosses.all(loss), kernel, lambda, Map.of(), training, solution);
        Model model = scaled.model(info, kernel, solution, proven.saved());
        return new Fit<>((LinearModel) model, solution.report(monitor.seconds()));
    }

    /** Goes on where it was when asked again. */
    private static Supplier<Minimum> solver(DataTerm v, RowSparsity penalty, Monitor monitor) {
        if (v instanceof Quadratic quadratic && quadratic.hasSharedGram()) {
            return new RowDescent(quadratic, penalty, monitor)::solve;
        }
        ProximalSolver solver = Solvers.proximal(v);
        return () -> solver.solve(penalty, monitor);
    }

    /** The smallest lambda at which no feature is used, for this data, these training and a smooth loss. */
    public static double lambdaMax(Dataset raw, Loss loss, Training training) {
        if (!loss.differentiable()) {
            throw new IllegalArgumentException("lambdaMax needs a loss with a gradient, got '" + loss.name() + "'");
        }
        return LinearAlgebra.withThreads(training.threads(), () -> largestGradient(raw, loss, training));
    }

    private static double largestGradient(Dataset raw, Loss loss, Training training) {
        Dataset data = TaskLosses.all(loss).labelled(raw);
        Problem problem = Problem.onFeatures(
                Scaled.of(data, TaskLosses.all(loss), new Linear(), training).data(), training);
        DataTerm v = loss.quadratic()
                ? Quadratic.unrotated(problem)
                : new Margins(problem, java.util.Collections.nCopies(problem.tasks, loss));
        Matrix zero = Matrix.zeros(problem.tasks, problem.dim);
        Matrix gradient = Matrix.zeros(problem.tasks, problem.dim);
        v.valueAndGradientInto(gradient, zero);
        double largest = 0;
        for (int j = 0; j < problem.dim; j++) {
            double sum = 0;
            for (int t = 0; t < problem.tasks; t++) {
                sum += gradient.get(t, j) * gradient.get(t, j);
            }
            largest = Math.max(largest, Math.sqrt(sum));
        }
        return largest;
    }
}
