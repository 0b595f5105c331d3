package dev.kith.decode;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
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
import dev.kith.model.decoder.Decoder;
import dev.kith.model.decoder.LossDecoder;
import dev.kith.model.decoder.MomentDecoder;
import dev.kith.model.decoder.Relaxation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The nonlinear multi-task estimator: predictions on a given set C, learned from separate data per task.
 *
 * <pre>
 *   f(x) = argmin over c in C of sum_t sum_i alpha_it(x) loss(y_it, c_t)
 *   alpha_t(x) = (K_t + n_t lambda_t diag(1/w))^-1 k_t(x)
 * </pre>
 *
 * For the squared loss a weighted projection of b_t / a_t, with a_t = sum_i alpha_it and b_t = sum_i alpha_it y_it. n_t is
 * the sum of the task's observation weights w. There is no intercept: b/a follows any shift of the labels by itself; for
 * a linear relation to the features use the kernel polynomial:1, which contains the constant.
 *
 * @param losses one for all tasks, or one per task, put on one scale as {@link TaskLosses#of} says
 * @param kernels one for all tasks, or one per task
 * @param lambdas one for all tasks, or one per task; each &gt; 0, in units of the kernel; none: n_t^-1/4 for each task, with
 *     which the estimator is universally consistent
 * @param training of which only {@code standardize}, {@code seed} and {@code threads} are used: labels are left alone, as C
 *     describes them, and the solution is a formula without intercept, weighting of tasks or iterations
 */
public record ConstrainedTrainer(
        TaskLosses losses,
        List<Kernel> kernels,
        List<Double> lambdas,
        ConstraintSet constraint,
        Relaxation relaxation,
        Training training)
        implements Trainer<ConstrainedModel> {
    /** The power of n_t that is lambda_t where none is given: theorem 6 of the paper. */
    private static final double CONSISTENT = -0.25;

    public ConstrainedTrainer {
        kernels = List.copyOf(kernels);
        lambdas = List.copyOf(lambdas);
        int tasks = constraint.dimension();
        requireEach("kernels", kernels.size(), tasks);
        if (!lambdas.isEmpty()) {
            requireEach("lambdas", lambdas.size(), tasks);
        }
        for (double lambda : lambdas) {
            if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
            }
        }
        if (losses.any(loss -> !loss.scalable() && !loss.classification())) {
            throw new IllegalArgumentException(
                    "outputs that obey a relation need a loss of the outputs themselves, got " + losses.name());
        }
    }

    private static void requireEach(String name, int given, int tasks) {
        if (given != 1 && given != tasks) {
            throw new IllegalArgumentException(
                    name + " must be one for all tasks or one for each of " + tasks + ", got " + given);
        }
    }

    /** One loss and one kernel for all tasks. */
    public ConstrainedTrainer(
            Loss loss,
            Kernel kernel,
            List<Double> lambdas,
            ConstraintSet constraint,
            Relaxation relaxation,
            Training training) {
        this(TaskLosses.all(loss), List.of(kernel), lambdas, constraint, relaxation, training);
    }

    /** The squared loss. */
    public ConstrainedTrainer(Kernel kernel, double lambda, ConstraintSet constraint) {
        this(Losses.squared(), kernel, List.of(lambda), constraint, Relaxation.none(), Training.defaults());
    }

    /** The squared loss with lambda_t = n_t^-1/4. */
    public ConstrainedTrainer(Kernel kernel, ConstraintSet constraint) {
        this(Losses.squared(), kernel, List.of(), constraint, Relaxation.none(), Training.defaults());
    }

    /** The same trainer with another relaxation. */
    public ConstrainedTrainer withRelaxation(Relaxation value) {
        return new ConstrainedTrainer(losses, kernels, lambdas, constraint, value, training);
    }

    /** The same trainer with another kernel and lambda. */
    public ConstrainedTrainer with(Kernel newKernel, List<Double> newLambdas) {
        return new ConstrainedTrainer(losses, List.of(newKernel), newLambdas, constraint, relaxation, training);
    }

    /** Whether all losses are squares, so that two sums per task say all. */
    boolean quadratic() {
        return losses.common().map(Loss::quadratic).orElse(false);
    }

    /** The kernel of task t. */
    Kernel kernel(int t) {
        return kernels.get(kernels.size() == 1 ? 0 : t);
    }

    /** lambda of a task. */
    double lambda(TaskData task) {
        return lambdas.isEmpty()
                ? Math.pow(task.total(), CONSISTENT)
                : lambdas.get(lambdas.size() == 1 ? 0 : task.task());
    }

    @Override
    public Fit<ConstrainedModel> train(Dataset raw, Consumer<FitReport.Progress> progress) {
        raw.requireRows("method 'constrained'");
        return Fit.prepared(raw, data -> LinearAlgebra.withThreads(training.threads(), () -> fit(data)));
    }

    private Fit<ConstrainedModel> fit(Dataset raw) {
        long start = System.nanoTime();
        Dataset data = losses.labelled(raw);
        requireUsable(data);
        Standardizer scaling = scaling(data);
        Schema schema = Schema.of(data);
        Surrogate surrogate = Surrogate.fit(this, data, scaling.apply(data.inputs()));
        String surrogateLoss = losses.common().orElseGet(Losses::squared).name();
        KernelModel base = new KernelModel(
                info(
                        data,
                        surrogateLoss,
                        surrogate.kernel(),
                        Map.of(),
                        schema.withTasks(surrogate.names()).withColumns(Columns.UNKNOWN)),
                surrogate.kernel(),
                new Standardizer(
                        scaling.featureMean(),
                        scaling.featureScale(),
                        Matrix.zeros(1, surrogate.names().size()),
                        Matrix.zeros(1, surrogate.names().size()).map(x -> 1)),
                surrogate.support(),
                surrogate.coefficients(),
                Matrix.zeros(1, surrogate.names().size()),
                Optional.empty());
        Decoder decoder = quadratic()
                ? new MomentDecoder(constraint, surrogate.usual(), relaxation)
                : new LossDecoder(
                        constraint, losses.of(data.tasks()), surrogate.columns(), surrogate.usual(), relaxation);
        ConstrainedModel model = new ConstrainedModel(
                info(data, losses.name(), surrogate.kernel(), parameters(data.tasks()), schema), base, decoder);
        double seconds = (System.nanoTime() - start) / 1e9;
        FitReport report = new FitReport(
                FitReport.Status.CONVERGED,
                Double.NaN,
                Double.NaN,
                1,
                seconds,
                LinearAlgebra.best().name(),
                List.of());
        return new Fit<>(model, report);
    }

    private void requireUsable(Dataset data) {
        if (data.taskCount() != constraint.dimension()) {
            throw new DataException(
                    "the constraint is on " + constraint.dimension() + " tasks, the data have " + data.taskCount());
        }
        double[] weight = new double[data.taskCount()];
        for (int o = 0; o < data.size(); o++) {
            weight[data.task(o)] += data.weight(o);
        }
        for (int t = 0; t < weight.length; t++) {
            if (!(weight[t] > 0)) {
                throw new DataException("task '" + data.tasks().get(t)
                        + "' has no observations; the constrained method needs some of every task");
            }
        }
    }

    private Standardizer scaling(Dataset data) {
        int d = data.inputs().numericFeatures();
        return training.standardize() && kernel(0).scalable()
                ? Standardizer.fit(data, Standardizer.TargetScale.NONE, true)
                : Standardizer.none(d, data.taskCount());
    }

    private Map<String, String> parameters(List<String> tasks) {
        Map<String, String> parameters = new TreeMap<>(relaxation.parameters());
        parameters.put("constraint", constraint.spec());
        parameters.put("standardize", Boolean.toString(training.standardize()));
        if (lambdas.size() != 1) {
            parameters.put("lambdas", lambdas.isEmpty() ? "n^-1/4" : lambdas.toString());
        }
        losses.each().forEach((task, loss) -> parameters.put(ModelInfo.LOSS_OF + task, loss.name()));
        for (int t = 0; t < kernels.size() && kernels.size() > 1; t++) {
            parameters.put("kernel:" + tasks.get(t), kernel(t).spec());
        }
        return parameters;
    }

    private ModelInfo info(Dataset data, String loss, Kernel kernel, Map<String, String> parameters, Schema schema) {
        OptionalDouble lambda = lambdas.size() == 1 ? OptionalDouble.of(lambdas.get(0)) : OptionalDouble.empty();
        return new ModelInfo(
                new Asked("constrained", loss, kernel.spec(), lambda, parameters),
                schema,
                Outcome.uncertified(1, FitReport.Status.CONVERGED),
                Origin.of(data, training.seed(), training.threads()));
    }
}
