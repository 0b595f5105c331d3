package dev.kith.convex.weight;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Quadratic;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * min over W of V(W) + sum_j R(W_j) for the squared loss on complete data, where all tasks share one Gram matrix G: block
 * coordinate descent, one feature at a time,
 *
 * <pre>  W_j &lt;- proximal step of length 1 / (2 G_jj) at W_j + Z_j / G_jj,   Z = H - G W kept up to date.  </pre>
 *
 * <p>Between looks at the gap only features with weights are visited, plus, once a round, all that are not yet safely
 * out: with dual point c Theta, feature j is zero at the optimum if the pull of (Phi'c Theta)_j, a norm no larger than the length,
 * plus 2 sqrt(G_jj (P - D)) is below the penalty's threshold (gap safe screening [1]; the dual is 1/2-strongly concave in
 * Theta/sqrt(w)).
 *
 * <p>[1] Ndiaye et al., Gap safe screening rules for sparsity enforcing penalties, 2017.
 */
public final class RowDescent {
    private static final int SWEEPS_A_ROUND = 10;

    private final Quadratic v;
    private final RowTerm r;
    private final Monitor monitor;
    private final int tasks;
    private final int dim;
    private final double[] gram;
    private final double[][] weights;
    private final double[][] residual;
    private final boolean[] out;

    public RowDescent(Quadratic v, RowTerm r, Monitor monitor) {
        this.v = v;
        this.r = r;
        this.monitor = monitor;
        tasks = v.tasks;
        dim = v.dim;
        gram = v.sharedGram().data();
        weights = new double[dim][tasks];
        residual = rowsOf(v.h.transpose());
        out = new boolean[dim];
    }

    private static double[][] rowsOf(Matrix m) {
        double[][] rows = new double[m.rows()][];
        Arrays.setAll(rows, m::row);
        return rows;
    }

    public Minimum solve() {
        int iteration = 0;
        Matrix wt = current();
        Certificate certificate = v.certificate(r, wt, r.value(wt));
        while (!monitor.done(iteration, certificate)) {
            iteration++;
            screen(certificate);
            sweep(false);
            for (int k = 1; k < SWEEPS_A_ROUND && sweep(true) > 0; k++) {
                // visits only features that have weights
            }
            wt = current();
            certificate = v.certificate(r, wt, r.value(wt));
        }
        return new Minimum(wt, certificate, iteration);
    }

    private Matrix current() {
        Matrix wt = Matrix.zeros(tasks, dim);
        for (int j = 0; j < dim; j++) {
            for (int t = 0; t < tasks; t++) {
                wt.set(t, j, weights[j][t]);
            }
        }
        return wt;
    }

    private void screen(Certificate certificate) {
        double radius = 2 * Math.sqrt(Math.max(0, certificate.primal() - certificate.dual()));
        double c = r.dual(pulls()).c();
        for (int j = 0; j < dim; j++) {
            out[j] |= c * 2 * r.pull(residual[j]) + radius * Math.sqrt(gram[j * dim + j]) < r.threshold();
            if (out[j] && used(j)) {
                move(j, new double[tasks]);
            }
        }
    }

    /** (Phi'Theta)' / 2 of the residuals of the weights as they are. */
    private Matrix pulls() {
        Matrix half = Matrix.zeros(tasks, dim);
        for (int j = 0; j < dim; j++) {
            for (int t = 0; t < tasks; t++) {
                half.set(t, j, residual[j][t]);
            }
        }
        return half;
    }

    private boolean used(int j) {
        for (double w : weights[j]) {
            if (w != 0) {
                return true;
            }
        }
        return false;
    }

    /** One pass; returns how much the weights moved. */
    private double sweep(boolean onlyUsed) {
        double moved = 0;
        double[] next = new double[tasks];
        for (int j = 0; j < dim; j++) {
            double curvature = gram[j * dim + j];
            if (out[j] || !(curvature > 0) || (onlyUsed && !used(j))) {
                continue;
            }
            for (int t = 0; t < tasks; t++) {
                next[t] = weights[j][t] + residual[j][t] / curvature;
            }
            r.shrink(next, 0.5 / curvature);
            moved += move(j, next);
        }
        return moved;
    }

    private double move(int j, double[] next) {
        double moved = 0;
        double[] delta = new double[tasks];
        for (int t = 0; t < tasks; t++) {
            delta[t] = next[t] - weights[j][t];
            moved += Math.abs(delta[t]);
            weights[j][t] = next[t];
        }
        for (int k = 0; moved > 0 && k < dim; k++) {
            double g = gram[j * dim + k];
            double[] row = residual[k];
            for (int t = 0; t < tasks; t++) {
                row[t] -= g * delta[t];
            }
        }
        return moved;
    }
}
