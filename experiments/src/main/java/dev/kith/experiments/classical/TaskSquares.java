package dev.kith.experiments.classical;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.Arrays;

/** V(W) = sum_t ||X_t w_t - y_t||^2 / n_t and its gradient, from the tasks' rows; weights are T x d. */
public final class TaskSquares {
    private final int tasks;
    private final int d;
    private final Matrix[] x;
    private final double[][] y;

    public TaskSquares(Dataset data) {
        tasks = data.taskCount();
        Matrix rows = ((DenseInputs) data.inputs()).values();
        d = rows.cols();
        x = new Matrix[tasks];
        y = new double[tasks][];
        int[] count = data.countPerTask();
        for (int t = 0; t < tasks; t++) {
            x[t] = Matrix.zeros(count[t], d);
            y[t] = new double[count[t]];
        }
        int[] next = new int[tasks];
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            double root = Math.sqrt(1.0 / count[t]);
            for (int j = 0; j < d; j++) {
                x[t].set(next[t], j, root * rows.get(data.row(o), j));
            }
            y[t][next[t]++] = root * data.label(o);
        }
    }

    public int tasks() {
        return tasks;
    }

    public int features() {
        return d;
    }

    /** V(W); the gradient goes into {@code gradient}. */
    public double valueAndGradientInto(Matrix gradient, Matrix w) {
        double value = 0;
        double[] g = gradient.data();
        Arrays.fill(g, 0);
        for (int t = 0; t < tasks; t++) {
            double[] rows = x[t].data();
            for (int i = 0; i < y[t].length; i++) {
                double r = -y[t][i];
                for (int j = 0; j < d; j++) {
                    r += rows[i * d + j] * w.data()[t * d + j];
                }
                value += r * r;
                for (int j = 0; j < d; j++) {
                    g[t * d + j] += 2 * r * rows[i * d + j];
                }
            }
        }
        return value;
    }

    /** out = half the Hessian times w. */
    public void hessianInto(Matrix out, Matrix w) {
        Arrays.fill(out.data(), 0);
        for (int t = 0; t < tasks; t++) {
            double[] rows = x[t].data();
            for (int i = 0; i < y[t].length; i++) {
                double r = 0;
                for (int j = 0; j < d; j++) {
                    r += rows[i * d + j] * w.data()[t * d + j];
                }
                for (int j = 0; j < d; j++) {
                    out.data()[t * d + j] += r * rows[i * d + j];
                }
            }
        }
    }

    /** The weights with the least V(W) + lambda ||W R^-1||^2, every task by itself: w = R u, ridge regression of u. */
    Matrix penalized(Matrix root, double lambda) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix w = Matrix.zeros(tasks, d);
        for (int t = 0; t < tasks; t++) {
            Matrix rows = algebra.multiply(x[t], root);
            Matrix labels = Matrix.wrap(y[t].length, 1, y[t]);
            Matrix u = rows.rows() < d
                    ? algebra.multiplyTransposeA(
                            rows,
                            algebra.cholesky(algebra.multiplyTransposeB(rows, rows)
                                            .plusDiagonal(lambda))
                                    .solve(labels))
                    : algebra.cholesky(algebra.multiplyTransposeA(rows, rows).plusDiagonal(lambda))
                            .solve(algebra.multiplyTransposeA(rows, labels));
            System.arraycopy(algebra.multiply(root, u).data(), 0, w.data(), t * d, d);
        }
        return w;
    }

    /** The largest curvature of V. */
    double curvature() {
        double largest = 0;
        for (Matrix rows : x) {
            Matrix gram = rows.rows() < d
                    ? LinearAlgebra.best().multiplyTransposeB(rows, rows)
                    : LinearAlgebra.best().multiplyTransposeA(rows, rows);
            SymmetricEigen eigen = LinearAlgebra.best().eigen(gram);
            largest = Math.max(largest, 2 * eigen.value(eigen.size() - 1));
        }
        return largest;
    }

    /** A fifth of the smallest lambda at which the trace norm leaves nothing: the largest singular value of X'y. */
    public static double lambda(Dataset data) {
        TaskSquares v = new TaskSquares(data);
        Matrix gradient = Matrix.zeros(v.tasks, v.d);
        v.valueAndGradientInto(gradient, Matrix.zeros(v.tasks, v.d));
        return LinearAlgebra.best().svd(gradient).value(0) / 2 / 5;
    }
}
