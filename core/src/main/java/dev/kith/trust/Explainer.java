package dev.kith.trust;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Rows;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.TreeModel;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Takes predictions apart, exactly: by feature for linear models, and by the task whose rows they come from.
 *
 * <p>At the optimum of any loss, lambda A^-1 W' has in row s what the rows of task s alone pull by: a sum of their inputs, each times the
 * slope of its loss. So with G = A^-1 W',
 *
 * <pre>  w_t = sum_s A_ts g_s  </pre>
 *
 * says how much of task t's weights comes from the rows of task s. The same holds for the coefficients of kernels. Where a learned A is
 * singular the rows may also pull in directions that A drops, which a model does not keep: then these are the smallest pulls that give the
 * weights.
 */
public final class Explainer {
    /** Weights that the structure does not account for to this share were not learned with it: the model is not taken apart by task. */
    private static final double ACCOUNTED = 1e-6;

    /** Whose rows say what is said of a task that the model does not have. */
    private static final String IN_COMMON = "all tasks in common";

    private final ModelInfo info;
    private final Terms terms;
    private final Optional<TaskMatrix> structure;

    private Explainer(ModelInfo info, Terms terms, Optional<TaskMatrix> structure) {
        this.info = info;
        this.terms = terms;
        this.structure = structure;
    }

    /** A prediction as a sum, in the labels' units. */
    private interface Terms {
        double base(int task);

        /** What each feature of a row adds; empty where that is not known. */
        double[] features(Inputs x, int row, int task);

        /** What the rows of each task pull by at a row, before A, in the units of the fit. */
        double[] pulls(Inputs x, int row);

        double labelScale(int task);

        /** All that is added to the base. */
        double rest(Inputs x, int row, int task);
    }

    /**
     * For models with weights of features or with one kernel.
     *
     * @throws IllegalArgumentException for other models
     */
    public static Explainer of(Model model) {
        Optional<LinearModel> linear = model.linear();
        if (linear.isPresent()) {
            LinearTerms terms = new LinearTerms(linear.get());
            return new Explainer(model.info(), terms, accounted(structure(linear.get()), terms.fitted));
        }
        if (model instanceof KernelModel kernel) {
            Matrix fitted = kernel.scaling().ofScaledLabels(kernel.coefficients());
            return new Explainer(model.info(), new KernelTerms(kernel), accounted(kernel.structure(), fitted));
        }
        throw new IllegalArgumentException("a model of method '" + model.info().method() + "' and kernel '"
                + model.info().kernel() + "'"
                + (model instanceof TreeModel.AsFeature ? " with a feature from boosted trees" : "")
                + " cannot be taken apart; linear models and those of one kernel can");
    }

    /** A structure of what tasks differ by says only whose rows that comes from. */
    private static Optional<TaskMatrix> structure(LinearModel model) {
        return model.jointly().isPresent() ? Optional.empty() : model.structure();
    }

    /** The structure, if tasks share by it and it accounts for the weights (any number x T). */
    private static Optional<TaskMatrix> accounted(Optional<TaskMatrix> structure, Matrix weights) {
        return structure
                .filter(a -> !(a instanceof TaskForest forest && forest.nodes() == 0))
                .filter(a -> {
                    Matrix wt = weights.transpose();
                    Matrix again = a.multiply(a.solve(wt));
                    return again.plus(-1, wt).frobeniusNorm() <= ACCOUNTED * wt.frobeniusNorm();
                });
    }

    /** Each row's prediction for the task it names. */
    public List<Explanation> explain(Rows rows) {
        int[] tasks = info.positions(rows.tasks());
        if (tasks.length != rows.inputs().rows()) {
            throw new IllegalArgumentException("rows must name their tasks");
        }
        Inputs x = info.prepared(rows.inputs());
        return IntStream.range(0, tasks.length)
                .mapToObj(i -> explain(x, i, tasks[i]))
                .toList();
    }

    /** One row's prediction for one task. */
    public Explanation explain(Inputs rows, int row, int task) {
        Inputs x = info.prepared(rows);
        double base = terms.base(task);
        List<Explanation.Part> features = parts(info.features(), terms.features(x, row, task));
        List<Explanation.Part> lenders = List.of();
        if (structure.isPresent()) {
            double[] amounts = structure.get().row(task);
            double[] pulls = terms.pulls(x, row);
            for (int s = 0; s < amounts.length; s++) {
                amounts[s] *= pulls[s] * terms.labelScale(task);
            }
            lenders = parts(info.tasks(), amounts);
        }
        return new Explanation(info.tasks().get(task), base, features, lenders, base + terms.rest(x, row, task));
    }

    /**
     * All there is to say of one row: of its own task or, where rows name none, of every task; of a choice among classes every question that is
     * asked about it.
     *
     * @param treated what becomes of a task that the model does not have
     * @throws DataException if the task is unknown and refused, or nothing predicts it
     */
    public List<Explanation> all(Model model, Unknown treated, Rows rows, int row) {
        if (!rows.tasks().isEmpty()
                && treated != Unknown.ERROR
                && !info.tasks().contains(rows.tasks().get(row))) {
            return List.of(unseen(model, treated, rows, row));
        }
        if (info.columns().choice().isPresent()) {
            return answers(rows, row);
        }
        if (!rows.tasks().isEmpty()) {
            return List.of(explain(rows.inputs(), row, info.task(rows.tasks().get(row))));
        }
        return IntStream.range(0, info.tasks().size())
                .mapToObj(t -> explain(rows.inputs(), row, t))
                .toList();
    }

