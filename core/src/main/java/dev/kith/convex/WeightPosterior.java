package dev.kith.convex;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.model.uncertainty.LinearPosterior;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The posterior of linear weights:
 *
 * <pre>  var f_t(x) = phi'P_tt phi + 1 / sum w,   P = (diag(G_1, ..., G_T) + lambda A^-1 (x) I)^-1  </pre>
 *
 * with phi centred at the task's mean and G_t the weighted Gram matrix of the task. Only the diagonal blocks of P matter.
 */
final class WeightPosterior {
    /*
     * A ties all weights of all tasks, so P is d T x d T: 4000 take some seconds and 250 MB. Tasks alone and complete data
     * need no large matrix at all. With A = L L', L of rank r, P = L (L'G L + lambda I)^-1 L' is d r x d r and stays defined
     * where a learned A has no inverse.
     */
    private static final int MOST_TIED = 4000;

    /** Numbers to keep in a model: T d^2, 32 MB. */
    private static final int MOST_KEPT = 4_000_000;

    /** Columns of a solve: enough for native routines to be worth it. */
    private static final int SOLVED_TOGETHER = 512;

    private static final double RANK_TOLERANCE = 1e-12;

    private final Problem problem;
    private final double lambda;
    private final Matrix[] grams;

    private WeightPosterior(Problem problem, double lambda) {
        this.problem = problem;
        this.lambda = lambda;
        grams = new Matrix[problem.tasks];
        for (int t = 0; t < grams.length; t++) {
            if (problem.complete && t > 0) {
                grams[t] = grams[0];
                continue;
            }
            Matrix x = problem.weightedRows(t);
            grams[t] = LinearAlgebra.best().multiplyTransposeA(x, x).symmetrized();
        }
    }

    static Optional<Posterior> of(ConvexTrainer trainer, Dataset data, TaskMatrix a) {
        int tasks = a.size();
        int d = data.inputs().features().size();
        boolean diagonal = diagonal(a);
        boolean complete = Problem.complete(data);
        // Only learned directions leave A without full rank, or with few eigenvectors to look for.
        boolean few = a instanceof TaskSpectrum spectrum && (complete || spectrum.base() == 0);
        if ((long) tasks * d * d > MOST_KEPT
                || !(diagonal
                        || few
                        || (complete ? tasks : (long) tasks * d) <= MOST_TIED
                        || a instanceof DenseTasks)) {
            return Optional.empty();
        }
        Eigen eigen = diagonal ? new Eigen(Matrix.zeros(tasks, 0), new double[0], 0) : Eigen.of(a, few);
        Matrix factor = eigen.factor();
        if (!diagonal && !complete && d * factor.cols() > MOST_TIED) {
            return Optional.empty();
        }
        Scaled scaled = Scaled.of(data, trainer.losses(), trainer.kernel(), trainer.training());
        Problem problem = Problem.onFeatures(scaled.data(), trainer.training());
        WeightPosterior posterior = new WeightPosterior(problem, trainer.lambda());
        Matrix[] blocks = diagonal
                ? posterior.alone(a.diagonal())
                : complete ? posterior.complete(eigen) : posterior.tied(factor);
        return Optional.of(posterior.inUnits(blocks, data.inputs(), scaled.scaling()));
    }

