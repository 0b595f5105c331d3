package dev.kith.convex;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/**
 * The squared loss with intercepts minimised out, as a quadratic in the tasks' weights (T x dim, row t = w_t):
 *
 * <pre>  V(W) = constant + sum_t ( w_t'G_t w_t - 2 h_t'w_t )  </pre>
 *
 * <p>Coordinates are those of the eigenvectors of the average Gram matrix where that is affordable: complete data then
 * have one diagonal G for all tasks, other data a good diagonal preconditioner.
 */
final class Quadratic implements DataTerm {
    /* A task keeps whichever is smaller: its Gram matrix (dim x dim) or its weighted centred rows (n_t x dim). */
    private static final int ROTATION_LIMIT = 1500;
    private static final int SEPARATE_LIMIT = 1000;

    final int tasks;
    final int dim;
    final double constant;
    /** T x dim. */
    final Matrix h;
    /** Diagonal of the average Gram matrix in these coordinates; for complete data of every task's. */
    final double[] average;

    private final Problem problem;
    private final @Nullable Matrix rotation;
    private final boolean common;
    private final boolean shared;
    private final Matrix[] blocks;
    private final double[] scratch;
    private final Matrix slopes;

    Quadratic(Problem problem) {
        this(problem, true);
    }

    /** In the coordinates of the problem's own features. */
    static Quadratic unrotated(Problem problem) {
        return new Quadratic(problem, false);
    }

    private Quadratic(Problem problem, boolean mayRotate) {
        this.problem = problem;
        tasks = problem.tasks;
        dim = problem.dim;
        h = Matrix.zeros(tasks, dim);
        constant = fillMoments();
        common = problem.complete && problem.rows.dense() && mayRotate;
        blocks = new Matrix[common || !problem.rows.dense() ? 0 : tasks];
        scratch = new double[problem.size()];
        slopes = Matrix.zeros(tasks, dim);
        if (common && problem.basis.orthogonal().isPresent()) {
            shared = false;
            rotation = null;
            average = problem.basis.orthogonal().get().clone();
            for (int j = 0; j < dim; j++) {
                average[j] *= problem.w[0];
            }
            return;
        }
        boolean rotate = mayRotate && problem.rows.dense() && (common || dim <= ROTATION_LIMIT) && dim > 0;
        shared = problem.complete && !mayRotate && blocks.length > 0;
        for (int t = 0; t < blocks.length; t++) {
            blocks[t] = shared && t > 0 ? blocks[0] : block(t);
        }
        if (rotate) {
            SymmetricEigen eigen = LinearAlgebra.best().eigen(averageGram());
            rotation = eigen.vectors();
            average = eigen.values().row(0);
            rotateInto(h);
            java.util.Arrays.setAll(blocks, t -> rotatedBlock(blocks[t]));
        } else {
            rotation = null;
            average = new double[dim];
        }
        if (shared) {
            System.arraycopy(blocks[0].diagonal(), 0, average, 0, dim);
        } else if (!rotate) {
            fillAverage();
        }
        for (int j = 0; j < dim; j++) {
            average[j] = Math.max(0, average[j]);
        }
    }

