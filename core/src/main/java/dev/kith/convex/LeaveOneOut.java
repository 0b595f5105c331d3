package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.model.Workspace;
import dev.kith.structure.Independent;
import dev.kith.structure.Pooled;
import dev.kith.structure.StructurePenalty;
import java.util.Optional;

/**
 * What a fit would predict for every observation had its input not been there, without refitting: with the squared loss
 * and a known structure predictions are linear in the labels, and
 *
 * <pre>  y_i - (prediction without i) = (y_i - z_i) / (1 - h_i),   h_i the weight of y_i in its own prediction z_i.  </pre>
 *
 * <p>With complete data this holds task direction by task direction: for A = P diag(a) P' the labels Y P fall apart into
 * T separate problems with penalties lambda / a_k on one orthogonal basis, so a value of lambda costs n dim T. Tasks
 * learned alone have it whatever is missing. The weights of the other observations and the scaling stay those of all data.
 */
public final class LeaveOneOut {
    private final ConvexTrainer trainer;
    private final Problem problem;
    private final Quadratic v;
    private final double[] residual;

    private LeaveOneOut(ConvexTrainer trainer, Problem problem, Quadratic v) {
        this.trainer = trainer;
        this.problem = problem;
        this.v = v;
        residual = new double[problem.size()];
    }

    /**
     * One prediction for each observation of the workspace's data, in the user's units; NaN where nothing would be left
     * to learn from. Empty where there is no closed form: another loss, a learned structure, or a structure that ties
     * tasks whose inputs differ.
     */
    public static Optional<double[]> predictions(ConvexTrainer trainer, Workspace workspace) {
        return LinearAlgebra.withThreads(trainer.training().threads(), () -> closedForm(trainer, workspace));
    }

    private static Optional<double[]> closedForm(ConvexTrainer trainer, Workspace workspace) {
        Scaled scaled = Prepared.scaled(workspace, trainer);
        if (trainer.relation() instanceof Pooled) {
            return Optional.empty();
        }
        Prepared prepared = trainer.prepared(workspace, scaled.data());
        StructurePenalty penalty = trainer.relation().penalty(scaled.data().tasks(), trainer.lambda());
        if (!(prepared.term(trainer.losses().of(scaled.data().tasks())) instanceof Quadratic v)
                || !penalty.fixed()
                || !v.solvable()) {
            return Optional.empty();
        }
        LeaveOneOut left = new LeaveOneOut(trainer, prepared.problem(), v);
        if (prepared.problem().complete) {
            left.solveTogether(penalty.step(Matrix.zeros(v.tasks, v.tasks), 0));
        } else if (trainer.relation() instanceof Independent) {
            left.solveAlone();
        } else {
            return Optional.empty();
        }
        return Optional.of(left.inUnits(workspace.data(), scaled));
    }

    /** Complete data: residuals and leverages in the directions of A's eigenvectors, then back to tasks. */
    private void solveTogether(Matrix a) {
        LinearAlgebra algebra = LinearAlgebra.best();
        fillResiduals(a);
        SymmetricEigen eigen = algebra.eigen(a);
        Matrix shrink = Matrix.zeros(v.dim, v.tasks);
        for (int k = 0; k < v.tasks; k++) {
            double ak = Math.max(0, eigen.value(k));
            for (int j = 0; j < v.dim; j++) {
                shrink.set(j, k, ak / (v.average[j] * ak + trainer.lambda()));
            }
        }
        Matrix squares = v.rotated(problem.weightedRows(0));
        for (int i = 0; i < squares.data().length; i++) {
            squares.data()[i] *= squares.data()[i];
        }
        Matrix hats = algebra.multiply(squares, shrink);
        int n = squares.rows();
        int[] place = new int[n];
        for (int o = 0; o < n; o++) {
            place[problem.row[o]] = o;
        }
        Matrix r = Matrix.zeros(n, v.tasks);
        for (int t = 0; t < v.tasks; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                r.set(place[problem.row[o]], t, residual[o]);
            }
        }
        Matrix directions = algebra.multiply(r, eigen.vectors());
        double own = problem.intercept ? problem.w[0] / problem.taskWeight[0] : 0;
        for (int i = 0; i < directions.data().length; i++) {
            directions.data()[i] /= kept(1 - own - hats.data()[i]);
        }
        Matrix left = algebra.multiplyTransposeB(directions, eigen.vectors());
        for (int t = 0; t < v.tasks; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                residual[o] = left.get(place[problem.row[o]], t);
            }
        }
    }

    /** Every task by itself: (X'X + lambda I)^-1 on the smaller side of its weighted rows X. */
    private void solveAlone() {
        fillResiduals(Matrix.identity(v.tasks));
        LinearAlgebra algebra = LinearAlgebra.best();
        for (int t = 0; t < v.tasks; t++) {
            Matrix x = problem.weightedRows(t);
            boolean wide = x.rows() < x.cols();
            Matrix gram = wide ? algebra.multiplyTransposeB(x, x) : algebra.multiplyTransposeA(x, x);
            var factor = algebra.cholesky(gram.symmetrized().plusDiagonal(trainer.lambda()));
            for (int i = 0; i < x.rows(); i++) {
                int o = problem.start[t] + i;
                double own = problem.intercept ? problem.w[o] / problem.taskWeight[t] : 0;
                double[] side = wide ? gram.row(i) : x.row(i);
                double[] solved = factor.solve(side);
                double hat = wide ? solved[i] : Matrix.of(side).dot(Matrix.of(solved));
                residual[o] /= kept(1 - own - hat);
            }
        }
    }

    private void fillResiduals(Matrix a) {
        Matrix wt = new KnownStructure(v, trainer.lambda())
                .solve(
                        a,
                        Matrix.zeros(v.tasks, v.dim),
                        Solvers.EXACT,
                        trainer.training().maxIterations());
        double[] z = new double[problem.size()];
        problem.predictInto(z, v.toBasis(wt));
        double[] b = v.intercepts(wt);
        for (int t = 0; t < problem.tasks; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                residual[o] = problem.y[o] - z[o] - b[t];
            }
        }
    }

    /** The share of an observation's prediction that is not its own label; nothing is left below rounding. */
    private static double kept(double share) {
        return share > 1e-12 ? share : Double.NaN;
    }

    private double[] inUnits(Dataset data, Scaled scaled) {
        int[] next = problem.start.clone();
        double[] predictions = new double[data.size()];
        for (int o = 0; o < predictions.length; o++) {
            int t = data.task(o);
            double unit = scaled.scaling().labelScale().get(0, t);
            predictions[o] = data.label(o) - unit * residual[next[t]++];
        }
        return predictions;
    }
}
