package dev.kith.convex;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;

/**
 * Solves (G_t + ridge I) w_t = r_t for every task, G_t the task's weighted centred Gram matrix: factored once on the
 * smaller side (features, or observations through the Woodbury identity), once for all tasks when data are complete.
 */
final class RidgeSolves {
    private final Problem problem;
    private final double ridge;
    private final Cholesky[] factors;
    private final Matrix[] rows;

    RidgeSolves(Problem problem, double ridge) {
        this.problem = problem;
        this.ridge = ridge;
        int distinct = problem.complete ? Math.min(1, problem.tasks) : problem.tasks;
        factors = new Cholesky[distinct];
        rows = new Matrix[distinct];
        LinearAlgebra algebra = LinearAlgebra.best();
        for (int t = 0; t < distinct; t++) {
            Matrix x = problem.weightedRows(t);
            rows[t] = x;
            Matrix gram = x.rows() < problem.dim ? algebra.multiplyTransposeB(x, x) : algebra.multiplyTransposeA(x, x);
            factors[t] = algebra.cholesky(gram.symmetrized().plusDiagonal(ridge));
        }
    }

    /** Replaces row t of {@code right} by the solution for task t. */
    void solveInto(Matrix right) {
        for (int t = 0; t < problem.tasks; t++) {
            int k = problem.complete ? 0 : t;
            double[] r = right.row(t);
            double[] w = rows[k].rows() < problem.dim ? woodbury(rows[k], factors[k], r) : factors[k].solve(r);
            System.arraycopy(w, 0, right.data(), t * problem.dim, w.length);
        }
    }

    /** (X'X + ridge I)^-1 r = (r - X'(XX' + ridge I)^-1 X r) / ridge. */
    private double[] woodbury(Matrix x, Cholesky factor, double[] r) {
        Rows.Dense dense = new Rows.Dense(x);
        double[] image = new double[x.rows()];
        for (int i = 0; i < image.length; i++) {
            image[i] = dense.dot(i, r, 0);
        }
        double[] inner = factor.solve(image);
        double[] w = r.clone();
        for (int i = 0; i < inner.length; i++) {
            dense.addInto(w, 0, -inner[i], i);
        }
        for (int j = 0; j < w.length; j++) {
            w[j] /= ridge;
        }
        return w;
    }
}
