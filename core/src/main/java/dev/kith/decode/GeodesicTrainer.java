package dev.kith.decode;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
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
import dev.kith.model.decoder.GeodesicDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Manifold regression: predictions on a sphere, a simplex or among rotations, with the squared geodesic distance d^2 as loss.
 *
 * <pre>
 *   f(x) = argmin over c in C of sum_i alpha_i(x) d(c, y_i)^2
 *   alpha(x) = (K + n lambda diag(1/w))^-1 k(x)
 * </pre>
 *
 * d is a distance of whole output vectors, so every row must have the labels of all tasks. Labels are moved to the nearest point
 * of C first. n is the sum of the rows' weights w.
 *
 * @param lambda &gt; 0, in units of the kernel
 * @param training of which only {@code standardize}, {@code seed} and {@code threads} are used
 */
public record GeodesicTrainer(Kernel kernel, double lambda, ConstraintSet constraint, Training training)
        implements Trainer<ConstrainedModel> {
    /** The name of the loss in models. */
    public static final String LOSS = "geodesic";

    public GeodesicTrainer {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        double[] member = constraint.project(new double[constraint.dimension()]).point();
        ConstraintSets.geodesicDistance(constraint, member, member); // refuses sets without one
    }

    public GeodesicTrainer(Kernel kernel, double lambda, ConstraintSet constraint) {
        this(kernel, lambda, constraint, Training.defaults());
    }

    @Override
    public Fit<ConstrainedModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        data.requireRows("manifold regression");
        return Fit.prepared(data, features -> LinearAlgebra.withThreads(training.threads(), () -> fit(features)));
    }

    private Fit<ConstrainedModel> fit(Dataset data) {
        long start = System.nanoTime();
        WholeRows rows = WholeRows.of(data, constraint);
        Standardizer scaling = training.standardize() && kernel.scalable()
                ? Standardizer.fit(data, Standardizer.TargetScale.NONE, true)
                : Standardizer.none(data.inputs().numericFeatures(), data.taskCount());
        Inputs support = scaling.apply(data.inputs()).select(rows.inputs());
        Matrix gram = kernel.gram(support);
        Matrix coefficients = coefficients(gram, rows.weights());
        ConstrainedModel model = new ConstrainedModel(
                info(data, LOSS, Map.of("constraint", constraint.spec(), "standardize", text()), Schema.of(data)),
                base(data, scaling, support, coefficients),
                new GeodesicDecoder(constraint, rows.outputs(), usual(gram, coefficients, rows.weights())));
        return new Fit<>(
                model,
                new FitReport(
                        FitReport.Status.CONVERGED,
                        Double.NaN,
                        Double.NaN,
                        1,
                        (System.nanoTime() - start) / 1e9,
                        LinearAlgebra.best().name(),
                        List.of()));
    }

    private String text() {
        return Boolean.toString(training.standardize());
    }

    /** (K + n lambda diag(1/w))^-1, whose columns make alpha_1(x), ..., alpha_n(x) out of k(x). */
    private Matrix coefficients(Matrix gram, double[] weights) {
        double total = Arrays.stream(weights).sum();
        Matrix regularised = gram.copy();
        for (int i = 0; i < weights.length; i++) {
            regularised.add(i, i, total * lambda / weights[i]);
        }
        return LinearAlgebra.best().cholesky(regularised).solve(Matrix.identity(weights.length));
    }

    /** Mean of |sum_i alpha_i| over the training inputs. */
    private static Matrix usual(Matrix gram, Matrix coefficients, double[] weights) {
        Matrix alpha = LinearAlgebra.best().multiply(gram, coefficients);
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * Math.abs(Arrays.stream(alpha.row(i)).sum());
        }
        return Matrix.of(new double[] {Math.max(sum / Arrays.stream(weights).sum(), Double.MIN_NORMAL)});
    }

    private KernelModel base(Dataset data, Standardizer scaling, Inputs support, Matrix coefficients) {
        int n = coefficients.cols();
        Schema schema = Schema.of(data).withTasks(Names.numbered("row ", n)).withColumns(Columns.UNKNOWN);
        return new KernelModel(
                info(data, "squared", Map.of(), schema),
                kernel,
                new Standardizer(
                        scaling.featureMean(),
                        scaling.featureScale(),
                        Matrix.zeros(1, n),
                        Matrix.zeros(1, n).map(zero -> 1)),
                support,
                coefficients,
                Matrix.zeros(1, n),
                Optional.empty());
    }

    private ModelInfo info(Dataset data, String loss, Map<String, String> parameters, Schema schema) {
        return new ModelInfo(
                new Asked("constrained", loss, kernel.spec(), lambda, parameters),
                schema,
                Outcome.uncertified(1, FitReport.Status.CONVERGED),
                Origin.of(data, training.seed(), training.threads()));
    }

    /** Rows with all their labels, moved onto the set. */
    @SuppressWarnings("ArrayRecordComponent") // on its way into a model, never compared
    private record WholeRows(int[] inputs, Matrix outputs, double[] weights) {
        static WholeRows of(Dataset data, ConstraintSet set) {
            if (data.taskCount() != set.dimension()) {
                throw new DataException(
                        "the constraint is on " + set.dimension() + " tasks, the data have " + data.taskCount());
            }
            int n = data.inputs().rows();
            Matrix labels = Matrix.zeros(n, data.taskCount()).map(zero -> Double.NaN);
            double[] weight = new double[n];
            for (int o = 0; o < data.size(); o++) {
                labels.set(data.row(o), data.task(o), data.label(o));
                weight[data.row(o)] = Math.max(weight[data.row(o)], data.weight(o));
            }
            int[] used = java.util.stream.IntStream.range(0, n)
                    .filter(i -> weight[i] > 0)
                    .toArray();
            Matrix outputs = Matrix.zeros(used.length, data.taskCount());
            double[] weights = new double[used.length];
            for (int k = 0; k < used.length; k++) {
                double[] member = set.project(whole(data, used[k], labels)).point();
                for (int t = 0; t < member.length; t++) {
                    outputs.set(k, t, member[t]);
                }
                weights[k] = weight[used[k]];
            }
            if (used.length == 0) {
                throw new DataException("geodesic distances need rows with labels, got none");
            }
            return new WholeRows(used, outputs, weights);
        }

        private static double[] whole(Dataset data, int row, Matrix labels) {
            double[] own = labels.row(row);
            for (int t = 0; t < own.length; t++) {
                if (Double.isNaN(own[t])) {
                    throw new DataException(
                            "geodesic distances are of whole output vectors: every row needs all labels, row "
                                    + data.sourceRow(row) + " has none of '"
                                    + data.tasks().get(t) + "'");
                }
            }
            return own;
        }
    }
}
