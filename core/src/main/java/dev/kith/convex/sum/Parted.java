package dev.kith.convex.sum;

import dev.kith.convex.solver.Scaled;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.Optional;

/**
 * A fit to own and shared features as a model of the features that were there: weights w_0 + v_t, with b_0, w_0 kept beside them.
 *
 * @param twice the units of features that are there twice
 * @param saved weights of those, in the user's units
 */
public record Parted(OwnAndShared columns, Standardizer twice, Scaled.Saved saved) {
    public LinearModel model(ModelInfo info, TaskMatrix structure, boolean intercept, TaskLosses losses) {
        Matrix own = own();
        double[] shared = new double[columns.features()];
        Matrix weights = own.copy();
        for (int j = 0; j < shared.length; j++) {
            shared[j] = saved.coefficients().get(columns.shared(j), 0);
            for (int t = 0; t < weights.cols(); t++) {
                weights.add(j, t, shared[j]);
            }
        }
        double level = intercept ? level(own, losses) : 0;
        return new LinearModel(info, weights, saved.intercept(), Optional.of(structure), Optional.of(scaling()))
                .with(new LinearModel.Common(level, Matrix.wrap(1, shared.length, shared)));
    }

    /** V of all features, zero where tasks have none of their own. */
    private Matrix own() {
        Matrix own = Matrix.zeros(columns.features(), saved.coefficients().cols());
        for (int k = 0; k < columns.own().length; k++) {
            for (int t = 0; t < own.cols(); t++) {
                own.set(columns.own()[k], t, saved.coefficients().get(k, t));
            }
        }
        return own;
    }

    private Standardizer scaling() {
        return new Standardizer(
                features(twice.featureMean()), features(twice.featureScale()), twice.labelMean(), twice.labelScale());
    }

    private Matrix features(Matrix of) {
        double[] all = of.row(0);
        return Matrix.wrap(1, columns.features(), Arrays.copyOfRange(all, columns.shared(0), all.length));
    }

    /**
     * b_0: what intercepts are where features have their means, on average over the tasks. Those of other losses than the squared and the
     * logistic one have no mean worth the name (that of a task of zero counts is far below all others): there it is their median.
     */
    private double level(Matrix own, TaskLosses losses) {
        double[] means = features(twice.featureMean()).row(0);
        double[] levels = saved.intercept().row(0);
        for (int t = 0; t < levels.length; t++) {
            for (int j = 0; j < means.length; j++) {
                levels[t] += means[j] * own.get(j, t);
            }
        }
        if (losses.any(loss -> !averages(loss))) {
            Arrays.sort(levels);
            int middle = levels.length / 2;
            return levels.length % 2 == 1 ? levels[middle] : (levels[middle - 1] + levels[middle]) / 2;
        }
        return Arrays.stream(levels).average().orElse(0);
    }

    private static boolean averages(Loss loss) {
        return loss.quadratic() || loss.probability(0).isPresent();
    }
}
