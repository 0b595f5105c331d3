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
 * a few for grids. Memory 2 T d^2 numbers. Large systems are tried without elimination first, which costs as much as many steps.
 */
public final class GraphElimination {
    /** Corrections from the residuals of the rows, where rounding or the preconditioner's own norm left more than was asked for. */
    private static final int REFINEMENTS = 5;

    private static final int BLOCK = 64;
    /** Residuals are measured by the preconditioner, which is not what the excess is bounded by. */
    private static final double BELOW = 0.1;

    /** Systems of more numbers are worth an attempt without elimination, of so many steps, given up after fewer at which it is behind. */
    private static final long LARGE = 1 << 20;

    private static final int ATTEMPT = 32;
    private static final int PATIENCE = 8;

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
        system = new GraphSystem(dim, a, lambda);
        w = Matrix.zeros(rows.tasks(), dim);
        residual = Matrix.zeros(rows.tasks(), dim);
        b = new double[rows.tasks()];
        loss = new double[rows.tasks()];
    }

    /** Whether steps are so dear that the last digits are not worth them. */
    public boolean large() {
        return system.size() > LARGE;
    }

    /**
     * The minimiser.
     *
     * @param tolerance on the excess of the objective, relative to the objective
     */
    public Elimination.Found solve(double tolerance, int maxIterations) {
        Certificate certificate = settle(tolerance, true);
        if (large() && !(certificate.gap() <= tolerance)) {
            attempt(certificate.primal(), tolerance, maxIterations);
            certificate = settle(tolerance, false);
        }
        double aim = BELOW * tolerance;
        for (int k = 0; k < REFINEMENTS && steps < maxIterations && !(certificate.gap() <= tolerance); k++) {
            Matrix kept = w.copy();
            double[] intercepts = b.clone();
            descend(certificate.primal(), aim, maxIterations);
            Certificate next = settle(tolerance, false);
            if (!(next.gap() < certificate.gap())) {
                return new Elimination.Found(kept, intercepts, certificate, steps);
            }
            certificate = next;
            aim *= BELOW * Math.min(1, tolerance / certificate.gap());
        }
        return new Elimination.Found(w, b, certificate, steps);
    }

    /** Residuals, losses and intercepts from the rows, and what they prove; the first time also the system. */
    private Certificate settle(double tolerance, boolean first) {
        Concurrent.blocks(rows.tasks(), BLOCK, (from, to) -> {
            TaskSystem task = new TaskSystem(rows, lambda);
            for (int t = from; t < to; t++) {
                task.look(t);
                if (first) {
                    system.put(t, task.gram());
                }
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
        return !system.eliminated() || simple <= tolerance * primal ? simple : a.form(residual) / lambda;
    }

    /** Conjugate gradients on H e = residual from 0 on, where the objective is {@code primal}; adds e to w. */
    private void descend(double primal, double tolerance, int maxIterations) {
        Steps gradients = new Steps(system::solveInto, primal);
        while (gradients.rz > tolerance * Math.max(gradients.objective, LEAST * primal) && steps < maxIterations) {
            gradients.step();
        }
    }

    /** The same with the diagonal for all elimination, as long as it looks as if that would do. */
    private void attempt(double primal, double tolerance, int maxIterations) {
        Steps gradients = new Steps(system::divideInto, primal);
        double first = Math.log(gradients.excess());
        double aim = Math.log(tolerance * primal / 2);
        for (int k = 1; k <= ATTEMPT && steps < maxIterations; k++) {
            gradients.step();
            if (!(gradients.excess() > tolerance * gradients.objective / 2)
                    || (k >= PATIENCE && ATTEMPT * (first - Math.log(gradients.excess())) < k * (first - aim))) {
                return;
            }
        }
    }

    private interface Preconditioner {
        void solveInto(double[] z, double[] r);
    }

    private final class Steps {
        private final Preconditioner preconditioner;
        private final double[] r = residual.copy().data();
        private final double[] z = new double[r.length];
        private final double[] image = new double[r.length];
        private final double[] direction;
        private double rz;
        private double objective;

        Steps(Preconditioner preconditioner, double primal) {
            this.preconditioner = preconditioner;
            objective = primal;
            preconditioner.solveInto(z, r);
            direction = z.clone();
            rz = dot(r, z);
        }

        void step() {
            steps++;
            system.applyInto(image, direction);
            double step = rz / dot(direction, image);
            objective -= step * rz;
            addInto(w.data(), step, direction);
            addInto(r, -step, image);
            preconditioner.solveInto(z, r);
            double next = dot(r, z);
            double beta = next / rz;
            rz = next;
            for (int i = 0; i < direction.length; i++) {
                direction[i] = z[i] + beta * direction[i];
            }
        }

        /** No less than what the objective is above its minimum. */
        double excess() {
            return dot(r, r) / (lambda * a.gamma());
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
