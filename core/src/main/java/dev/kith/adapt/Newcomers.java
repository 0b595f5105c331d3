package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.shape.Joining;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Outcome;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rows of all new tasks in the units of the fit, and the way back into a model in the user's.
 *
 * @param data as given, labels -1 and 1 for classes
 * @param inputs scaled
 * @param labels mean and scale of every new task's labels
 */
record Newcomers(Trained trained, Dataset data, Inputs inputs, Standardizer labels, Counting counting) {
    /** Among a model's parameters: the tasks that joined it. */
    static Newcomers of(Trained trained, Dataset raw, Counting counting) {
        Dataset data =
                trained.loss().classification() ? signs(raw, trained.info().classes()) : raw;
        if (!trained.info().features().equals(data.inputs().features())) {
            throw new DataException("the rows' features must be the model's, in its order");
        }
        return new Newcomers(trained, data, trained.scaling().apply(data.inputs()), labels(trained, data), counting);
    }

    /** Labels as -1 and 1, by the names the model gives its classes: a new task may bring rows of one class only. */
    static Dataset signs(Dataset raw, List<String> classes) {
        if (raw.classes().isPresent()) {
            if (!raw.classes().get().equals(classes)) {
                throw new DataException(
                        "the labels are " + raw.classes().get() + ", the model knows the classes " + classes);
            }
            return raw;
        }
        double[] signs = new double[raw.size()];
        for (int o = 0; o < signs.length; o++) {
            double label = raw.label(o);
            if (!named(classes.get(0), label) && !named(classes.get(1), label)) {
                throw new DataException("label " + label + " of task '"
                        + raw.tasks().get(raw.task(o)) + "' is none of the model's classes " + classes);
            }
            signs[o] = named(classes.get(1), label) ? 1 : -1;
        }
        return raw.withLabels(signs);
    }

    private static boolean named(String name, double label) {
        try {
            return Double.parseDouble(name) == label;
        } catch (NumberFormatException text) {
            return false;
        }
    }

    private static Standardizer labels(Trained trained, Dataset data) {
        int count = data.taskCount();
        Standardizer all = trained.scaling();
        if (trained.loss().scalable() && !trained.loss().classification() && trained.option("target-scale", "task")) {
            return Standardizer.fit(data, TargetScale.TASK, trained.option("intercept", "true"));
        }
        return new Standardizer(
                all.featureMean(),
                all.featureScale(),
                Matrix.zeros(1, count).map(x -> all.labelMean().get(0, 0)),
                Matrix.zeros(1, count).map(x -> all.labelScale().get(0, 0)));
    }

    /** What a label of the fit's units is in the user's. */
    double unit(int t) {
        return labels.labelScale().get(0, t);
    }

    int[] observations(int t) {
        return observations(data, t);
    }

    /** The observations of a task. */
    static int[] observations(Dataset data, int t) {
        return IntStream.range(0, data.size()).filter(o -> data.task(o) == t).toArray();
    }

    private int[] inputRows(int t) {
        return Arrays.stream(observations(t)).map(data::row).toArray();
    }

    /** The rows of a new task, scaled. */
    Inputs inputs(int t) {
        return inputs.select(inputRows(t));
    }

    /** The rows of a new task as it is learned without the others. */
    NewRows alone(int t) {
        return rows(t, false, Matrix.zeros(trained.tasks().size(), 0));
    }

    /**
     * The rows of a new task.
     *
     * @param pooled whether the trained tasks' common intercept is the new task's as well
     * @param map the combinations of trained tasks, T x r
     */
    NewRows rows(int t, boolean pooled, Matrix map) {
        int[] which = observations(t);
        double shift = pooled ? trained.intercepts().get(0, 0) : 0;
        double mean = labels.labelMean().get(0, t);
        double[] y = Arrays.stream(which)
                .mapToDouble(o -> (data.label(o) - mean) / unit(t))
                .toArray();
        return NewRows.of(
                trained,
                inputs(t),
                map,
                y,
                Arrays.stream(which).mapToDouble(data::weight).toArray(),
                !pooled && trained.option("intercept", "true"),
                shift,
                usualWeight());
    }

    /** What the rows' weights are divided by at least; 0 where they are not. */
    private double usualWeight() {
        if (!trained.option("weighting", "task")) {
            return 0;
        }
        return counting == Counting.TASK
                ? Double.MIN_NORMAL
                : (double) trained.info().observations() / trained.tasks().size();
    }

    Joined completed(Joined joined, boolean pooled) {
        return pooled
                ? new Joined(
                        joined.c(),
                        joined.s(),
                        joined.beta(),
                        trained.intercepts().get(0, 0),
                        joined.residual())
                : joined;
    }

