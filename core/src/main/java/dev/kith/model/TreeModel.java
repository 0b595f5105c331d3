package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.shape.OwnTask;
import dev.kith.data.shape.Shapes;
import dev.kith.data.trees.TreeEnsemble;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Boosted trees for all tasks together,
 *
 * <pre>  f_t(x) = label_mean_t + label_scale_t trees(x, t, m_t)</pre>
 *
 * with the task as a code, its position among the model's tasks, and its mean label m_t as features after those of the row. Nothing else is
 * kept by task, so there is no structure.
 *
 * @param taskMean m_t, 1 x T, in units of the scaled labels
 * @param labelMean 1 x T
 * @param labelScale 1 x T, positive
 */
public record TreeModel(ModelInfo info, TreeEnsemble trees, Matrix taskMean, Matrix labelMean, Matrix labelScale)
        implements Model {
    /** How many features the task has. */
    public static final int OF_TASK = 2;

    private static final int BLOCK = 256;

    public TreeModel {
        int tasks = info.tasks().size();
        Shapes.require("taskMean", taskMean, 1, tasks);
        Shapes.require("labelMean", labelMean, 1, tasks);
        Shapes.require("labelScale", labelScale, 1, tasks);
        if (trees.features() != info.features().size() + OF_TASK) {
            throw new IllegalArgumentException("trees must have "
                    + info.features().size() + " features and " + OF_TASK + " of the task, got " + trees.features());
        }
        for (int t = 0; t < tasks; t++) {
            if (!(labelScale.get(0, t) > 0)) {
                throw new IllegalArgumentException("labelScale must be > 0, got " + labelScale.get(0, t));
            }
        }
        taskMean = taskMean.frozen();
        labelMean = labelMean.frozen();
        labelScale = labelScale.frozen();
    }

    @Override
    public TreeModel withInfo(ModelInfo changed) {
        return new TreeModel(changed, trees, taskMean, labelMean, labelScale);
    }

    /** Numbers of rows, a column per feature. */
    public static Matrix numbers(Inputs x) {
        if (x instanceof DenseInputs dense) {
            return dense.values();
        }
        if (x instanceof SparseInputs sparse) {
            Matrix dense = Matrix.zeros(sparse.rows(), sparse.features().size());
            for (int i = 0; i < dense.rows(); i++) {
                for (int k = sparse.values().start(i); k < sparse.values().end(i); k++) {
                    dense.set(i, sparse.values().index(k), sparse.values().value(k));
                }
            }
            return dense;
        }
        throw new DataException("boosted trees learn from numbers, got " + x.features());
    }

    @Override
    public Matrix predict(Inputs inputs) {
        Matrix x = numbers(info.prepared(inputs));
        Matrix z = Matrix.zeros(x.rows(), info.tasks().size());
        Concurrent.blocks(x.rows(), BLOCK, (from, to) -> {
            double[] row = new double[trees.features()];
            for (int i = from; i < to; i++) {
                for (int t = 0; t < z.cols(); t++) {
                    z.set(i, t, value(row, x, i, t));
                }
            }
        });
        return Links.applyTo(z, info);
    }

    @Override
    public double[] predict(Inputs inputs, int[] tasks) {
        OwnTask.require(inputs, tasks);
        Matrix x = numbers(info.prepared(inputs));
        double[] z = new double[tasks.length];
        Concurrent.blocks(z.length, BLOCK, (from, to) -> {
            double[] row = new double[trees.features()];
            for (int i = from; i < to; i++) {
                z[i] = value(row, x, i, tasks[i]);
            }
        });
        return Links.applyTo(z, info, tasks);
    }

    private double value(double[] row, Matrix x, int i, int t) {
        for (int j = 0; j < x.cols(); j++) {
            row[j] = x.get(i, j);
        }
        row[x.cols()] = t;
        row[x.cols() + 1] = taskMean.get(0, t);
        return labelMean.get(0, t) + labelScale.get(0, t) * trees.value(row);
    }

    @Override
    public boolean predictsRowByRow() {
        return true;
    }

    @Override
    public Optional<TaskMatrix> structure() {
        return Optional.empty();
    }

    /** What trees say of a row of zeros, task by task. */
    @Override
    public double[] intercepts() {
        Matrix zero = Matrix.zeros(1, info.features().size());
        double[] row = new double[trees.features()];
        double[] intercepts = new double[info.tasks().size()];
        for (int t = 0; t < intercepts.length; t++) {
            intercepts[t] = value(row, zero, 0, t);
        }
        return intercepts;
    }

    /**
     * A task whose code no split knows, which goes with the many, and whose mean label is the mean over tasks; empty where tasks have units of their
     * own.
     */
    @Override
    public Optional<TreeModel> commonModel(Predictions.Unknown treated) {
        return treated == Predictions.Unknown.COMMON && !ownUnits()
                ? Optional.of(new TreeModel(
                        info.with(LinearModel.commonSchema(info)),
                        trees.renumbered(info.features().size(), info.tasks().size()),
                        Matrix.wrap(1, 1, new double[] {commonMean()}),
                        one(labelMean, 0),
                        one(labelScale, 0)))
                : Optional.empty();
    }

    /** Whether tasks' labels have units of their own. A task that joined has a level of its own in the others' unit. */
    public boolean ownUnits() {
        boolean oneMean = info.adapted() || !different(labelMean);
        return different(labelScale) || !oneMean;
    }

    private static boolean different(Matrix row) {
        return Arrays.stream(row.row(0)).anyMatch(x -> x != row.get(0, 0));
    }

    /** The mean label of a task nobody has seen: the mean over tasks. */
    public double commonMean() {
        return Arrays.stream(taskMean.row(0)).average().orElseThrow();
    }

    /** The same predictions for one task. */
    public TreeModel alone(int task, ModelInfo own) {
        return new TreeModel(
                own,
                trees.renumbered(info.features().size(), task),
                one(taskMean, task),
                one(labelMean, task),
                one(labelScale, task));
    }

    private static Matrix one(Matrix row, int t) {
        return Matrix.wrap(1, 1, new double[] {row.get(0, t)});
    }

    /**
     * Any model with what boosted trees say of a row and its task as one more feature,
     *
     * <pre>  f_t(x) = base_t(x, trees_t(x))</pre>
     *
     * @param base a model of the features and, after them, {@value #FEATURE}
     */
    public record AsFeature(ModelInfo info, TreeModel trees, Model base) implements Model {
        /** The name of the feature. */
        public static final String FEATURE = "boosted";

        /** A parameter of such models: whose predictions are a feature. */
        public static final String FROM = "features-from";

        public AsFeature {
            if (!trees.info().tasks().equals(info.tasks())
                    || !base.info().tasks().equals(info.tasks())) {
                throw new IllegalArgumentException("trees and base model must have the model's tasks");
            }
            if (!trees.info().features().equals(info.features())
                    || !base.info().features().equals(features(info.features()))) {
                throw new IllegalArgumentException(
                        "trees must have the model's features, the base model also '" + FEATURE
                                + "', got " + trees.info().features() + " and "
                                + base.info().features());
            }
            if (base instanceof AsFeature || base instanceof CodedModel || base instanceof ConstrainedModel) {
                throw new IllegalArgumentException("the base model must be of the tasks themselves");
            }
        }

        /** With the feature after them. */
        public static List<String> features(List<String> own) {
            List<String> all = new ArrayList<>(own);
            all.add(FEATURE);
            return List.copyOf(all);
        }

        /** Rows with a feature more. */
        public static DenseInputs with(Inputs x, double[] feature) {
            Matrix own = numbers(x);
            Matrix all = Matrix.zeros(own.rows(), own.cols() + 1);
            for (int i = 0; i < own.rows(); i++) {
                for (int j = 0; j < own.cols(); j++) {
                    all.set(i, j, own.get(i, j));
                }
                all.set(i, own.cols(), feature[i]);
            }
            return new DenseInputs(all, features(x.features()));
        }

        @Override
        public AsFeature withInfo(ModelInfo changed) {
            return new AsFeature(changed, trees, base);
        }

        @Override
        public Matrix predict(Inputs inputs) {
            Inputs x = info.prepared(inputs);
            Matrix z = Matrix.zeros(x.rows(), info.tasks().size());
            int[] tasks = new int[x.rows()];
            for (int t = 0; t < z.cols(); t++) {
                Arrays.fill(tasks, t);
                double[] own = predict(x, tasks);
                for (int i = 0; i < own.length; i++) {
                    z.set(i, t, own[i]);
                }
            }
            return z;
        }

        @Override
        public double[] predict(Inputs inputs, int[] tasks) {
            OwnTask.require(inputs, tasks);
            Inputs x = info.prepared(inputs);
            return base.predict(with(x, trees.predict(x, tasks)), tasks);
        }

        @Override
        public boolean predictsRowByRow() {
            return base.predictsRowByRow();
        }

        /** The base's. */
        @Override
        public Optional<TaskMatrix> structure() {
            return base.structure();
        }

        /** What is said of a row of zeros, task by task. */
        @Override
        public double[] intercepts() {
            return predict(new DenseInputs(Matrix.zeros(1, info.features().size()), info.features()))
                    .row(0);
        }

        /** Where both know what tasks have in common. */
        @Override
        public Optional<AsFeature> commonModel(Predictions.Unknown treated) {
            Optional<TreeModel> common = trees.commonModel(treated);
            return base.commonModel(treated)
                    .flatMap(own ->
                            common.map(grown -> new AsFeature(info.with(LinearModel.commonSchema(info)), grown, own)));
        }
    }
}
