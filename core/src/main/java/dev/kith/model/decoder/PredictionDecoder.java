package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;

/**
 * f(x) = argmin over c in C of sum_t weight_t (c_t - p_t)^2, p the base model's predictions: any model, made to obey.
 *
 * @param weights 1 x T, &gt; 0: how much each task's prediction is trusted, for example 1 / its error variance
 */
public record PredictionDecoder(ConstraintSet set, Matrix weights, Relaxation relaxation) implements Decoder {
    public PredictionDecoder {
        Shapes.require("weights", weights, 1, set.dimension());
        Shapes.requirePositive("weights", weights);
        weights = weights.frozen();
    }

    @Override
    public int scores() {
        return set.dimension();
    }

    @Override
    public Output decode(double... scores) {
        Squares cost = new Squares(scores, weights.row(0));
        return new Output(RelaxedMinimum.of(set, cost, relaxation), scores, false);
    }

    @Override
    public double[] undecoded(double... scores) {
        return scores.clone();
    }
}