    /** The model with the new tasks behind the trained ones, whose numbers are copied. */
    Model extend(List<Joined> joined, TaskMatrix extended) {
        ModelInfo info = info(trained.info(), data);
        Optional<TaskMatrix> structure = Optional.of(extended);
        Standardizer scaling = scaling();
        if (trained.model() instanceof LinearModel linear) {
            Matrix weights = beside(linear.weights(), joined.size());
            Matrix intercept = beside(linear.intercept(), joined.size());
            for (int t = 0; t < joined.size(); t++) {
                writeLinear(t, joined.get(t), weights, intercept);
            }
            LinearModel wider = new LinearModel(info, weights, intercept, structure, Optional.of(scaling));
            return linear.common().map(wider::with).orElse(wider);
        }
        KernelModel kernel = (KernelModel) trained.model();
        int old = kernel.support().rows();
        Matrix coefficients = Matrix.zeros(old + data.size(), info.tasks().size());
        copyInto(coefficients, kernel.coefficients());
        Matrix intercept = beside(kernel.intercept(), joined.size());
        int[] order = IntStream.range(0, data.size()).map(data::row).toArray();
        for (int t = 0; t < joined.size(); t++) {
            writeKernel(t, joined.get(t), coefficients, intercept, old);
        }
        return new KernelModel(
                info,
                kernel.kernel(),
                scaling,
                Joining.of(kernel.support(), inputs.select(order)),
                coefficients,
                intercept,
                structure);
    }

    private void writeLinear(int t, Joined joined, Matrix weights, Matrix intercept) {
        int column = trained.tasks().size() + t;
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix w = algebra.multiply(trained.part(), Matrix.wrap(joined.c().length, 1, joined.c()));
        Matrix beta = Matrix.wrap(joined.beta().length, 1, joined.beta());
        Inputs own = inputs(t);
        Matrix v = own instanceof SparseInputs sparse
                ? sparse.values().transpose().times(beta)
                : algebra.multiplyTransposeA(((DenseInputs) own).values(), beta);
        double b = joined.b() * unit(t) + labels.labelMean().get(0, t);
        for (int j = 0; j < weights.rows(); j++) {
            double weight = unit(t)
                    * (w.get(j, 0) + v.get(j, 0))
                    / trained.scaling().featureScale().get(0, j);
            weights.set(j, column, weight);
            b -= weight * trained.scaling().featureMean().get(0, j);
        }
        intercept.set(0, column, b);
    }

    private void writeKernel(int t, Joined joined, Matrix coefficients, Matrix intercept, int old) {
        int column = trained.tasks().size() + t;
        Matrix shared = LinearAlgebra.best().multiply(trained.part(), Matrix.wrap(joined.c().length, 1, joined.c()));
        for (int i = 0; i < old; i++) {
            coefficients.set(i, column, unit(t) * shared.get(i, 0));
        }
        int[] which = observations(t);
        for (int k = 0; k < which.length; k++) {
            coefficients.set(old + which[k], column, unit(t) * joined.beta()[k]);
        }
        intercept.set(0, column, joined.b() * unit(t) + labels.labelMean().get(0, t));
    }

    private static Matrix beside(Matrix old, int more) {
        Matrix wider = Matrix.zeros(old.rows(), old.cols() + more);
        copyInto(wider, old);
        return wider;
    }

    private static void copyInto(Matrix to, Matrix from) {
        for (int i = 0; i < from.rows(); i++) {
            for (int j = 0; j < from.cols(); j++) {
                to.set(i, j, from.get(i, j));
            }
        }
    }

    private Standardizer scaling() {
        Standardizer old = trained.scaling();
        Matrix mean = beside(old.labelMean(), data.taskCount());
        Matrix scale = beside(old.labelScale(), data.taskCount());
        for (int t = 0; t < data.taskCount(); t++) {
            mean.set(0, old.labelMean().cols() + t, labels.labelMean().get(0, t));
            scale.set(0, old.labelMean().cols() + t, unit(t));
        }
        return new Standardizer(old.featureMean(), old.featureScale(), mean, scale);
    }

    /** Objective, gap, calibration and stability of ties are those of the trained tasks alone: none is kept. */
    static ModelInfo info(ModelInfo old, Dataset data) {
        List<String> tasks = new ArrayList<>(old.tasks());
        tasks.addAll(data.tasks());
        String joined = String.join(", ", data.tasks());
        String before = old.parameters().get(ModelInfo.JOINED);
        return old.withoutParameters(
                        List.of(ModelInfo.CALIBRATED, ModelInfo.CALIBRATED_TASKS, ModelInfo.BOOTSTRAP)::contains)
                .withParameter(ModelInfo.JOINED, before == null ? joined : before + ", " + joined)
                .with(old.schema().withTasks(tasks))
                .with(Outcome.uncertified(old.iterations(), FitReport.Status.ADAPTED))
                .with(old.origin().withObservations(old.observations() + data.size()));
    }
}
