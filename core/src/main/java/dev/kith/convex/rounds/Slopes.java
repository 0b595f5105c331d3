package dev.kith.convex.rounds;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Margins;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Splitting;
import dev.kith.linalg.Matrix;

/**
 * The losses as a convex function of predictors that has a slope everywhere. Predictors are T x columns, row t = w_t, with a last
 * column of intercepts where these are not minimised out.
 */
interface Slopes {
    static Slopes of(DataTerm v) {
        boolean kinks = v instanceof Margins margins && !margins.smooth() && !margins.differentiable();
        if (v instanceof DataTerm.Sloped sloped && !kinks) {
            return new Plain(sloped);
        }
        if (v instanceof Splitting.Losses losses) {
            return new Rounded(v, losses);
        }
        throw new IllegalArgumentException("losses must have slopes or proximal steps, got " + v);
    }

    /** Predictors with these weights to start from; the first call of all. */
    Matrix start(Matrix wt);

    /** The weights of predictors. */
    Matrix weights(Matrix at);

    /** The value; its gradient is written into {@code gradient}. */
    double valueAndGradientInto(Matrix gradient, Matrix at);

    /** The objective with the losses as they are, {@code cost} being the penalty's, and a lower bound from the slopes here. */
    Certificate certificate(Regularizer penalty, Matrix at, double cost);

    /** What the lower bound of the last certificate came from. */
    Minimum.Dual dual();

    /** By how much the losses exceed what is descended here, where the last certificate was. */
    default double rounding() {
        return 0;
    }

    /** Rounds kinks by this share of the mean loss from now on; true where there are any. */
    default boolean narrow(double share) {
        return false;
    }

    /** Losses with slopes of their own. */
    record Plain(DataTerm.Sloped v) implements Slopes {
        @Override
        public Matrix start(Matrix wt) {
            return wt.copy();
        }

        @Override
        public Matrix weights(Matrix at) {
            return at;
        }

        @Override
        public double valueAndGradientInto(Matrix gradient, Matrix at) {
            return v.valueAndGradientInto(gradient, at);
        }

        @Override
        public Certificate certificate(Regularizer penalty, Matrix at, double cost) {
            return v.certificate(penalty, at, cost);
        }

        @Override
        public Minimum.Dual dual() {
            return Minimum.Dual.OWN;
        }
    }
}
