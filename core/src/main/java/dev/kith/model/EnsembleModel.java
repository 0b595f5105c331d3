package dev.kith.model;

import dev.kith.data.Inputs;
import dev.kith.data.shape.OwnTask;
import dev.kith.data.shape.Shapes;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Several models of the same tasks together,
 *
 * <pre>  f_t(x) = sum_k a_kt f_kt(x),   a_kt &gt;= 0,  sum_k a_kt = 1  </pre>
 *
 * f_kt the predictions of part k: numbers in the labels' units, of classes decision values. Parts keep certificates of their own; objective and gap here
 * are those of the weights.
 *
 * @param parts models of the same tasks and features
 * @param weights a, a row per part and a column per task
 * @param common 1 x K, what a task that the model does not have is predicted with
 */
public record EnsembleModel(ModelInfo info, List<Model> parts, Matrix weights, Matrix common) implements Model {
    /** The name an ensemble goes by, as a method. */
    public static final String METHOD = "ensemble";

    /** What weights may miss a sum of 1 by. */
    private static final double ROUNDING = 1e-9;

    public EnsembleModel {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("an ensemble must have parts, got none");
        }
        Shapes.require("weights", weights, parts.size(), info.tasks().size());
        Shapes.require("common", common, 1, parts.size());
        for (Model part : parts) {
            requireSuits(part, parts.get(0), info);
        }
        requireWeights("common", common.row(0));
        for (int t = 0; t < weights.cols(); t++) {
            requireWeights("of task '" + info.tasks().get(t) + "'", weights.column(t));
        }
        weights = weights.frozen();
        common = common.frozen();
    }

    private static void requireSuits(Model part, Model first, ModelInfo info) {
        if (part instanceof EnsembleModel || part instanceof ConstrainedModel || part instanceof CodedModel) {
            throw new IllegalArgumentException("parts of an ensemble must be neither ensembles nor decoded, got one of"
                    + " method '" + part.info().method() + "'");
        }
        if (!part.info().tasks().equals(info.tasks())
                || !part.info().features().equals(info.features())
                || !part.info().classes().equals(info.classes())) {
            throw new IllegalArgumentException("parts of an ensemble must have its tasks, features and classes");
        }
        if (!part.info().schema().preparation().equals(info.schema().preparation())) {
            throw new IllegalArgumentException(
                    "parts of an ensemble must make the same features of a row; these learned"
                            + " categories from labels transformed in different ways");
        }
        if (!part.gramKeys().equals(first.gramKeys())) {
            throw new IllegalArgumentException("parts of an ensemble must have kernels by the same names of rows");
        }
    }

    private static void requireWeights(String whose, double... w) {
        for (double weight : w) {
            if (!(weight >= 0)) {
                throw new IllegalArgumentException("weights " + whose + " must be numbers >= 0, got " + weight);
            }
        }
        double sum = Arrays.stream(w).sum();
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("weights " + whose + " must sum to 1, got " + sum);
        }
    }

    @Override
    public EnsembleModel withInfo(ModelInfo changed) {
        return new EnsembleModel(changed, parts, weights, common);
    }

    /** The mean of a part's weights over tasks. */
    public double share(int part) {
        return Arrays.stream(weights.row(part)).average().orElse(0);
    }

    @Override
    public Matrix predict(Inputs given) {
        Inputs x = info.prepared(given);
        Matrix sum = Matrix.zeros(x.rows(), weights.cols());
        for (int k = 0; k < parts.size(); k++) {
            Matrix own = parts.get(k).predict(x);
            for (int i = 0; i < sum.rows(); i++) {
                for (int t = 0; t < sum.cols(); t++) {
                    sum.add(i, t, weights.get(k, t) * own.get(i, t));
                }
            }
        }
        return sum;
    }

    @Override
    public double[] predict(Inputs given, int[] tasks) {
        OwnTask.require(given, tasks);
        Inputs x = info.prepared(given);
        double[] sum = new double[tasks.length];
        for (int k = 0; k < parts.size(); k++) {
            double[] own = parts.get(k).predict(x, tasks);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += weights.get(k, tasks[i]) * own[i];
            }
        }
        return sum;
    }

    @Override
    public boolean predictsRowByRow() {
        return parts.stream().allMatch(Model::predictsRowByRow);
    }

    /** Empty: parts have their own. */
    @Override
    public Optional<TaskMatrix> structure() {
        return Optional.empty();
    }

    @Override
    public List<String> gramKeys() {
        return parts.get(0).gramKeys();
    }

    @Override
    public EnsembleModel withGram(List<Precomputed> given) {
        return new EnsembleModel(
                info, parts.stream().map(part -> part.withGram(given)).toList(), weights, common);
    }

    /** The weighted sum of parts that are linear in the labels' units; empty where some are not. */
    @Override
    public Optional<LinearModel> linear() {
        List<LinearModel> own = new ArrayList<>();
        for (Model part : parts) {
            if (part.info().schema().transform().isEmpty()) {
                part.linear().ifPresent(own::add);
            }
        }
        return own.size() < parts.size()
                ? Optional.empty()
                : Optional.of(new LinearModel(
                        info, sum(own, LinearModel::weights), sum(own, LinearModel::intercept), Optional.empty()));
    }

    private Matrix sum(List<LinearModel> own, Function<LinearModel, Matrix> of) {
        Matrix first = of.apply(own.get(0));
        Matrix sum = Matrix.zeros(first.rows(), first.cols());
        for (int k = 0; k < own.size(); k++) {
            Matrix values = of.apply(own.get(k));
            for (int i = 0; i < sum.rows(); i++) {
                for (int t = 0; t < sum.cols(); t++) {
                    sum.add(i, t, weights.get(k, t) * values.get(i, t));
                }
            }
        }
        return sum;
    }

    /** Those of the weighted sum where there is one; NaN where parts are not linear, so that no intercept is added to anything. */
    @Override
    public double[] intercepts() {
        return linear().map(LinearModel::intercepts).orElseGet(() -> {
            double[] none = new double[weights.cols()];
            Arrays.fill(none, Double.NaN);
            return none;
        });
    }

    /** What the parts have in common, by the common weights; empty where a part has nothing. */
    @Override
    public Optional<EnsembleModel> commonModel(Predictions.Unknown treated) {
        List<Model> shared = new ArrayList<>();
        for (Model part : parts) {
            part.commonModel(treated).ifPresent(shared::add);
        }
        return shared.size() < parts.size()
                ? Optional.empty()
                : Optional.of(new EnsembleModel(
                        info.with(LinearModel.commonSchema(info)), shared, common.transpose(), common));
    }

    /** The same predictions for one task, of parts that predict it alone. */
    public EnsembleModel alone(int task, ModelInfo own, List<Model> single) {
        Matrix column = Matrix.zeros(parts.size(), 1);
        for (int k = 0; k < parts.size(); k++) {
            column.set(k, 0, weights.get(k, task));
        }
        return new EnsembleModel(own, single, column, common);
    }
}
