package dev.kith.stream;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Weights;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Optional;

/** Models that predict as a learner does at this moment. */
final class OnlineModel {
    private OnlineModel() {}

    /**
     * The learner's predictor as a model without intercepts. Rows scaled to length 1 while learning need no scaling for a
     * linear model: only the size of its predictions differs, not their sign.
     *
     * @param info says tasks and features, in the learner's order; tasks that have not been announced predict 0
     * @param sparse whether the model will be asked about sparse rows; matters for kernels only
     */
    public static Model of(OnlineLearner learner, ModelInfo info, boolean sparse) {
        int features = info.features().size();
        int tasks = info.tasks().size();
        learner.announce(tasks);
        Matrix intercepts = Matrix.zeros(1, tasks);
        Weights weights = learner.weights(features).explicit();
        if (weights instanceof Weights.Linear linear) {
            return new LinearModel(
                    info, linear.matrix(), intercepts, learner.structure().map(TaskMatrix::of));
        }
        Weights.Expansion expansion = (Weights.Expansion) weights;
        Inputs support = sparse
                ? new SparseInputs(expansion.support(), info.features())
                : new DenseInputs(expansion.support().toDense(), info.features());
        Standardizer none = Standardizer.none(features, tasks);
        return new KernelModel(
                info, expansion.kernel(), none, support, expansion.coefficients(), intercepts, Optional.empty());
    }

    /** The same linear model with feature 0 taken for a constant: its weights become the intercepts. */
    public static LinearModel withIntercept(LinearModel model, ModelInfo info) {
        int tasks = model.weights().cols();
        double[] all = model.weights().data();
        Matrix weights =
                Matrix.wrap(model.weights().rows() - 1, tasks, java.util.Arrays.copyOfRange(all, tasks, all.length));
        return new LinearModel(info, weights, Matrix.of(model.weights().row(0)), model.structure());
    }
}
