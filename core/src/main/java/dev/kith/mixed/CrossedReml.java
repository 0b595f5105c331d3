package dev.kith.mixed;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.SparseCholesky;
import java.util.ArrayList;
import java.util.List;

/**
 * The criterion of {@link Reml} where rows belong to levels of several groupings: u_g,l ~ N(0, s D_g), D_g = Lambda_g Lambda_g', Lambda = diag of all Lambda_g by
 * level, one sparse factor for all levels:
 *
 * <pre>
 *   f = log det M + log det S + (N - p) (1 + log(2 pi s)),   M = I + Lambda'Z'Z Lambda,   V^-1 = I - Z Lambda M^-1 Lambda'Z',   S = F'V^-1 F
 *   s (N - p) = |y - F beta - Z Lambda v|^2 + |v|^2,   v = M^-1 Lambda'Z'(y - F beta),   beta = S^-1 F'V^-1 y
 *   df = sum_g tr(Gamma_g dD_g),   Gamma_g = sum over levels of Z_l'V^-1 Z_l - C_l S^-1 C_l' - g_l g_l'/s
 * </pre>
 *
 * Z'V^-1 Z Lambda = Z'Z Lambda M^-1, of which the levels' own blocks need M^-1 only where Z'Z has entries: no division by a Lambda that may be singular.
 */
final class CrossedReml {
    /** Labels are never known better than this, in their deviations, squared. */
    private static final double LEAST_VARIANCE = 1e-26;

    private final CrossedFactors factors;
    private final int p;

    /**
     * The criterion and all that comes with it.
     *
     * @param lambda q_g x r_g by grouping
     * @param value f
     * @param variance s
     * @param beta of the columns
     * @param slopes Gamma_g Lambda_g
     * @param seen the sum of Z_l'V^-1 Z_l Lambda_g over levels, the unit in which slopes are large or small
     * @param own u = Lambda v by variable
     * @param fixed the factor of S
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Point(
            List<Matrix> lambda,
            double value,
            double variance,
            double[] beta,
            List<Matrix> slopes,
            List<Matrix> seen,
            double[] own,
            Cholesky fixed) {}

    CrossedReml(CrossedFactors factors) {
        this.factors = factors;
        this.p = factors.columns.length;
    }

    CrossedFactors factors() {
        return factors;
    }

    Point at(List<Matrix> lambda) {
        LinearAlgebra algebra = LinearAlgebra.best();
        SparseCholesky m = new SparseCholesky(factors.layout, system(lambda));
        Matrix x = m.solve(transposedTimes(lambda, factors.zf));
        Matrix s = factors.ff.plus(-1, algebra.multiplyTransposeA(transposedTimes(lambda, factors.zf), x));
        Matrix sff = Matrix.zeros(p, p);
        double[] sfy = new double[p];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                sff.set(i, j, s.get(i, j));
            }
            sfy[i] = s.get(i, p);
        }
        Cholesky fixed = algebra.cholesky(sff.symmetrized());
        double[] beta = fixed.solve(sfy);
        Matrix v = residual(x, beta);
        double[] own = times(lambda, v).data();
        double squares = factors.squares(beta, own) + v.dot(v);
        double free = factors.design.weight - p;
        double variance = squares / free + LEAST_VARIANCE;
        double value = m.logDet() + fixed.logDet() + free * (1 + Math.log(2 * Math.PI * variance));
        List<Matrix> seen = seen(lambda, m.inverse());
        List<Matrix> slopes = slopes(lambda, times(lambda, x), fixed, beta, variance, seen);
        return new Point(lambda, value, variance, beta, slopes, seen, own, fixed);
    }

    /** The last column less the others times beta. */
    private Matrix residual(Matrix x, double[] beta) {
        Matrix e = Matrix.zeros(x.rows(), 1);
        for (int i = 0; i < x.rows(); i++) {
            double value = x.get(i, p);
            for (int c = 0; c < p; c++) {
                value -= beta[c] * x.get(i, c);
            }
            e.set(i, 0, value);
        }
        return e;
    }

    /** M, as its layout has it. Columns that Lambda does not have are those of I. */
    private double[] system(List<Matrix> lambda) {
        double[] values = new double[factors.layout.length()];
        for (int k = 0; k < factors.crossings.size(); k++) {
            Crossing crossing = factors.crossings.get(k);
            addTo(values, crossing, factors.slots.get(k), lambda.get(crossing.g()), lambda.get(crossing.h()));
        }
        for (int i = 0; i < factors.variables(); i++) {
            values[factors.layout.slot(i, i)] += 1;
        }
        return values;
    }

    /** Adds Lambda_g' block Lambda_h. */
    private static void addTo(double[] values, Crossing crossing, int[] slots, Matrix left, Matrix right) {
        int rows = left.rows();
        int cols = right.rows();
        double[] half = new double[rows * cols];
        for (int k = 0; k < slots.length; k += rows * cols) {
            java.util.Arrays.fill(half, 0);
            for (int a = 0; a < rows; a++) {
                for (int b = 0; b < cols; b++) {
                    for (int c = 0; c < right.cols(); c++) {
                        half[a * cols + c] += crossing.values()[k + a * cols + b] * right.get(b, c);
                    }
                }
            }
            for (int c = 0; c < left.cols(); c++) {
                // of a symmetric block one triangle: both have the same slots
                int last = crossing.g() == crossing.h() ? c + 1 : right.cols();
                for (int d = 0; d < last; d++) {
                    for (int a = 0; a < rows; a++) {
                        values[slots[k + c * cols + d]] += left.get(a, c) * half[a * cols + d];
                    }
                }
            }
        }
    }

