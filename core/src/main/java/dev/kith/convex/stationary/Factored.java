package dev.kith.convex.stationary;

import dev.kith.convex.solver.DataTerm;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;

/**
 * F(L) = min over S of V(L S) + mu sum |S| + lambda ||L||_F^2. The lassos of the tasks' codes are solved exactly at every L, so that F has the gradient
 *
 * <pre>  V'(L S) S' + 2 lambda L  </pre>
 *
 * with S the minimiser. L is kept as k x d, S as T x k.
 */
final class Factored implements Eliminated {
    private final DataTerm.Sloped v;
    private final CodeStep step;
    private final int rank;
    private final double lambda;
    private final double mu;
    private final Matrix slopes;
    private Matrix basis;
    private Matrix codes;
    private final double magnitude;
    private double violation;

    Factored(DataTerm.Sloped v, CodeStep step, int rank, double lambda, double mu) {
        this.v = v;
        this.step = step;
        this.rank = rank;
        this.lambda = lambda;
        this.mu = mu;
        slopes = Matrix.zeros(v.tasks(), v.dim());
        magnitude = v.valueAndGradientInto(slopes, Matrix.zeros(v.tasks(), v.dim()));
        basis = Matrix.zeros(rank, v.dim());
        codes = Matrix.zeros(v.tasks(), rank);
    }

    /** L of the last point asked for, k x d. */
    Matrix basis() {
        return basis.copy();
    }

    /** S of the last point asked for, T x k. */
    Matrix codes() {
        return codes.copy();
    }

    Matrix weights() {
        return LinearAlgebra.best().multiply(codes, basis);
    }

    @Override
    public double at(double[] x, double[] gradient) {
        basis = Matrix.wrap(rank, v.dim(), x.clone());
        step.solveInto(codes, basis, mu);
        double value = v.valueAndGradientInto(slopes, weights());
        Matrix pull = LinearAlgebra.best().multiplyTransposeA(codes, slopes);
        for (int i = 0; i < x.length; i++) {
            gradient[i] = pull.data()[i] + 2 * lambda * x[i];
        }
        violation = violation(slopes);
        double sum = 0;
        for (double s : codes.data()) {
            sum += Math.abs(s);
        }
        return value + mu * sum + lambda * basis.dot(basis);
    }

    @Override
    public double magnitude() {
        return magnitude;
    }

    @Override
    public double violation() {
        return violation;
    }

    /** The violation of the factors where the weights have become these on their way into a model, T x d. */
    double violationAt(Matrix saved) {
        Matrix there = Matrix.zeros(v.tasks(), v.dim());
        v.valueAndGradientInto(there, saved);
        return violation(there);
    }

    /**
     * The larger of two: the gradient in L relative to the two gradients it is the sum of, and the furthest that the slope of a code is from
     * what its sign asks for, relative to mu.
     */
    private double violation(Matrix gradient) {
        Matrix pull = LinearAlgebra.best().multiplyTransposeA(codes, gradient);
        double size = pull.frobeniusNorm() + 2 * lambda * basis.frobeniusNorm();
        double most = Stationarity.share(pull.plus(2 * lambda, basis).frobeniusNorm(), size);
        Matrix byCode = LinearAlgebra.best().multiplyTransposeB(gradient, basis);
        for (int i = 0; i < codes.data().length; i++) {
            most = Math.max(most, Stationarity.away(byCode.data()[i], codes.data()[i], mu) / mu);
        }
        return most;
    }
}