    private static boolean diagonal(TaskMatrix a) {
        if (a instanceof TaskForest forest) {
            return forest.nodes() == 0;
        }
        if (!(a instanceof DenseTasks)) {
            return false;
        }
        for (int t = 0; t < a.size(); t++) {
            for (int s = 0; s < t; s++) {
                if (a.entry(t, s) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A = base I + V diag(values - base) V'. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Eigen(Matrix vectors, double[] values, double base) {
        static Eigen of(TaskMatrix a, boolean few) {
            if (few && a instanceof TaskSpectrum spectrum) {
                return new Eigen(spectrum.vectors(), spectrum.values(), spectrum.base());
            }
            SymmetricEigen all = LinearAlgebra.best().eigen(a.dense());
            double[] values = new double[all.size()];
            Arrays.setAll(values, k -> Math.max(0, all.value(k)));
            return new Eigen(all.vectors(), values, 0);
        }

        /** L with A = L L' where base is 0, without columns that are nothing beside the others. */
        Matrix factor() {
            double floor = RANK_TOLERANCE * Arrays.stream(values).max().orElse(0);
            int[] kept = IntStream.range(0, values.length)
                    .filter(k -> values[k] > floor)
                    .toArray();
            Matrix factor = Matrix.zeros(vectors.rows(), kept.length);
            for (int k = 0; k < kept.length; k++) {
                for (int t = 0; t < vectors.rows(); t++) {
                    factor.set(t, k, vectors.get(t, kept[k]) * Math.sqrt(values[kept[k]]));
                }
            }
            return factor;
        }
    }

    /** A diagonal: P_tt = (G_t + lambda / A_tt I)^-1. */
    private Matrix[] alone(double[] diagonal) {
        Matrix[] blocks = new Matrix[grams.length];
        for (int t = 0; t < blocks.length; t++) {
            double own = diagonal[t];
            blocks[t] = own > 0
                    ? LinearAlgebra.best()
                            .cholesky(grams[t].plusDiagonal(lambda / own))
                            .solve(Matrix.identity(problem.dim))
                    : Matrix.zeros(problem.dim, problem.dim);
        }
        return blocks;
    }

    /** One G = R diag(g) R' for all tasks, A = V diag(a) V': P_tt = R diag_j( sum_k V_tk^2 a_k / (g_j a_k + lambda) ) R'. */
    private Matrix[] complete(Eigen tasks) {
        LinearAlgebra algebra = LinearAlgebra.best();
        SymmetricEigen eigen = algebra.eigen(grams[0]);
        Matrix[] blocks = new Matrix[grams.length];
        for (int t = 0; t < blocks.length; t++) {
            Matrix scaled = eigen.vectors().copy();
            for (int j = 0; j < problem.dim; j++) {
                double g = Math.max(0, eigen.value(j));
                double left = tasks.base / (g * tasks.base + lambda);
                double sum = left;
                for (int k = 0; k < tasks.values.length; k++) {
                    double v = tasks.vectors.get(t, k);
                    sum += v * v * (tasks.values[k] / (g * tasks.values[k] + lambda) - left);
                }
                for (int i = 0; i < problem.dim; i++) {
                    scaled.set(i, j, scaled.get(i, j) * sum);
                }
            }
            blocks[t] = algebra.multiplyTransposeB(scaled, eigen.vectors()).symmetrized();
        }
        return blocks;
    }

    /** M = L'G L + lambda I, entry by block: M_kl = sum_t L_tk L_tl G_t; then P_tt = l'M^-1 l for the row l of L. */
    private Matrix[] tied(Matrix factor) {
        int d = problem.dim;
        int rank = factor.cols();
        Matrix m = Matrix.zeros(d * rank, d * rank);
        for (int t = 0; t < grams.length; t++) {
            for (int k = 0; k < rank; k++) {
                for (int l = 0; l <= k; l++) {
                    addBlock(m, k, l, factor.get(t, k) * factor.get(t, l), grams[t]);
                }
            }
        }
        for (int i = 0; i < m.rows(); i++) {
            m.add(i, i, lambda);
            for (int j = 0; j < i; j++) {
                m.set(j, i, m.get(i, j));
            }
        }
        Cholesky cholesky = LinearAlgebra.best().cholesky(m);
        Matrix[] blocks = new Matrix[grams.length];
        int together = Math.max(1, SOLVED_TOGETHER / d);
        for (int from = 0; from < blocks.length; from += together) {
            fillBlocks(blocks, from, Math.min(blocks.length, from + together), factor, cholesky);
        }
        return blocks;
    }

    /** P_tt of some tasks: one solve for all of them. */
    private void fillBlocks(Matrix[] blocks, int from, int to, Matrix factor, Cholesky cholesky) {
        int d = problem.dim;
        Matrix l = Matrix.zeros(d * factor.cols(), d * (to - from));
        for (int t = from; t < to; t++) {
            for (int k = 0; k < factor.cols(); k++) {
                for (int i = 0; i < d; i++) {
                    l.set(k * d + i, (t - from) * d + i, factor.get(t, k));
                }
            }
        }
        Matrix solved = cholesky.solve(l);
        for (int t = from; t < to; t++) {
            blocks[t] = Matrix.zeros(d, d);
            for (int k = 0; k < factor.cols(); k++) {
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        blocks[t].add(i, j, factor.get(t, k) * solved.get(k * d + i, (t - from) * d + j));
                    }
                }
            }
            blocks[t] = blocks[t].symmetrized();
        }
    }

    private static void addBlock(Matrix m, int k, int l, double by, Matrix gram) {
        int d = gram.rows();
        for (int i = 0; i < d; i++) {
            int to = (k * d + i) * m.cols() + l * d;
            for (int j = 0; j < d; j++) {
                m.data()[to + j] += by * gram.data()[i * d + j];
            }
        }
    }

    /** In the user's units of x, and in units of the noise of an observation of mean weight. */
    private Posterior inUnits(Matrix[] blocks, Inputs x, Standardizer scaling) {
        int tasks = blocks.length;
        int d = problem.dim;
        Matrix offset = Matrix.zeros(1, tasks);
        Matrix shape = Matrix.zeros(tasks * d, d);
        for (int t = 0; t < tasks; t++) {
            int count = problem.start[t + 1] - problem.start[t];
            double weight = problem.taskWeight[t] > 0 ? problem.taskWeight[t] / count : 1;
            offset.set(0, t, problem.intercept && count > 0 ? 1.0 / count : 0);
            for (int i = 0; i < d; i++) {
                double si = scaling.featureScale().get(0, i);
                for (int j = 0; j < d; j++) {
                    shape.set(
                            t * d + i,
                            j,
                            weight
                                    * blocks[t].get(i, j)
                                    / (si * scaling.featureScale().get(0, j)));
                }
            }
        }
        Matrix ones = GaussianProcess.ones(tasks);
        return new LinearPosterior(ones, ones, offset, centres(x, tasks, d), shape);
    }

    /** The weighted mean input of every task, where there are intercepts. */
    private Matrix centres(Inputs x, int tasks, int d) {
        Matrix centre = Matrix.zeros(tasks, d);
        for (int t = 0; t < tasks && problem.intercept; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1] && problem.taskWeight[t] > 0; o++) {
                double share = problem.w[o] / problem.taskWeight[t];
                if (x instanceof DenseInputs dense) {
                    for (int j = 0; j < d; j++) {
                        centre.add(t, j, share * dense.values().get(problem.row[o], j));
                    }
                } else if (x instanceof SparseInputs sparse) {
                    SparseRows rows = sparse.values();
                    for (int k = rows.start(problem.row[o]); k < rows.end(problem.row[o]); k++) {
                        centre.add(t, rows.indices()[k], share * rows.values()[k]);
                    }
                }
            }
        }
        return centre;
    }
}
