package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;

/**
 * f(x) = argmin over c in C of sum_t a_t (c_t - b_t / a_t)^2, the squared loss of the constrained estimator. The base
 * model's scores are the confidences a_1 ... a_T followed by the sums b_1 ... b_T.
 *
 * @param usual 1 x T: mean confidence on the training inputs, what "too small" is relative to
 */
public record MomentDecoder(ConstraintSet set, Matrix usual, Relaxation relaxation) implements Decoder {
    public MomentDecoder {
        Shapes.require("usual confidence", usual, 1, set.dimension());
        Shapes.requirePositive("usual confidence", usual);
        usual = usual.frozen();
    }

    @Override
    public int scores() {
        return 2 * set.dimension();
    }

    @Override
    public Output decode(double... scores) {
        double[] a = new double[set.dimension()];
        boolean extrapolating = false;
        for (int t = 0; t < a.length; t++) {
            a[t] = confidence(t, scores);
            extrapolating |= !(scores[t] >= EXTRAPOLATING * usual.get(0, t));
        }
        Squares cost = new Squares(undecoded(scores), a);
        return new Output(RelaxedMinimum.of(set, cost, relaxation), cost.start(), extrapolating);
    }

    private double confidence(int t, double[] scores) {
        return Math.max(scores[t], FLOOR * usual.get(0, t));
    }

    /** b / a. */
    @Override
    public double[] undecoded(double... scores) {
        double[] p = new double[set.dimension()];
        for (int t = 0; t < p.length; t++) {
            p[t] = scores[p.length + t] / confidence(t, scores);
        }
        return p;
    }
}
