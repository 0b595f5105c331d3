package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.util.Optional;

/**
 * A model whose common part was learned together with what its tasks have of their own, as the model of the latter, v_t, for labels less
 * what is common, y - b_0 - x'w_0: there the relation between tasks has its meaning.
 */
record CommonWeights(LinearModel model, LinearModel.Common common) {
    /**
     * Empty for models of other fits.
     *
     * @throws DataException if labels of the model's loss cannot be shifted
     */
    static Optional<CommonWeights> of(Model model) {
        Optional<CommonWeights> found = model instanceof LinearModel linear
                ? linear.jointly().map(common -> new CommonWeights(linear, common))
                : Optional.empty();
        found.ifPresent(weights -> requireShifts(weights.model.info()));
        return found;
    }

    private static void requireShifts(ModelInfo info) {
        if (info.loss().equals(TaskLosses.MIXED) || !Losses.parse(info.loss()).scalable()) {
            throw new DataException(
                    "new tasks join a common part that was learned with the tasks for losses of numbers only, this model"
                            + " has " + info.loss() + " loss; fit all tasks again, or predict them by what is common"
                            + " (unknown tasks by what is common)");
        }
    }

    /** Of what tasks have of their own. */
    LinearModel own() {
        Matrix intercept = model.intercept().map(b -> b - common.intercept());
        return new LinearModel(
                model.info(),
                model.sharedPart(),
                intercept,
                model.structure(),
                model.scaling().map(units -> withMeans(units, Matrix.zeros(1, intercept.cols()))));
    }

    private static Standardizer withMeans(Standardizer units, Matrix means) {
        return new Standardizer(units.featureMean(), units.featureScale(), means, units.labelScale());
    }

    /** Rows without what is common. */
    Dataset own(Dataset rows) {
        Matrix known = shared().predict(rows.inputs());
        double[] labels = new double[rows.size()];
        for (int o = 0; o < labels.length; o++) {
            labels[o] = rows.label(o) - known.get(rows.row(o), 0);
        }
        return rows.withLabels(labels);
    }

    private LinearModel shared() {
        return model.commonModel()
                .orElseThrow(() -> new DataException("the model does not say what its tasks have in common"));
    }

    /** The way back; trained tasks keep their bits. */
    Adapted whole(Adapted joined) {
        LinearModel found = (LinearModel) joined.model();
        int tasks = found.weights().cols();
        int before = model.weights().cols();
        Matrix weights = found.weights().copy();
        Matrix intercept = found.intercept().copy();
        Matrix means = Matrix.zeros(1, tasks);
        double mean = model.scaling().map(units -> units.labelMean().get(0, 0)).orElse(0.0);
        for (int t = 0; t < tasks; t++) {
            boolean old = t < before;
            means.set(0, t, mean);
            intercept.set(0, t, old ? model.intercept().get(0, t) : intercept.get(0, t) + common.intercept());
            for (int j = 0; j < weights.rows(); j++) {
                weights.set(
                        j,
                        t,
                        old
                                ? model.weights().get(j, t)
                                : weights.get(j, t) + common.weights().get(0, j));
            }
        }
        LinearModel whole = new LinearModel(
                        found.info(),
                        weights,
                        intercept,
                        found.structure(),
                        found.scaling().map(units -> withMeans(units, means)))
                .with(common);
        return new Adapted(whole, joined.tasks(), joined.misses());
    }
}
