package dev.kith.mixed;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;

/**
 * Minus twice the log of the restricted likelihood as a function of D = Lambda Lambda', the covariance of what varies by task divided by the
 * residual variance; common effects and residual variance are at their best for that D:
 *
 * <pre>
 *   f = sum_t log det V_t + log det S + (N - p) (1 + log(2 pi s)),    V_t = I + Z_t D Z_t',  S = sum_t F_t'V_t^-1 F_t
 *   s = (y - F beta)'V^-1 (y - F beta) / (N - p),   beta = S^-1 F'V^-1 y
 *   df = tr(Gamma dD),  Gamma = sum_t Z_t'V_t^-1 Z_t - C_t S^-1 C_t' - g_t g_t'/s,  C_t = Z_t'V_t^-1 F_t,  g_t = Z_t'V_t^-1 (y_t - F_t beta)
 * </pre>
 *
 * N is the sum of weights: a row of weight 2 is the row twice. One evaluation costs O(T (q^3 + q^2 p + q p^2)). Not safe for several threads.
 */
final class Reml {
    /** Labels are never known better than this, in their deviations, squared: bounds the criterion where rows are met exactly. */
    private static final double LEAST_VARIANCE = 1e-26;

    private final TaskFactors factors;
    private final int p;
    /** L_t^-1 Y_t and L_t^-1 R_t with L_t L_t' = I + R_t D R_t', of the last evaluation. */
    private final double[] w;

    private final double[] u;
    private final double[] logDets;

    /**
     * The criterion and all that comes with it.
     *
     * @param lambda q x r
     * @param value f
     * @param variance s
     * @param beta of the columns
     * @param gamma the gradient with respect to D
     * @param information sum of Z_t'V_t^-1 Z_t, the unit in which gamma is large or small
     * @param fixed the factor of S
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Point(
            Matrix lambda,
            double value,
            double variance,
            double[] beta,
            Matrix gamma,
            Matrix information,
            Cholesky fixed) {}

    Reml(TaskFactors factors) {
        this.factors = factors;
        this.p = factors.width - 1;
        this.w = new double[factors.y.length];
        this.u = new double[factors.r.length];
        this.logDets = new double[factors.tasks];
    }

    TaskFactors factors() {
        return factors;
    }

    Point at(Matrix lambda) {
        Matrix s = factors
                .sums(new int[] {factors.width}, (into, from, to) -> {
                    for (int t = from; t < to; t++) {
                        logDets[t] = whiten(lambda, t);
                    }
                    TaskFactors.addGram(into, w, factors.width, factors.start[from], factors.start[to]);
                })[0]
                .plus(1, factors.rest);
        Matrix sff = Matrix.zeros(p, p);
        double[] sfy = new double[p];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                sff.set(i, j, s.get(i, j));
            }
            sfy[i] = s.get(p, i);
        }
        Cholesky fixed = LinearAlgebra.best().cholesky(sff);
        double[] beta = fixed.solve(sfy);
        double squares = s.get(p, p);
        for (int i = 0; i < p; i++) {
            squares -= beta[i] * sfy[i];
        }
        double free = factors.weight - p;
        double variance = Math.max(squares, 0) / free + LEAST_VARIANCE;
        double value = fixed.logDet() + free * (1 + Math.log(2 * Math.PI * variance));
        for (double logDet : logDets) {
            value += logDet;
        }
        Matrix[] slopes = slopes(fixed, beta, variance);
        return new Point(lambda, value, variance, beta, slopes[0], slopes[1], fixed);
    }

    /** Writes the task's rows of w and u; log det V_t. */
    private double whiten(Matrix lambda, int t) {
        int from = factors.start[t];
        int k = factors.start[t + 1] - from;
        double[] l = triangle(lambda, from, k);
        double logDet = 0;
        for (int i = 0; i < k; i++) {
            logDet += 2 * Math.log(l[i * k + i]);
        }
        substitute(w, factors.y, factors.width, l, from, k);
        substitute(u, factors.r, factors.q, l, from, k);
        return logDet;
    }

