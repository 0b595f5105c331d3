package dev.kith.convex.direct;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import dev.kith.numeric.Concurrent;
import dev.kith.structure.matrix.TaskForest;

/**
 * The squared loss with tasks under common nodes, without iterations:
 *
 * <pre>
 *   min over W of  sum_t |r_t - X_t w_t|^2 + lambda tr(A^-1 W'W),   A = diag(d) + sum_g c_g e_g e_g'
 *   = min over w, m of  sum_t ( |r_t - X_t w_t|^2 + lambda/d_t |w_t - m_node(t)|^2 ) + sum_g lambda/c_g |m_g - m_parent(g)|^2
 * </pre>
 *
 * <p>Given the node above it, a task is one ridge regression; what is left of it after its weights are minimised out is a
 * quadratic in the node's m. So tasks are summed into their nodes, nodes into theirs, and weights follow on the way down. Work O(T n d
 * min(n, d)) for n rows a task, memory O(T d + nodes d^2): rows are read twice, no task's system is kept.
 */
public final class Elimination {
    /** Corrections from the residuals, where rounding left more than was asked for. */
    private static final int REFINEMENTS = 3;

    private static final int BLOCK = 64;

    private final TaskRows rows;
    private final TaskForest forest;
    private final double lambda;
    private final int dim;
    private final Matrix w;
    /** X_t'(r_t - X_t w_t), later minus lambda times row t of A^-1 W: half the gradient, its sign turned. */
    private final Matrix residual;

    private final double[] b;
    private final double[] loss;
    private final NodeSystems nodes;

    /**
     * The problem of these data and this structure.
     *
     * @param data dense
     */
    public Elimination(Scaled data, Training training, TaskForest forest, double lambda) {
        this.rows = new TaskRows(data, training);
        this.forest = forest;
        this.lambda = lambda;
        dim = rows.dim;
        w = Matrix.zeros(rows.tasks(), dim);
        residual = Matrix.zeros(rows.tasks(), dim);
        b = new double[rows.tasks()];
        loss = new double[rows.tasks()];
        nodes = new NodeSystems(forest, lambda, dim);
    }

    /** What was found: weights (T x dim) and intercepts of the features as given. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    public record Found(Matrix wt, double[] b, Certificate certificate, int steps) {
        public Solution.Weights weights() {
            return new Solution.Weights(wt.transpose(), b);
        }
    }

    /**
     * The minimiser.
     *
     * @param tolerance on the excess of the objective, relative to the objective
     */
    public Found solve(double tolerance) {
        step(false);
        Certificate certificate = certificate();
        int steps = 1;
        while (steps < REFINEMENTS && !(certificate.gap() <= tolerance)) {
            Certificate before = certificate;
            Matrix kept = w.copy();
            double[] intercepts = b.clone();
            step(true);
            certificate = certificate();
            steps++;
            if (!(certificate.gap() < before.gap())) {
                return new Found(kept, intercepts, before, steps);
            }
        }
        return new Found(w, b, certificate, steps);
    }

    /** Solves for the labels, or for what the residuals say is still missing. */
    private void step(boolean correct) {
        if (forest.nodes() > 0) {
            nodes.clear();
            nodes.gather(part -> up(part, correct));
            nodes.solve();
        }
        Concurrent.blocks(rows.tasks(), BLOCK, (from, to) -> {
            TaskSystem system = new TaskSystem(rows, lambda);
            for (int t = from; t < to; t++) {
                down(system, t, correct);
            }
        });
    }

    /** Adds what the tasks of a part say of the nodes above them. */
    private void up(NodeSystems.Part part, boolean correct) {
        TaskSystem system = new TaskSystem(rows, lambda);
        for (int k = part.from(); k < part.to(); k++) {
            int t = part.task(k);
            if (forest.node(t) >= 0) {
                system.open(t, forest.own(t), correct ? residual.row(t) : null);
                part.add(k, system);
            }
        }
    }

    private void down(TaskSystem system, int t, boolean correct) {
        system.open(t, forest.own(t), correct ? residual.row(t) : null);
        double[] found = system.solve(forest.node(t) < 0 ? null : nodes.solution(forest.node(t)));
        for (int j = 0; j < dim; j++) {
            w.add(t, j, found[j]);
        }
        loss[t] = system.residualInto(residual.data(), t * dim, w.data(), t * dim);
        b[t] = system.intercept(w.data(), t * dim);
    }

    /** The excess over the minimum is no more than the residual's length in the metric of A, over lambda. */
    private Certificate certificate() {
        double primal = lambda * forest.inverseForm(w);
        for (double value : loss) {
            primal += value;
        }
        forest.addSolved(residual, -lambda, w);
        return new Certificate(primal, primal - forest.form(residual) / lambda);
    }
}