    /** Every question that is asked about the row's class. */
    private List<Explanation> answers(Rows rows, int row) {
        ClassChoice choice = info.columns().choice().orElseThrow();
        int part = rows.tasks().isEmpty()
                ? 0
                : choice.parts(info.tasks()).indexOf(rows.tasks().get(row));
        return IntStream.range(0, choice.questions())
                .mapToObj(q -> explain(rows.inputs(), row, part * choice.questions() + q))
                .toList();
    }

    /**
     * One row's prediction for the task it names, which the model does not have: by what all tasks have in common.
     *
     * @throws DataException if nothing predicts it
     */
    public static Explanation unseen(Model model, Unknown treated, Rows rows, int row) {
        String task = rows.tasks().get(row);
        if (!(treated.by(model, task) instanceof LinearModel common)) {
            throw new DataException(
                    "what predicts task '" + task + "' is not linear: its predictions have no parts to show");
        }
        Optional<Standardizer> units = model.linear()
                .flatMap(LinearModel::scaling)
                .map(all -> new Standardizer(
                        all.featureMean(), all.featureScale(), Matrix.zeros(1, 1), Matrix.wrap(1, 1, new double[] {1
                        })));
        Explanation found = of(new LinearModel(
                        common.info(), common.weights(), common.intercept(), Optional.empty(), units))
                .explain(rows.inputs(), row, 0);
        double added = found.sum() - found.base();
        return new Explanation(
                task, found.base(), found.features(), List.of(new Explanation.Part(IN_COMMON, added)), found.sum());
    }

    private static List<Explanation.Part> parts(List<String> names, double[] amounts) {
        List<Explanation.Part> parts = new ArrayList<>();
        for (int k = 0; k < amounts.length; k++) {
            parts.add(new Explanation.Part(names.get(k), amounts[k]));
        }
        return parts;
    }

    private static double[] products(Matrix rows, double[] with) {
        double[] sums = new double[rows.rows()];
        for (int s = 0; s < sums.length; s++) {
            for (int j = 0; j < with.length; j++) {
                sums[s] += rows.get(s, j) * with[j];
            }
        }
        return sums;
    }

    private static final class LinearTerms implements Terms {
        private final LinearModel model;
        private final Optional<Standardizer> units;
        private final Matrix fitted;
        private final Matrix pulls;

        LinearTerms(LinearModel model) {
            this.model = model;
            units = model.scaling();
            fitted = model.fittedWeights();
            pulls = model.structure().map(a -> a.solve(fitted.transpose())).orElse(Matrix.zeros(0, 0));
        }

        private double mean(int j) {
            return units.map(scaling -> scaling.featureMean().get(0, j)).orElse(0.0);
        }

        private double[] deviation(Inputs x, int row) {
            double[] values = new double[model.weights().rows()];
            if (x instanceof SparseInputs sparse) {
                sparse.values().addInto(values, 1, row);
            } else {
                values = ((DenseInputs) x).values().row(row);
            }
            for (int j = 0; j < values.length; j++) {
                values[j] -= mean(j);
            }
            return values;
        }

        @Override
        public double base(int task) {
            double sum = model.intercept().get(0, task);
            for (int j = 0; j < model.weights().rows(); j++) {
                sum += mean(j) * model.weights().get(j, task);
            }
            return sum;
        }

        @Override
        public double[] features(Inputs x, int row, int task) {
            double[] amounts = deviation(x, row);
            for (int j = 0; j < amounts.length; j++) {
                amounts[j] *= model.weights().get(j, task);
            }
            return amounts;
        }

        @Override
        public double rest(Inputs x, int row, int task) {
            double sum = 0;
            for (double amount : features(x, row, task)) {
                sum += amount;
            }
            return sum;
        }

        @Override
        public double[] pulls(Inputs x, int row) {
            double[] deviation = deviation(x, row);
            for (int j = 0; j < deviation.length && units.isPresent(); j++) {
                deviation[j] /= units.get().featureScale().get(0, j);
            }
            return products(pulls, deviation);
        }

        @Override
        public double labelScale(int task) {
            return units.map(scaling -> scaling.labelScale().get(0, task)).orElse(1.0);
        }
    }

    private static final class KernelTerms implements Terms {
        private final KernelModel model;
        private final Matrix pulls;

        KernelTerms(KernelModel model) {
            this.model = model;
            Matrix fitted = model.scaling().ofScaledLabels(model.coefficients());
            pulls = model.structure().map(a -> a.solve(fitted.transpose())).orElse(Matrix.zeros(0, 0));
        }

        private double[] values(Inputs x, int row) {
            Inputs scaled = model.scaling().apply(x.select(row));
            return model.kernel().against(model.support()).apply(scaled).row(0);
        }

        @Override
        public double base(int task) {
            return model.intercept().get(0, task);
        }

        @Override
        public double[] features(Inputs x, int row, int task) {
            return new double[0];
        }

        @Override
        public double rest(Inputs x, int row, int task) {
            double[] values = values(x, row);
            double sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += values[i] * model.coefficients().get(i, task);
            }
            return sum;
        }

        @Override
        public double[] pulls(Inputs x, int row) {
            return products(pulls, values(x, row));
        }

        @Override
        public double labelScale(int task) {
            return model.scaling().labelScale().get(0, task);
        }
    }
}
