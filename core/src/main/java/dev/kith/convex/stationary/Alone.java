package dev.kith.convex.stationary;

import dev.kith.convex.solver.DataTerm;
import dev.kith.linalg.Matrix;

/** V(W) + lambda ||W||^2, every task alone: where fits start. */
final class Alone implements Eliminated {
    private final DataTerm.Sloped v;
    private final double lambda;
    private final Matrix slopes;
    private final double magnitude;
    private double violation;

    Alone(DataTerm.Sloped v, double lambda) {
        this.v = v;
        this.lambda = lambda;
        slopes = Matrix.zeros(v.tasks(), v.dim());
        magnitude = v.valueAndGradientInto(slopes, Matrix.zeros(v.tasks(), v.dim()));
    }

    @Override
    public double at(double[] x, double[] gradient) {
        Matrix wt = Matrix.wrap(v.tasks(), v.dim(), x);
        double value = v.valueAndGradientInto(slopes, wt);
        for (int i = 0; i < x.length; i++) {
            gradient[i] = slopes.data()[i] + 2 * lambda * x[i];
        }
        double size = slopes.frobeniusNorm() + 2 * lambda * wt.frobeniusNorm();
        violation = Stationarity.share(Matrix.wrap(v.tasks(), v.dim(), gradient).frobeniusNorm(), size);
        return value + lambda * wt.dot(wt);
    }

    @Override
    public double magnitude() {
        return magnitude;
    }

    @Override
    public double violation() {
        return violation;
    }
}
