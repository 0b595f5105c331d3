package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * min over W of V(W) + R(W) for the squared loss and a penalty with a proximal step, by the alternating direction method
 * of multipliers:
 *
 * <pre>
 *   W  minimises V(W) + rho/2 ||W - M - U||^2            exact, one factorisation a task
 *   M  = proximal step of R of length 1/rho
 * </pre>
 *
 * <p>The primal value is that of M, the dual point that of W's residuals.
 */
public final class QuadraticSplitting implements ProximalSolver {
    /* Against the accelerated gradient method it needs a third to a quarter of the iterations, each of the same cost (the
     * decomposition in the proximal step), because V is solved exactly: see docs/TRIED.md. */
    private static final int CHECK_EVERY = 5;
    private static final double RELAXATION = 1.7;

    private final Quadratic v;
    private final Matrix w;
    private final Matrix m;
    private final Matrix u;
    private final Matrix target;
    private final Matrix previous;
    private double rho;
    private Quadratic.Ridge ridge;
    private double cost;
    private double primalResidual;
    private double dualResidual;

    public QuadraticSplitting(Quadratic v) {
        this(v, mean(v.average));
    }

    private static double mean(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return mean > 0 ? mean : 1;
    }

    private QuadraticSplitting(Quadratic v, double rho) {
        this.v = v;
        this.rho = rho;
        w = Matrix.zeros(v.tasks, v.dim);
        m = Matrix.zeros(v.tasks, v.dim);
        u = Matrix.zeros(v.tasks, v.dim);
        target = Matrix.zeros(v.tasks, v.dim);
        previous = Matrix.zeros(v.tasks, v.dim);
        ridge = v.ridge(rho / 2);
    }

    /** Goes on from where this one is with another loss of the same tasks and features. */
    QuadraticSplitting on(Quadratic other) {
        QuadraticSplitting next = new QuadraticSplitting(other, rho);
        System.arraycopy(w.data(), 0, next.w.data(), 0, w.data().length);
        System.arraycopy(m.data(), 0, next.m.data(), 0, m.data().length);
        System.arraycopy(u.data(), 0, next.u.data(), 0, u.data().length);
        return next;
    }

    /** R at the weights of the last answer. */
    double cost() {
        return cost;
    }

    @Override
    public Minimum solve(Regularizer.Proximal r, Monitor monitor) {
        cost = r.value(m);
        Certificate certificate = v.certificate(r, m, cost, w);
        int iteration = 0;
        while (!(monitor.due(iteration, CHECK_EVERY) && monitor.done(iteration, certificate))) {
            iteration++;
            for (int i = 0; i < w.data().length; i++) {
                w.data()[i] = v.h.data()[i] + rho / 2 * (m.data()[i] + u.data()[i]);
            }
            ridge.solveInto(w);
            cost = weightStep(r);
            if (monitor.due(iteration, CHECK_EVERY)) {
                certificate = v.certificate(r, m, cost, w);
                balance(iteration);
            }
        }
        return new Minimum(m, certificate, iteration, Minimum.Dual.at(w));
    }

    private double weightStep(Regularizer.Proximal r) {
        for (int i = 0; i < w.data().length; i++) {
            double relaxed = RELAXATION * w.data()[i] + (1 - RELAXATION) * m.data()[i];
            target.data()[i] = relaxed - u.data()[i];
            previous.data()[i] = m.data()[i];
        }
        double cost = r.proxInto(m, target, 1 / rho);
        primalResidual = 0;
        dualResidual = 0;
        for (int i = 0; i < w.data().length; i++) {
            double apart = m.data()[i] - w.data()[i];
            double change = m.data()[i] - previous.data()[i];
            primalResidual += apart * apart;
            dualResidual += change * change;
            u.data()[i] = m.data()[i] - target.data()[i];
        }
        return cost;
    }

    /** Keeps the two residuals within a factor of each other, less and less often so that the iteration settles. */
    private void balance(int iteration) {
        if (Integer.bitCount(iteration / CHECK_EVERY) != 1) {
            return;
        }
        double factor = Math.sqrt(primalResidual / Math.max(dualResidual, 1e-300));
        factor = Math.max(0.1, Math.min(10, factor));
        if (factor > 2 || factor < 0.5) {
            rho *= factor;
            ridge = v.ridge(rho / 2);
            for (int i = 0; i < u.data().length; i++) {
                u.data()[i] /= factor;
            }
        }
    }
}
