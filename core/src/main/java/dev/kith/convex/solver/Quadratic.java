package dev.kith.convex.solver;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.basis.TaskGrams;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.TwofoldSum;
import dev.kith.model.Training;
import org.jspecify.annotations.Nullable;

/**
 * The squared loss with intercepts minimised out, as a quadratic in the tasks' weights (T x dim, row t = w_t):
 *
 * <pre>  V(W) = constant + sum_t ( w_t'G_t w_t - 2 h_t'w_t )  </pre>
 *
 * <p>Coordinates are those of the eigenvectors of the average Gram matrix where that is affordable: complete data then
 * have one diagonal G for all tasks, other data a good diagonal preconditioner.
 */
public final class Quadratic implements DataTerm.Sloped {
    private static final int ROTATION_LIMIT = 1500;
    private static final int SEPARATE_LIMIT = 1000;

    public final int tasks;
    public final int dim;
    final double constant;
    /** T x dim. */
    public final Matrix h;
    /** Diagonal of the average Gram matrix in these coordinates; for complete data of every task's. */
    final double[] average;

    private final Problem problem;
    private final @Nullable Matrix rotation;
    private final boolean common;
    /** Null where one diagonal serves all tasks, or rows are sparse. */
    private final @Nullable TaskGrams grams;

    private final double[] scratch;
    private final Matrix slopes;

    Quadratic(Problem problem) {
        this(problem, true);
    }

    /** In the coordinates of the problem's own features. */
    public static Quadratic unrotated(Problem problem) {
        return new Quadratic(problem, false);
    }

    /** Another loss near some weights, constant + sum_t ( w_t'G_t w_t - 2 h_t'w_t ), in the coordinates of its features. */
    static Quadratic expanded(Problem problem, TaskGrams grams, Matrix h, double constant) {
        return new Quadratic(problem, grams, h, constant);
    }

    private Quadratic(Problem problem, TaskGrams grams, Matrix h, double constant) {
        this.problem = problem;
        this.grams = grams;
        this.h = h;
        this.constant = constant;
        tasks = problem.tasks;
        dim = problem.dim;
        common = false;
        rotation = null;
        scratch = new double[0];
        slopes = Matrix.zeros(tasks, dim);
        average = grams.averageDiagonal();
    }

    private Quadratic(Problem problem, boolean mayRotate) {
        this.problem = problem;
        tasks = problem.tasks;
        dim = problem.dim;
        h = Matrix.zeros(tasks, dim);
        constant = fillMoments();
        common = problem.complete && problem.rows.dense() && mayRotate;
        scratch = new double[problem.size()];
        slopes = Matrix.zeros(tasks, dim);
        if (common && problem.basis.orthogonal().isPresent()) {
            grams = null;
            rotation = null;
            average = problem.basis.orthogonal().get().clone();
            for (int j = 0; j < dim; j++) {
                average[j] *= problem.w[0];
            }
            return;
        }
        boolean rotate = mayRotate && problem.rows.dense() && (common || dim <= ROTATION_LIMIT) && dim > 0;
        // Complete data share one Gram matrix, which row-sparse solvers read; other tasks keep what is cheaper to
        // apply.
        TaskGrams own = common || !problem.rows.dense() ? null : TaskGrams.of(problem, problem.complete ? -1 : dim / 2);
        if (rotate) {
            SymmetricEigen eigen = LinearAlgebra.best().eigen(own == null ? commonGram() : own.average());
            rotation = eigen.vectors();
            average = eigen.values().row(0);
            rotateInto(h);
            grams = own == null ? null : own.turned(rotation);
        } else {
            rotation = null;
            average = new double[dim];
            grams = own;
            if (hasSharedGram()) {
                System.arraycopy(sharedGram().diagonal(), 0, average, 0, dim);
            } else {
                fillAverage();
            }
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

    /** To the last digit: labels that are all the same have no residuals. */
    double labelMean(int t) {
        TwofoldSum sum = new TwofoldSum();
        TwofoldSum weight = new TwofoldSum();
        for (int o = problem.start[t]; o < problem.start[t + 1] && problem.intercept; o++) {
            sum.addProduct(problem.w[o], problem.y[o]);
            weight.add(problem.w[o]);
        }
        return weight.value().hi() > 0 ? sum.value().dividedBy(weight.value()).hi() : 0;
    }

    private Matrix commonGram() {
        Matrix rows = problem.weightedRows(0);
        return LinearAlgebra.best().multiplyTransposeA(rows, rows).symmetrized();
    }

    /** sum_o w x^2 - (sum_o w) mean^2 per task: stored entries are all that is looked at. */
    private void fillAverage() {
        for (int t = 0; t < tasks; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                problem.rows.addSquaresInto(average, problem.w[o] / tasks, problem.row[o]);
            }
            for (int j = 0; j < dim; j++) {
                double mean = problem.mean[t * dim + j];
                average[j] -= problem.taskWeight[t] * mean * mean / tasks;
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
        if (grams != null) {
            grams.applyInto(out, wt);
        } else if (common) {
            for (int base = 0; base < out.data().length; base += dim) {
                for (int j = 0; j < dim; j++) {
                    out.data()[base + j] = average[j] * wt.data()[base + j];
                }
            }
        } else {
            problem.predictInto(scratch, wt);
            for (int o = 0; o < scratch.length; o++) {
                scratch[o] *= problem.w[o];
            }
            problem.gatherInto(out, scratch);
        }
    }

    /** Whether all tasks have one and the same Gram matrix, kept in the problem's own coordinates. */
    public boolean hasSharedGram() {
        return grams != null && grams.shared();
    }

    public Matrix sharedGram() {
        return java.util.Objects.requireNonNull(grams).blocks()[0];
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
    public ProximalSolver proximal() {
        return solvable() ? new QuadraticSplitting(this) : new ProximalGradient(this);
    }

    @Override
    public Supervised supervised(double lambda, Training training) {
        return new Supervised.Exact(this, lambda, training);
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
        return java.util.Objects.requireNonNull(grams).ridge(ridge)::solveInto;
    }

    /** Whether tasks have Gram matrices of their own that are small enough to factor one by one. */
    boolean separable() {
        return grams != null && dim <= SEPARATE_LIMIT;
    }

    /** Whether {@link #ridge} is available: everything but sparse rows. */
    public boolean solvable() {
        return common || grams != null;
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
