package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.structure.Pooled;
import dev.kith.structure.Relation;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Learns all tasks together, with a known structure A or one that is learned:
 *
 * <pre>
 *   min over B, b, A of  sum over observations of w loss(y, f_t(x)) + lambda tr(A^-1 B'KB) + F(A)
 *   f_t(x) = b_t + sum_i k(x, x_i) B_it
 * </pre>
 *
 * where w is 1/n_t (every task counts the same) unless {@link Options#weighting()} says otherwise. Any loss, kernel and
 * relation combine. Every fit carries its relative duality gap.
 *
 * <p>lambda is in the units of the standardised data: labels of deviation 1 unless {@link Options} turn scaling off.
 *
 * @param parameters what to record of the relation's own parameters, by name
 */
public record ConvexTrainer(
        Loss loss, Kernel kernel, Relation relation, double lambda, Options options, Map<String, String> parameters)
        implements dev.kith.model.Trainer<Model> {
    public ConvexTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    public ConvexTrainer(Loss loss, Kernel kernel, Relation relation, double lambda, Options options) {
        this(loss, kernel, relation, lambda, options, Map.of());
    }

    public ConvexTrainer(Loss loss, Kernel kernel, Relation relation, double lambda) {
        this(loss, kernel, relation, lambda, Options.defaults());
    }

    @Override
    public Fit<Model> train(Dataset raw, Consumer<FitReport.Progress> progress) {
        if (raw.size() == 0) {
            throw new dev.kith.data.DataException("there is nothing to learn from: no labels");
        }
        LinearAlgebra.best().threads(options.threads());
        Dataset data = loss.classification() ? raw.asClasses() : raw;
        Standardizer scaling = scaling(data);
        Dataset scaled = scaling.apply(data);
        Monitor monitor = new Monitor(options, progress);
        Solution solution = relation instanceof Pooled
                ? Pooling.solve(this, scaled, monitor)
                : Solvers.solve(new Problem(scaled, kernel, options), this, scaled.tasks(), monitor);
        return fit(data, scaling, scaled, solution, monitor);
    }

    private Standardizer scaling(Dataset data) {
        int d = data.inputs() instanceof dev.kith.data.StringInputs
                ? 0
                : data.inputs().features().size();
        TargetScale target = loss.classification() ? TargetScale.NONE : options.targetScale();
        Standardizer fitted = Standardizer.fit(data, target, options.intercept());
        Standardizer none = Standardizer.none(d, data.taskCount());
        return options.standardize() && kernel.scalable()
                ? fitted
                : new Standardizer(none.featureMean(), none.featureScale(), fitted.labelMean(), fitted.labelScale());
    }

    private Fit<Model> fit(Dataset data, Standardizer scaling, Dataset scaled, Solution solution, Monitor monitor) {
        FitReport report = new FitReport(
                solution.status(),
                solution.certificate().primal(),
                solution.certificate().gap(),
                solution.iterations(),
                monitor.seconds(),
                LinearAlgebra.best().name(),
                solution.history());
        ModelInfo info = info(data, report);
        Matrix coefficients = solution.coefficients();
        Matrix intercept = Matrix.wrap(1, solution.b().length, solution.b());
        Optional<Matrix> structure = Optional.of(solution.structure());
        Model model = kernel instanceof Linear
                ? linear(info, scaling, coefficients, intercept, structure)
                : new KernelModel(
                        info,
                        kernel,
                        scaling,
                        scaled.inputs(),
                        unscale(coefficients, scaling),
                        unscaleIntercept(intercept, scaling),
                        structure);
        return new Fit<>(model, report);
    }

    /** x'w of scaled features is (x / scale)'w minus a constant: fold both into weights in the user's units. */
    private static Model linear(
            ModelInfo info, Standardizer scaling, Matrix scaledWeights, Matrix scaledIntercept, Optional<Matrix> a) {
        Matrix weights = unscale(scaledWeights, scaling);
        Matrix intercept = unscaleIntercept(scaledIntercept, scaling);
        for (int j = 0; j < weights.rows(); j++) {
            for (int t = 0; t < weights.cols(); t++) {
                double w = weights.get(j, t) / scaling.featureScale().get(0, j);
                weights.set(j, t, w);
                intercept.add(0, t, -w * scaling.featureMean().get(0, j));
            }
        }
        return new LinearModel(info, weights, intercept, a);
    }

    private static Matrix unscale(Matrix coefficients, Standardizer scaling) {
        Matrix inUnits = coefficients.copy();
        for (int i = 0; i < inUnits.rows(); i++) {
            for (int t = 0; t < inUnits.cols(); t++) {
                inUnits.set(i, t, inUnits.get(i, t) * scaling.labelScale().get(0, t));
            }
        }
        return inUnits;
    }

    private static Matrix unscaleIntercept(Matrix intercept, Standardizer scaling) {
        Matrix inUnits = intercept.copy();
        for (int t = 0; t < inUnits.cols(); t++) {
            inUnits.set(
                    0,
                    t,
                    inUnits.get(0, t) * scaling.labelScale().get(0, t)
                            + scaling.labelMean().get(0, t));
        }
        return inUnits;
    }

    private ModelInfo info(Dataset data, FitReport report) {
        Map<String, String> recorded = new TreeMap<>(parameters);
        recorded.put("intercept", Boolean.toString(options.intercept()));
        recorded.put("standardize", Boolean.toString(options.standardize()));
        recorded.put("target-scale", options.targetScale().name().toLowerCase(java.util.Locale.ROOT));
        recorded.put("tolerance", Double.toString(options.tolerance()));
        recorded.put("weighting", options.weighting().name().toLowerCase(java.util.Locale.ROOT));
        return new ModelInfo(
                relation.name(),
                loss.name(),
                kernel.spec(),
                lambda,
                recorded,
                data.tasks(),
                data.inputs().features(),
                data.classes().orElse(java.util.List.of()),
                report.objective(),
                report.gap(),
                report.iterations(),
                report.status(),
                data.size(),
                data.source(),
                options.seed(),
                options.threads(),
                report.backend(),
                dev.kith.model.Version.current());
    }
}