    /** The Cholesky factor of I + (R Lambda)(R Lambda)', which never fails. */
    private double[] triangle(Matrix lambda, int from, int k) {
        int q = factors.q;
        int rank = lambda.cols();
        double[] x = new double[k * rank];
        for (int i = 0; i < k; i++) {
            for (int c = i; c < q; c++) {
                double value = factors.r[(from + i) * q + c];
                for (int j = 0; j < rank && value != 0; j++) {
                    x[i * rank + j] += value * lambda.get(c, j);
                }
            }
        }
        double[] l = new double[k * k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = i == j ? 1 : 0;
                for (int c = 0; c < rank; c++) {
                    sum += x[i * rank + c] * x[j * rank + c];
                }
                for (int c = 0; c < j; c++) {
                    sum -= l[i * k + c] * l[j * k + c];
                }
                l[i * k + j] = i == j ? Math.sqrt(Math.max(sum, 1)) : sum / l[j * k + j];
            }
        }
        return l;
    }

    /** Rows from, ..., from + k - 1 of {@code into} become l^-1 times those of {@code rows}. */
    private static void substitute(double[] into, double[] rows, int cols, double[] l, int from, int k) {
        for (int i = 0; i < k; i++) {
            int at = (from + i) * cols;
            System.arraycopy(rows, at, into, at, cols);
            for (int j = 0; j < i; j++) {
                double factor = l[i * k + j];
                int above = (from + j) * cols;
                for (int c = 0; c < cols; c++) {
                    into[at + c] -= factor * into[above + c];
                }
            }
            double pivot = 1 / l[i * k + i];
            for (int c = 0; c < cols; c++) {
                into[at + c] *= pivot;
            }
        }
    }

    /** Gamma and the information. */
    private Matrix[] slopes(Cholesky fixed, double[] beta, double variance) {
        int q = factors.q;
        double[] l = fixed.factor().data();
        return factors.sums(new int[] {q, q}, (into, from, to) -> {
            double[] information = new double[q * q];
            TaskFactors.addGram(information, u, q, factors.start[from], factors.start[to]);
            System.arraycopy(information, 0, into, q * q, q * q);
            System.arraycopy(information, 0, into, 0, q * q);
            for (int t = from; t < to; t++) {
                subtract(into, l, beta, variance, t);
            }
        });
    }

    /** Subtracts C_t S^-1 C_t' + g_t g_t'/s: the products of the columns of U'[W L^-T, e / sqrt(s)]. */
    private void subtract(double[] gamma, double[] l, double[] beta, double variance, int t) {
        int from = factors.start[t];
        int k = factors.start[t + 1] - from;
        int q = factors.q;
        double[] columns = new double[q * (p + 1)];
        double[] v = new double[p + 1];
        for (int i = from; i < from + k; i++) {
            for (int c = 0; c < p; c++) {
                double sum = w[i * factors.width + c];
                for (int j = 0; j < c; j++) {
                    sum -= l[c * p + j] * v[j];
                }
                v[c] = sum / l[c * p + c];
            }
            v[p] = residual(i, beta) / Math.sqrt(variance);
            for (int a = 0; a < q; a++) {
                double factor = u[i * q + a];
                for (int c = 0; c <= p && factor != 0; c++) {
                    columns[a * (p + 1) + c] += factor * v[c];
                }
            }
        }
        for (int a = 0; a < q; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int c = 0; c <= p; c++) {
                    sum += columns[a * (p + 1) + c] * columns[b * (p + 1) + c];
                }
                gamma[a * q + b] -= sum;
            }
        }
    }

    private double residual(int row, double[] beta) {
        double e = w[row * factors.width + p];
        for (int c = 0; c < p; c++) {
            e -= w[row * factors.width + c] * beta[c];
        }
        return e;
    }

    /** What each task has of its own, the mean of it given the data: Lambda Lambda' Z_t'V_t^-1 (y_t - F_t beta); q x T. */
    Matrix ownEffects(Point point) {
        at(point.lambda);
        int q = factors.q;
        Matrix own = Matrix.zeros(q, factors.tasks);
        Concurrent.blocks(factors.tasks, factors.blockSize, (from, to) -> {
            for (int t = from; t < to; t++) {
                double[] g = new double[q];
                for (int i = factors.start[t]; i < factors.start[t + 1]; i++) {
                    double e = residual(i, point.beta);
                    for (int a = 0; a < q; a++) {
                        g[a] += u[i * q + a] * e;
                    }
                }
                setOwn(own, point.lambda, g, t);
            }
        });
        return own;
    }

    private static void setOwn(Matrix own, Matrix lambda, double[] g, int t) {
        for (int j = 0; j < lambda.cols(); j++) {
            double sum = 0;
            for (int a = 0; a < g.length; a++) {
                sum += lambda.get(a, j) * g[a];
            }
            for (int a = 0; a < g.length; a++) {
                own.add(a, t, lambda.get(a, j) * sum);
            }
        }
    }

    /** Z_t'V_t^-1 Z_t of the last evaluation. */
    double[] information(int task) {
        double[] h = new double[factors.q * factors.q];
        TaskFactors.addGram(h, u, factors.q, factors.start[task], factors.start[task + 1]);
        for (int i = 0; i < factors.q; i++) {
            for (int j = 0; j < i; j++) {
                h[j * factors.q + i] = h[i * factors.q + j];
            }
        }
        return h;
    }
}
