package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Rows;
import dev.kith.data.shape.OwnTask;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A trained predictor for every task, in the user's units. Immutable and safe to share between threads. */
public sealed interface Model
        permits LinearModel,
                LinearModel.Crossed,
                KernelModel,
                KernelSumModel,
                FourierModel,
                NodeModel,
                TreeModel,
                TreeModel.AsFeature,
                ConstrainedModel,
                CodedModel,
                EnsembleModel {
    ModelInfo info();

    /** The same model, saying this about itself: for what becomes known after the fit. Tasks and features must stay. */
    Model withInfo(ModelInfo info);

    /**
     * Predictions of every task for every input, n x T. For classes: decision values, positive for the second class; for
     * counts: their means.
     * Features must be the model's, in the model's order, or {@linkplain dev.kith.data.RawInputs rows as a table has them} with the columns
     * that its features are made of.
     */
    Matrix predict(Inputs x);

    /** The structure matrix between tasks, in their order; empty where the method has none. */
    Optional<TaskMatrix> structure();

    /** The same function with explicit weights of single features, in the user's units, where it has them. */
    default Optional<LinearModel> linear() {
        return Optional.empty();
    }

    /**
     * C of problem (Q): what the dictionary functions g_s are made of, a column per task, in the units of the fit, with f_t = sum_s A_ts g_s
     * for the structure A, up to intercepts. Rows are features for linear models and the model's inputs for kernels, g_s(x) = sum_i
     * k(x, x_i) C_is; empty where there is no structure. Worked out from weights, structure and scaling in O(T^3).
     */
    default Optional<Matrix> dictionary() {
        return Optional.empty();
    }

    /**
     * Whether {@link #predict(Inputs, int[])} has the same bits for a row whatever other rows are asked with it, so that many
     * rows may be asked a batch at a time.
     */
    default boolean predictsRowByRow() {
        return false;
    }

    /**
     * The inputs by which rows are named in Gram matrices that were given as kernels, one per matrix, in the order of the
     * kernels. Values of such kernels are not in the model's file: {@link #withGram} gives them before it can predict.
     */
    default List<String> gramKeys() {
        return List.of();
    }

    /**
     * The same model with the values of its kernels between new rows and the rows it was trained on. It predicts the rows that
     * are named there.
     *
     * @param given one for each of {@link #gramKeys}
     */
    default Model withGram(List<Precomputed> given) {
        if (given.size() != gramKeys().size()) {
            throw new DataException("the model was trained on Gram matrices, "
                    + gramKeys().size() + " of them; got values of " + given.size());
        }
        return this;
    }

    /** What predicts rows of tasks that the model does not have, treated so; empty where nothing does. */
    default Optional<? extends Model> commonModel(Predictions.Unknown treated) {
        return Optional.empty();
    }

    /** The same model, treating rows so that belong to unknown levels of groupings beside the tasks; itself where there are no such groupings. */
    default Model treating(Predictions.Unknown levels) {
        return this;
    }

    /** Rows that belong to unknown levels of groupings beside the tasks. */
    default BitSet unknownLevels(Inputs x) {
        return new BitSet();
    }

    /** One intercept per task. */
    double[] intercepts();

    /**
     * The probability of the second class behind a task's prediction, where its loss makes it one (logistic: 1 / (1 +
     * exp(-decision))); otherwise, and where the loss is not known here, empty.
     */
    default OptionalDouble probability(int task, double decision) {
        return Losses.find(info().loss(task))
                .map(loss -> loss.probability(decision))
                .orElse(OptionalDouble.empty());
    }

    /**
     * For rows that belong to one task each: entry i is the prediction of task {@code tasks[i]} for input i. Other tasks
     * are not computed where tasks are independent of each other given the model.
     */
    default double[] predict(Inputs x, int[] tasks) {
        OwnTask.require(x, tasks);
        double[] predictions = new double[tasks.length];
        Matrix all = predict(x);
        for (int i = 0; i < tasks.length; i++) {
            predictions[i] = all.get(i, tasks[i]);
        }
        return predictions;
    }

    /**
     * Predictions for rows of a table, by name. Rows are asked as the model was trained: about the task they belong to,
     * about all tasks, or which class they are of; probabilities are those of the loss. {@link ModelInfo#roles} are the
     * roles to read such rows with.
     */
    default Predictions predict(Rows rows) {
        return predict(rows, Predictions.scope(info(), rows));
    }

    /** The same, asking rows what {@code scope} says. */
    default Predictions predict(Rows rows, Predictions.Scope scope) {
        return Predictions.of(this, rows, scope, this::probability);
    }

    /** The prediction of one task for one dense input. */
    default double predict(String task, double... x) {
        return predict(new DenseInputs(Matrix.of(x), info().features()), new int[] {info().task(task)})[0];
    }
}
