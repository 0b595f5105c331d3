package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;

/**
 * min over W of V(W) + R(W) by accelerated proximal gradient steps with restarts, for a smooth loss V and a penalty R
 * with a proximal step. Stops on the duality gap.
 *
 * <p>The step length follows the curvature along the steps taken: it is shortened whenever a step's quadratic bound fails
 * and lengthened a little after every step, so that no global constant is needed [1]. Momentum restarts when it points
 * uphill [2].
 *
 * <p>[1] Nesterov, Gradient methods for minimizing composite functions, 2013. [2] O'Donoghue, Candes, Adaptive restart for
 * accelerated gradient schemes, 2015.
 */
public final class ProximalGradient implements ProximalSolver {
    /** The gap costs two more decompositions, so it is looked at only so often. */
    private static final int CHECK_EVERY = 10;

    private static final double LENGTHEN = 1.05;
    /** Once steps are down to rounding their curvature says nothing: lengths stay within this factor of the shortest. */
    private static final double SHORTEST = 0.02;

    private final DataTerm.Sloped v;
    private Matrix wt;
    private Matrix next;
    private double inverseStep;
    private double largest;

    public ProximalGradient(DataTerm.Sloped v) {
        this.v = v;
        wt = Matrix.zeros(v.tasks(), v.dim());
        next = Matrix.zeros(v.tasks(), v.dim());
    }

    @Override
    public Minimum solve(Regularizer.Proximal r, Monitor monitor) {
        Matrix point = wt.copy();
        Matrix gradient = Matrix.zeros(v.tasks(), v.dim());
        Matrix trial = Matrix.zeros(v.tasks(), v.dim());
        Matrix move = Matrix.zeros(v.tasks(), v.dim());
        Certificate certificate = v.certificate(r, wt, r.value(wt));
        double momentum = 1;
        int iteration = 0;
        while (!(monitor.due(iteration, CHECK_EVERY) && monitor.done(iteration, certificate))) {
            iteration++;
            v.valueAndGradientInto(gradient, point);
            double cost = stepInto(r, next, point, gradient, trial, move);
            double uphill = 0;
            for (int i = 0; i < next.data().length; i++) {
                uphill += (point.data()[i] - next.data()[i]) * (next.data()[i] - wt.data()[i]);
            }
            double following = uphill > 0 ? 1 : (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
            double beta = uphill > 0 ? 0 : (momentum - 1) / following;
            for (int i = 0; i < next.data().length; i++) {
                point.data()[i] = next.data()[i] + beta * (next.data()[i] - wt.data()[i]);
            }
            momentum = following;
            Matrix swap = wt;
            wt = next;
            next = swap;
            if (monitor.due(iteration, CHECK_EVERY)) {
                certificate = v.certificate(r, wt, cost);
            }
        }
        return new Minimum(wt, certificate, iteration);
    }

    /** next = prox(point - gradient / L), with L raised until it bounds the curvature along the step; returns R(next). */
    private double stepInto(
            Regularizer.Proximal r, Matrix next, Matrix point, Matrix gradient, Matrix trial, Matrix move) {
        if (inverseStep == 0) {
            double size = gradient.dot(gradient);
            inverseStep = size > 0 ? v.curvatureAlong(gradient) / size : 1;
        }
        largest = Math.max(largest, inverseStep);
        inverseStep = Math.max(inverseStep / LENGTHEN, SHORTEST * largest);
        while (true) {
            double tau = 1 / inverseStep;
            for (int i = 0; i < trial.data().length; i++) {
                trial.data()[i] = point.data()[i] - tau * gradient.data()[i];
            }
            double cost = r.proxInto(next, trial, tau);
            double size = 0;
            for (int i = 0; i < move.data().length; i++) {
                move.data()[i] = next.data()[i] - point.data()[i];
                size += move.data()[i] * move.data()[i];
            }
            double curvature = v.curvatureAlong(move);
            if (!(curvature > inverseStep * size * (1 + 1e-12))) {
                return cost;
            }
            inverseStep = Math.max(1.5 * inverseStep, curvature / size);
        }
    }
}
