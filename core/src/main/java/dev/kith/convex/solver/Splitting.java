package dev.kith.convex.solver;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.basis.RidgeSolves;
import dev.kith.convex.basis.TaskGrams;
import dev.kith.linalg.Matrix;

/**
 * min over W, b of sum_o w_o loss_t(y_o, z_o) + R(W) where a loss has no curvature (hinge), by the alternating direction
 * method of multipliers on copies z of the predictions and M of the weights [1]:
 *
 * <pre>
 *   W, b  least squares through z and M                  one factorisation a task, kept throughout
 *   z     minimises loss(y, z) + rho/2 (z - v)^2         one observation at a time
 *   M     = the proximal step of R
 * </pre>
 *
 * <p>The multipliers of z are exact subgradients of the loss, so they are dual feasible up to scaling, and the gap is that
 * of (M, multipliers).
 *
 * <p>[1] Boyd et al., Distributed optimization and statistical learning via the alternating direction method of
 * multipliers, 2011, section 3.4 for the penalty parameter and the over-relaxation.
 */
public final class Splitting implements ProximalSolver {
    /** A sum of losses whose proximal step is known, as splitting asks for it. */
    public interface Losses {
        Problem problem();

        /** next = argmin over z of the losses at z + ||z - v||^2 / (2 tau), both with the observations' weights; by observation. */
        void proxInto(double[] next, double[] v, double tau);

        /** The sum of the losses at these predictions, with the observations' weights. */
        double value(double[] predictions);

        /** The losses at W, with the best intercepts or the last ones. */
        double evaluate(Matrix wt);

        /**
         * Primal value at W, and the dual value of multipliers; {@code theta} is made feasible in place.
         *
         * @param intercepts good ones, for losses that do not find the best themselves
         */
        Certificate certificate(Matrix wt, double[] intercepts, double cost, Regularizer penalty, double[] theta);
    }

    private static final int CHECK_EVERY = 20;
    private static final double RELAXATION = 1.7;

    private final Problem problem;
    private final Losses losses;
    private final RidgeSolves solves;
    private final double ridge;
    private final double[] z;
    private final double[] u;
    private final double[] fit;
    private final double[] multiplier;
    private final double[] wanted;
    private final double[] next;
    private final double[] b;
    private final Matrix m;
    private final Matrix um;
    private final Matrix w;
    private final Matrix target;
    private double rho = 1;
    private double primalResidual;
    private double dualResidual;

    public Splitting(Losses losses) {
        this.losses = losses;
        problem = losses.problem();
        ridge = averageSquare(problem);
        solves = TaskGrams.of(problem, problem.dim - 1).ridge(ridge);
        z = new double[problem.size()];
        u = new double[problem.size()];
        fit = new double[problem.size()];
        multiplier = new double[problem.size()];
        wanted = new double[problem.size()];
        next = new double[problem.size()];
        b = new double[problem.tasks];
        m = Matrix.zeros(problem.tasks, problem.dim);
        um = Matrix.zeros(problem.tasks, problem.dim);
        w = Matrix.zeros(problem.tasks, problem.dim);
        target = Matrix.zeros(problem.tasks, problem.dim);
    }

    /** Mean eigenvalue of the tasks' Gram matrices: puts W = M and z = prediction on one scale. */
    private static double averageSquare(Problem problem) {
        double sum = 0;
        for (int t = 0; t < problem.tasks; t++) {
            Matrix rows = problem.weightedRows(t);
            sum += rows.dot(rows);
        }
        double average = sum / Math.max(1, problem.tasks * problem.dim);
        return average > 0 ? average : 1;
    }

    @Override
    public Minimum solve(Regularizer.Proximal r, Monitor monitor) {
        double cost = r.value(m);
        Certificate certificate = certificate(r, cost);
        int iteration = 0;
        while (!(monitor.due(iteration, CHECK_EVERY) && monitor.done(iteration, certificate))) {
            iteration++;
            leastSquares();
            predictionStep();
            cost = weightStep(r);
            if (monitor.due(iteration, CHECK_EVERY)) {
                certificate = certificate(r, cost);
                balance(iteration);
            }
        }
        return new Minimum(m, certificate, iteration, dual());
    }

    double loss(Matrix at) {
        return losses.evaluate(at);
    }

    /** The multipliers of the last certificate. */
    Minimum.Dual dual() {
        return Minimum.Dual.of(multiplier);
    }

    /** The certificate of the current weights and multipliers for any penalty; {@code cost} is the penalty's. */
    Certificate certificate(Regularizer r, double cost) {
        for (int o = 0; o < multiplier.length; o++) {
            multiplier[o] = rho * problem.w[o] * u[o];
        }
        return losses.certificate(m, b, cost, r, multiplier);
    }

    /** W and b through z + u and M + U; {@code fit} becomes the prediction. */
    private void leastSquares() {
        for (int o = 0; o < z.length; o++) {
            fit[o] = problem.w[o] * (z[o] + u[o]);
        }
        problem.passes().gatherInto(w, fit);
        for (int i = 0; i < w.data().length; i++) {
            w.data()[i] += ridge * (m.data()[i] + um.data()[i]);
        }
        solves.solveInto(w);
        problem.passes().predictInto(fit, w);
        for (int t = 0; t < problem.tasks && problem.intercept; t++) {
            double sum = 0;
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                sum += problem.w[o] * (z[o] + u[o]);
            }
            b[t] = problem.taskWeight[t] > 0 ? sum / problem.taskWeight[t] : 0;
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                fit[o] += b[t];
            }
        }
    }

    private void predictionStep() {
        primalResidual = 0;
        dualResidual = 0;
        for (int o = 0; o < z.length; o++) {
            wanted[o] = RELAXATION * fit[o] + (1 - RELAXATION) * z[o] - u[o];
        }
        losses.proxInto(next, wanted, 1 / rho);
        for (int o = 0; o < z.length; o++) {
            u[o] = next[o] - wanted[o];
            primalResidual += problem.w[o] * (next[o] - fit[o]) * (next[o] - fit[o]);
            dualResidual += problem.w[o] * (next[o] - z[o]) * (next[o] - z[o]);
            z[o] = next[o];
        }
    }

    private double weightStep(Regularizer.Proximal r) {
        for (int i = 0; i < w.data().length; i++) {
            double relaxed = RELAXATION * w.data()[i] + (1 - RELAXATION) * m.data()[i];
            target.data()[i] = relaxed - um.data()[i];
        }
        System.arraycopy(m.data(), 0, um.data(), 0, um.data().length);
        double cost = r.proxInto(m, target, 1 / (rho * ridge));
        for (int i = 0; i < w.data().length; i++) {
            double change = m.data()[i] - um.data()[i];
            double apart = m.data()[i] - w.data()[i];
            dualResidual += ridge * change * change;
            primalResidual += ridge * apart * apart;
            um.data()[i] = m.data()[i] - target.data()[i];
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
            for (int o = 0; o < u.length; o++) {
                u[o] /= factor;
            }
            for (int i = 0; i < um.data().length; i++) {
                um.data()[i] /= factor;
            }
        }
    }
}
