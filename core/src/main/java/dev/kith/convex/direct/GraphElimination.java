package dev.kith.convex.direct;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Scaled;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import dev.kith.numeric.Concurrent;
import dev.kith.structure.matrix.TaskNetwork;

/**
 * The squared loss with tasks in a graph:
 *
 * <pre>
 *   min over W of  sum_t |r_t - X_t w_t|^2 + lambda ( gamma |W|^2 + sum over edges of w_ts |w_t - w_s|^2 )
 * </pre>
 *
 * <p>by conjugate gradients with tasks eliminated one after the other ({@link GraphSystem}): one step for chains and trees,
 * a few for grids. Memory 2 T d^2 numbers.
 */
public final class GraphElimination {
    /** Corrections from the residuals of the rows, where rounding or the preconditioner's own norm left more than was asked for. */
    private static final int REFINEMENTS = 5;

    private static final int BLOCK = 64;
    /** Residuals are measured by the preconditioner, which is not what the excess is bounded by. */
    private static final double BELOW = 0.1;

    /** An objective below this share of where it started is rounding. */
    private static final double LEAST = 1e-16;

    private final TaskRows rows;
    private final TaskNetwork a;
    private final double lambda;
    private final int dim;
    private final GraphSystem system;
    private final Matrix w;
    private final Matrix residual;
    private final double[] b;
    private final double[] loss;
    private int steps;

    /** @param data dense */
    public GraphElimination(Scaled data, Training training, TaskNetwork a, double lambda) {
        rows = new TaskRows(data, training);
        this.a = a;
        this.lambda = lambda;
        dim = rows.dim;
        system = new GraphSystem(rows, a, lambda);
        w = Matrix.zeros(rows.tasks(), dim);
        residual = Matrix.zeros(rows.tasks(), dim);
        b = new double[rows.tasks()];
        loss = new double[rows.tasks()];
    }

    /**
     * The minimiser.
     *
     * @param tolerance on the excess of the objective, relative to the objective
     */
    public Elimination.Found solve(double tolerance, int maxIterations) {
        Certificate certificate = settle(tolerance);
        double aim = BELOW * tolerance;
        for (int k = 0; k < REFINEMENTS && steps < maxIterations && !(certificate.gap() <= tolerance); k++) {
            Matrix kept = w.copy();
            double[] intercepts = b.clone();
            descend(certificate.primal(), aim, maxIterations);
            Certificate next = settle(tolerance);
            if (!(next.gap() < certificate.gap())) {
                return new Elimination.Found(kept, intercepts, certificate, steps);
            }
            certificate = next;
            aim *= BELOW * Math.min(1, tolerance / certificate.gap());
        }
        return new Elimination.Found(w, b, certificate, steps);
    }

    /** Residuals, losses and intercepts from the rows, and what they prove. */
    private Certificate settle(double tolerance) {
        Concurrent.blocks(rows.tasks(), BLOCK, (from, to) -> {
            TaskSystem task = new TaskSystem(rows, lambda);
            for (int t = from; t < to; t++) {
                task.look(t);
                loss[t] = task.residualInto(residual.data(), t * dim, w.data(), t * dim);
                b[t] = task.intercept(w.data(), t * dim);
            }
        });
        double primal = lambda * a.inverseForm(w);
        for (double value : loss) {
            primal += value;
        }
        addInto(residual.data(), -lambda, a.solve(w).data());
        return new Certificate(primal, primal - excess(primal, tolerance));
    }

    /** No less than what the objective is above its minimum; products with A, for which A^-1 is factored, only where they decide. */
    private double excess(double primal, double tolerance) {
        double simple = residual.dot(residual) / (lambda * a.gamma());
        return steps == 0 || simple <= tolerance * primal ? simple : a.form(residual) / lambda;
    }

    /** Conjugate gradients on H e = residual from 0 on, where the objective is {@code primal}; adds e to w. */
    private void descend(double primal, double tolerance, int maxIterations) {
        double[] r = residual.copy().data();
        double[] z = new double[r.length];
        double[] image = new double[r.length];
        system.solveInto(z, r);
        double[] direction = z.clone();
        double rz = dot(r, z);
        double objective = primal;
        while (rz > tolerance * Math.max(objective, LEAST * primal) && steps < maxIterations) {
            steps++;
            system.applyInto(image, direction);
            double step = rz / dot(direction, image);
            objective -= step * rz;
            addInto(w.data(), step, direction);
            addInto(r, -step, image);
            system.solveInto(z, r);
            double next = dot(r, z);
            double beta = next / rz;
            rz = next;
            for (int i = 0; i < direction.length; i++) {
                direction[i] = z[i] + beta * direction[i];
            }
        }
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    private static void addInto(double[] to, double factor, double[] from) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * from[i];
        }
    }
}