    /** Lambda x, or with the transposed. */
    private Matrix times(List<Matrix> lambda, Matrix x) {
        Matrix product = Matrix.zeros(x.rows(), x.cols());
        for (int g = 0; g < lambda.size(); g++) {
            Matrix own = lambda.get(g);
            for (int l = 0; l < factors.groupings.counts()[g]; l++) {
                for (int a = 0; a < own.rows(); a++) {
                    for (int b = 0; b < own.cols(); b++) {
                        add(product, factors.at(g, l, a), own.get(a, b), x, factors.at(g, l, b));
                    }
                }
            }
        }
        return product;
    }

    private Matrix transposedTimes(List<Matrix> lambda, Matrix x) {
        Matrix product = Matrix.zeros(x.rows(), x.cols());
        for (int g = 0; g < lambda.size(); g++) {
            Matrix own = lambda.get(g);
            for (int l = 0; l < factors.groupings.counts()[g]; l++) {
                for (int a = 0; a < own.rows(); a++) {
                    for (int b = 0; b < own.cols(); b++) {
                        add(product, factors.at(g, l, b), own.get(a, b), x, factors.at(g, l, a));
                    }
                }
            }
        }
        return product;
    }

    private static void add(Matrix to, int row, double factor, Matrix from, int other) {
        int cols = to.cols();
        for (int c = 0; c < cols && factor != 0; c++) {
            to.data()[row * cols + c] += factor * from.data()[other * cols + c];
        }
    }

    /** The own blocks of Z'Z Lambda M^-1, added up by grouping. */
    private List<Matrix> seen(List<Matrix> lambda, double[] inverse) {
        List<Matrix> sums = new ArrayList<>();
        for (Matrix own : lambda) {
            sums.add(Matrix.zeros(own.rows(), own.cols()));
        }
        for (int k = 0; k < factors.crossings.size(); k++) {
            Crossing crossing = factors.crossings.get(k);
            int[] slots = factors.slots.get(k);
            int g = crossing.g();
            int h = crossing.h();
            int size = factors.q[g] * factors.q[h];
            for (int from = 0; from < slots.length; from += size) {
                addSeen(sums.get(g), crossing, from, lambda.get(h), slots, inverse, false);
                if (g != h) {
                    addSeen(sums.get(h), crossing, from, lambda.get(g), slots, inverse, true);
                }
            }
        }
        return sums;
    }

    /** Adds block times Lambda of the other grouping times M^-1 between the two, or the same for the transposed block. */
    private static void addSeen(
            Matrix sum, Crossing crossing, int from, Matrix other, int[] slots, double[] inverse, boolean turned) {
        int rows = sum.rows();
        int inner = other.rows();
        for (int a = 0; a < rows; a++) {
            for (int d = 0; d < other.cols(); d++) {
                double factor = 0;
                for (int b = 0; b < inner; b++) {
                    factor += crossing.values()[from + (turned ? b * rows + a : a * inner + b)] * other.get(b, d);
                }
                for (int c = 0; c < sum.cols(); c++) {
                    sum.add(a, c, factor * inverse[slots[from + (turned ? d * rows + c : c * inner + d)]]);
                }
            }
        }
    }

    /** Gamma Lambda. */
    private List<Matrix> slopes(
            List<Matrix> lambda, Matrix x, Cholesky fixed, double[] beta, double variance, List<Matrix> seen) {
        Matrix rest = rest(x);
        double[] l = fixed.factor().data();
        List<Matrix> slopes = new ArrayList<>();
        for (int g = 0; g < lambda.size(); g++) {
            int q = factors.q[g];
            Matrix taken = Matrix.zeros(q, q);
            double[] v = new double[q * (p + 1)];
            for (int level = 0; level < factors.groupings.counts()[g]; level++) {
                for (int a = 0; a < q; a++) {
                    whiten(v, a * (p + 1), rest, factors.at(g, level, a), l, beta, Math.sqrt(variance));
                }
                addProducts(taken, v, p + 1);
            }
            slopes.add(seen.get(g).plus(-1, LinearAlgebra.best().multiply(taken, lambda.get(g))));
        }
        return slopes;
    }

    /** Z'V^-1 (F, y) for x = Lambda M^-1 Lambda'Z'(F, y). */
    private Matrix rest(Matrix x) {
        Matrix rest = factors.zf.copy();
        for (Crossing crossing : factors.crossings) {
            int g = crossing.g();
            int h = crossing.h();
            int next = 0;
            for (int k = 0; k < crossing.pairs(); k++) {
                for (int a = 0; a < factors.q[g]; a++) {
                    for (int b = 0; b < factors.q[h]; b++) {
                        double value = crossing.values()[next++];
                        int i = factors.at(g, crossing.left()[k], a);
                        int j = factors.at(h, crossing.right()[k], b);
                        add(rest, i, -value, x, j);
                        if (g != h) {
                            add(rest, j, -value, x, i);
                        }
                    }
                }
            }
        }
        return rest;
    }

    /** Writes row i of C L^-T and of g / sqrt(s). */
    private void whiten(double[] v, int to, Matrix rest, int i, double[] l, double[] beta, double deviation) {
        double residual = rest.get(i, p);
        for (int c = 0; c < p; c++) {
            double sum = rest.get(i, c);
            residual -= beta[c] * sum;
            for (int j = 0; j < c; j++) {
                sum -= l[c * p + j] * v[to + j];
            }
            v[to + c] = sum / l[c * p + c];
        }
        v[to + p] = residual / deviation;
    }

    private static void addProducts(Matrix to, double[] v, int width) {
        for (int a = 0; a < to.rows(); a++) {
            for (int b = 0; b < to.cols(); b++) {
                double sum = 0;
                for (int c = 0; c < width; c++) {
                    sum += v[a * width + c] * v[b * width + c];
                }
                to.add(a, b, sum);
            }
        }
    }
}
