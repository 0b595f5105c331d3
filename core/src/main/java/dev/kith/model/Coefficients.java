package dev.kith.model;

import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/** Weights of linear models as people should see them. */
public final class Coefficients {
    /** What rounding leaves of a zero is below this share of the task's largest weight, each in the units of the fit. */
    private static final double ROUNDING = 1e-12;

    private Coefficients() {}

    /**
     * The weights, features x tasks, with 0 for what is only rounding: where a weight times the spread of its feature is
     * less than 1e-12 of the largest such product of its task. Of models that do not know their features' spread (fitted
     * without standardisation) nothing is taken for rounding. The model itself keeps its bits.
     */
    public static Matrix shown(LinearModel model) {
        Matrix weights = model.weights();
        Matrix spread = model.scaling().map(Standardizer::featureScale).orElse(Matrix.zeros(1, 0));
        if (Arrays.stream(spread.data()).allMatch(scale -> scale == 1)) {
            return weights;
        }
        Matrix shown = Matrix.zeros(weights.rows(), weights.cols());
        for (int t = 0; t < weights.cols(); t++) {
            double largest = 0;
            for (int j = 0; j < weights.rows(); j++) {
                largest = Math.max(largest, Math.abs(weights.get(j, t) * spread.get(0, j)));
            }
            for (int j = 0; j < weights.rows(); j++) {
                boolean noise = Math.abs(weights.get(j, t) * spread.get(0, j)) <= ROUNDING * largest;
                shown.set(j, t, noise ? 0 : weights.get(j, t));
            }
        }
        return shown;
    }
}
