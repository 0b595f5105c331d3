package dev.kith.decode;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Parametrisation;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.StringInputs;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Asked;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.decoder.ParametricDecoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Outputs on a set by its parametrisation, a baseline for {@link ConstrainedTrainer}:
 *
 * <pre>  min over h_1 ... h_Q of  1/W sum_i w_i (theta_t(i)(h(x_i)) - y_i)^2 + lambda sum_q ||h_q||^2,   f(x) = theta(h(x))  </pre>
 *
 * over all observations, W the sum of their weights. Not convex: the best of several starts is kept, a stationary point
 * (status CONVERGED) or the end of the iterations. theta decides what is learned, not only its values: see eq. 21 of Ciliberto
 * et al., NIPS 2017.
 */
public record ParametrisedTrainer(
        Kernel kernel, double lambda, ConstraintSet constraint, Parametrisation theta, Training training)
        implements Trainer<ConstrainedModel> {
    public ParametrisedTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        if (theta.tasks() != constraint.dimension()) {
            throw new IllegalArgumentException(
                    "the parametrisation must be of " + constraint.dimension() + " tasks, got " + theta.tasks());
        }
    }

    @Override
    public Fit<ConstrainedModel> train(Dataset raw, Consumer<FitReport.Progress> progress) {
        raw.requireRows("method 'parametrised'");
        if (raw.taskCount() != constraint.dimension()) {
            throw new DataException(
                    "the constraint is on " + constraint.dimension() + " tasks, the data have " + raw.taskCount());
        }
        return Fit.prepared(raw, data -> LinearAlgebra.withThreads(training.threads(), () -> fit(data)));
    }

    private Fit<ConstrainedModel> fit(Dataset data) {
        long start = System.nanoTime();
        int d = data.inputs() instanceof StringInputs
                ? 0
                : data.inputs().features().size();
        Standardizer scaling = training.standardize() && kernel.scalable()
                ? Standardizer.fit(data, Standardizer.TargetScale.NONE, true)
                : Standardizer.none(d, data.taskCount());
        var scaled = scaling.apply(data.inputs());
        ParametricFit best = ParametricFit.of(theta, data, kernel.gram(scaled), lambda, training);
        List<String> names = IntStream.rangeClosed(1, theta.parameters())
                .mapToObj(q -> "u" + q)
                .toList();
        FitReport report = new FitReport(
                best.status(),
                best.objective(),
                Double.NaN,
                best.iterations(),
                (System.nanoTime() - start) / 1e9,
                LinearAlgebra.best().name(),
                List.of());
        Schema schema = Schema.of(data);
        Matrix none = Matrix.zeros(1, names.size());
        KernelModel base = new KernelModel(
                info(data, schema.withTasks(names).withColumns(Columns.UNKNOWN), report, Map.of()),
                kernel,
                new Standardizer(scaling.featureMean(), scaling.featureScale(), none, none.map(x -> 1)),
                scaled,
                best.coefficients(),
                none,
                Optional.empty());
        Map<String, String> parameters = Map.of(
                "constraint",
                constraint.spec(),
                "parametrisation",
                theta.text(),
                "standardize",
                Boolean.toString(training.standardize()));
        return new Fit<>(
                new ConstrainedModel(
                        info(data, schema, report, parameters), base, new ParametricDecoder(constraint, theta)),
                report);
    }

    private ModelInfo info(Dataset data, Schema schema, FitReport report, Map<String, String> parameters) {
        return new ModelInfo(
                new Asked(
                        "parametrised", Losses.squared().name(), kernel.spec(), OptionalDouble.of(lambda), parameters),
                schema,
                Outcome.of(report),
                Origin.of(data, training.seed(), training.threads()));
    }
}