    /** Fills h; returns the weighted variance of the labels. */
    private double fillMoments() {
        double sum = 0;
        double[] residual = new double[problem.size()];
        for (int t = 0; t < tasks; t++) {
            double mean = labelMean(t);
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                double r = problem.y[o] - mean;
                sum += problem.w[o] * r * r;
                residual[o] = problem.w[o] * r;
            }
        }
        problem.gatherInto(h, residual);
        return sum;
    }

    double labelMean(int t) {
        double sum = 0;
        for (int o = problem.start[t]; o < problem.start[t + 1] && problem.intercept; o++) {
            sum += problem.w[o] * problem.y[o];
        }
        return problem.taskWeight[t] > 0 ? sum / problem.taskWeight[t] : 0;
    }

    private Matrix block(int t) {
        Matrix rows = problem.weightedRows(t);
        return shared || rows.rows() > dim / 2 ? LinearAlgebra.best().multiplyTransposeA(rows, rows) : rows;
    }

    /** Gram matrices are turned on both sides, which is cheaper than turning the many rows behind them. */
    private Matrix rotatedBlock(Matrix block) {
        Matrix turn = java.util.Objects.requireNonNull(rotation);
        Matrix turned = LinearAlgebra.best().multiply(block, turn);
        return block.rows() == dim
                ? LinearAlgebra.best().multiplyTransposeA(turn, turned).symmetrized()
                : turned;
    }

    private Matrix averageGram() {
        Matrix gram = Matrix.zeros(dim, dim);
        for (int t = 0; t < (common ? 1 : tasks); t++) {
            Matrix block = common ? block(t) : blocks[t];
            if (block.rows() == dim) {
                gram = gram.plus(common ? 1 : 1.0 / tasks, block);
            } else {
                LinearAlgebra.best().multiplyInto(gram, common ? 1 : 1.0 / tasks, block, true, block, false, 1);
            }
        }
        return gram.symmetrized();
    }

    private void fillAverage() {
        double[] row = new double[dim];
        for (int t = 0; t < tasks; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                java.util.Arrays.fill(row, 0);
                problem.rows.addInto(row, 0, 1, problem.row[o]);
                for (int j = 0; j < dim; j++) {
                    double centred = row[j] - problem.mean[t * dim + j];
                    average[j] += problem.w[o] * centred * centred / tasks;
                }
            }
        }
    }

    /** Rows of features in the problem's basis, in the coordinates used here. */
    Matrix rotated(Matrix features) {
        return rotation == null ? features : LinearAlgebra.best().multiply(features, rotation);
    }

    private void rotateInto(Matrix m) {
        if (rotation != null) {
            Matrix rotated = LinearAlgebra.best().multiply(m, rotation);
            System.arraycopy(rotated.data(), 0, m.data(), 0, m.data().length);
        }
    }

    /** out_t = G_t w_t for every task. */
    void applyInto(Matrix out, Matrix wt) {
        if (!common && blocks.length == 0) {
            problem.predictInto(scratch, wt);
            for (int o = 0; o < scratch.length; o++) {
                scratch[o] *= problem.w[o];
            }
            problem.gatherInto(out, scratch);
            return;
        }
        double[] w = wt.data();
        double[] to = out.data();
        java.util.Arrays.fill(to, 0);
        for (int t = 0; t < tasks; t++) {
            int base = t * dim;
            if (common) {
                for (int j = 0; j < dim; j++) {
                    to[base + j] = average[j] * w[base + j];
                }
            } else if (blocks[t].rows() == dim) {
                gramTimes(blocks[t].data(), w, to, base);
            } else {
                rowsTimes(new Rows.Dense(blocks[t]), blocks[t].rows(), w, to, base);
            }
        }
    }

    private void gramTimes(double[] gram, double[] w, double[] to, int base) {
        for (int k = 0; k < dim; k++) {
            double factor = w[base + k];
            int from = k * dim;
            for (int j = 0; j < dim; j++) {
                to[base + j] += factor * gram[from + j];
            }
        }
    }

    private static void rowsTimes(Rows rows, int count, double[] w, double[] to, int base) {
        for (int i = 0; i < count; i++) {
            rows.addInto(to, base, rows.dot(i, w, base), i);
        }
    }

    /** Whether all tasks have one and the same Gram matrix, kept in the problem's own coordinates. */
    boolean hasSharedGram() {
        return shared;
    }

    Matrix sharedGram() {
        return blocks[0];
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public int dim() {
        return dim;
    }

    @Override
    public double valueAndGradientInto(Matrix gradient, Matrix wt) {
        applyInto(gradient, wt);
        double value = constant + gradient.dot(wt) - 2 * h.dot(wt);
        double[] g = gradient.data();
        for (int i = 0; i < g.length; i++) {
            g[i] = 2 * (g[i] - h.data()[i]);
        }
        return Math.max(0, value);
    }

    @Override
    public double curvatureAlong(Matrix direction) {
        applyInto(slopes, direction);
        return 2 * slopes.dot(direction);
    }

    /**
     * With residuals r = y - z and Theta = 2 c w r the dual value is
     *
     * <pre>  2 c sum w y r - c^2 sum w r^2 - sup_A { c^2 tr(A N)/(4 lambda) - F(A) },   N = Theta'K Theta at c = 1  </pre>
     *
     * where Phi'Theta = 2 (h_t - G_t w_t), and both sums follow from h and G: no observation is touched. c &lt;= 1 makes
     * Theta feasible where the sup is finite only for small N.
     */
    @Override
    public Certificate certificate(Regularizer penalty, Matrix wt, double cost) {
        return certificate(penalty, wt, cost, wt);
    }

    /** The primal value at {@code wt} and the dual value of the residuals at other weights. */
    Certificate certificate(Regularizer penalty, Matrix wt, double cost, Matrix dualWeights) {
        applyInto(slopes, wt);
        double value = Math.max(0, constant + slopes.dot(wt) - 2 * h.dot(wt));
        applyInto(slopes, dualWeights);
        double linear = h.dot(dualWeights);
        double loss = Math.max(0, constant + slopes.dot(dualWeights) - 2 * linear);
        Regularizer.DualTerm term = penalty.dual(h.plus(-1, slopes));
        double c = term.c();
        double dual = 2 * c * (constant - linear) - c * c * loss - term.sup();
        return new Certificate(value + cost, dual);
    }

    /** Solves (G_t + ridge I) w_t = r_t for every task at once. */
    interface Ridge {
        /** Replaces row t of {@code right} by the solution for task t. */
        void solveInto(Matrix right);
    }

    /** Factors once for this ridge. */
    Ridge ridge(double ridge) {
        if (common) {
            return right -> {
                for (int i = 0; i < right.data().length; i++) {
                    right.data()[i] /= average[i % dim] + ridge;
                }
            };
        }
        return new RidgeSolves(blocks, shared, ridge, dim)::solveInto;
    }

    /** Whether tasks have Gram matrices of their own that are small enough to factor one by one. */
    boolean separable() {
        return blocks.length > 0 && dim <= SEPARATE_LIMIT;
    }

    /** Whether {@link #ridge} is available: everything but sparse rows. */
    boolean solvable() {
        return common || blocks.length > 0;
    }

    @Override
    public Matrix toBasis(Matrix wt) {
        return rotation == null ? wt : LinearAlgebra.best().multiplyTransposeB(wt, rotation);
    }

    @Override
    public double[] intercepts(Matrix wt) {
        double[] b = new double[tasks];
        java.util.Arrays.setAll(b, this::labelMean);
        return b;
    }
}
