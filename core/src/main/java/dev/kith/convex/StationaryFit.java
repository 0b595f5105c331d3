package dev.kith.convex;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.StringInputs;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.Training;
import dev.kith.structure.ties.WeightParts;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** What fits of linear models that end at a stationary point have in common: the data in, the model out, no proof. */
final class StationaryFit {
    private static final Linear KERNEL = new Linear();

    final Dataset data;
    final Problem problem;
    final DataTerm.Sloped v;
    final Monitor monitor;
    private final String method;
    private final TaskLosses losses;
    private final Training training;
    private final Scaled scaled;

    StationaryFit(String method, Dataset raw, Loss loss, Training training, Consumer<FitReport.Progress> progress) {
        this.method = method;
        this.training = training;
        Learnable.requireLabels(raw);
        if (raw.inputs() instanceof StringInputs) {
            throw new DataException("method '" + method + "' weighs numeric features; strings have none");
        }
        if (!loss.quadratic()) {
            raw.requireRows("loss '" + loss.name() + "'");
        }
        losses = TaskLosses.all(loss);
        data = losses.labelled(raw);
        scaled = Scaled.of(data, losses, KERNEL, training);
        monitor = new Monitor(training, progress);
        problem = Problem.onFeatures(scaled.data(), training);
        v = LinearTrainer.term(problem, loss);
    }

    static void require(String method, Loss loss, double lambda, double mu) {
        if (loss.joint().isPresent() || !loss.differentiable()) {
            throw new IllegalArgumentException("method '" + method + "' needs a loss with a slope everywhere (squared,"
                    + " logistic, huber, squared-hinge, poisson), got '" + loss.name() + "'");
        }
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        if (!(mu > 0 && mu < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("mu must be a finite number > 0, got " + mu);
        }
    }

    /**
     * The model of these weights.
     *
     * @param wt T x d, in the units of the fit
     * @param violation of the optimality conditions where weights are as the model keeps them, T x d in the units of the fit
     */
    Fit<LinearModel> fit(
            Matrix wt,
            WeightParts parts,
            double objective,
            int steps,
            double lambda,
            Map<String, String> own,
            ToDoubleFunction<Matrix> violation) {
        Certificate certificate = new Certificate(objective, Double.NEGATIVE_INFINITY);
        Solution.Weights weights = Solvers.weights(problem, v, wt);
        Scaled.Saved saved = scaled.saved(KERNEL, weights);
        double left = violation.applyAsDouble(fitted(saved));
        FitReport.Status status = monitor.status() == FitReport.Status.CONVERGED && !(left <= training.tolerance())
                ? FitReport.Status.STALLED
                : monitor.status();
        Solution solution = new Solution(
                weights,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                certificate,
                steps,
                status,
                monitor.history());
        Map<String, String> parameters = new TreeMap<>(own);
        parameters.put(ModelInfo.VIOLATION, Double.toString(left));
        ModelInfo info = scaled.info(method, losses, KERNEL, lambda, parameters, training, solution);
        LinearModel model = (LinearModel) scaled.model(info, KERNEL, solution, saved);
        return new Fit<>(model.with(parts), solution.report(monitor.seconds()));
    }

    /** The saved weights back in the units of the fit, T x d. */
    private Matrix fitted(Scaled.Saved saved) {
        Matrix wt = saved.coefficients().transpose();
        for (int t = 0; t < wt.rows(); t++) {
            for (int j = 0; j < wt.cols(); j++) {
                double scale = scaled.scaling().featureScale().get(0, j)
                        / scaled.scaling().labelScale().get(0, t);
                wt.set(t, j, wt.get(t, j) * scale);
            }
        }
        return wt;
    }
}
