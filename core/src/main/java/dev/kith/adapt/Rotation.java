package dev.kith.adapt;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;

/**
 * Coordinates in which the new task's own kernel is diagonal: with row weights w, C = I - 1w'/sum(w) where there is an
 * intercept (else C = I) and D = diag(w),
 *
 * <pre>  D^1/2 C K C' D^1/2 = U diag(k) U',   turn = C' D^1/2 U,   turn'K turn = diag(k).  </pre>
 *
 * Labels and trained predictions become turn'y and turn'Z; own coefficients are beta = turn q.
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Rotation(Matrix turn, double[] k) {
    private static final double RANK_TOLERANCE = 1e-13;

    static Rotation of(NewRows rows, double[] w) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix left = centredRows(rows.side(), w, rows.intercept());
        SymmetricEigen eigen = rows.explicit()
                ? algebra.eigen(algebra.multiplyTransposeA(left, left))
                : algebra.eigen(
                        centredRows(left.transpose(), w, rows.intercept()).symmetrized());
        int size = eigen.size();
        double floor = size == 0 ? 0 : RANK_TOLERANCE * size * Math.max(0, eigen.value(size - 1));
        int rank = 0;
        while (rank < size && eigen.value(size - 1 - rank) > floor) {
            rank++;
        }
        double[] k = new double[rank];
        Matrix kept = Matrix.zeros(size, rank);
        for (int j = 0; j < rank; j++) {
            k[j] = eigen.value(size - 1 - j);
            for (int i = 0; i < size; i++) {
                double v = eigen.vectors().get(i, size - 1 - j);
                kept.set(i, j, rows.explicit() ? v / Math.sqrt(k[j]) : v);
            }
        }
        Matrix u = rows.explicit() ? algebra.multiply(left, kept) : kept;
        return new Rotation(back(u, w, rows.intercept()), k);
    }

    /** D^1/2 C m. */
    private static Matrix centredRows(Matrix m, double[] w, boolean centre) {
        Matrix out = m.copy();
        double total = total(w);
        for (int j = 0; j < m.cols(); j++) {
            double mean = 0;
            for (int i = 0; i < w.length && centre && total > 0; i++) {
                mean += w[i] * m.get(i, j) / total;
            }
            for (int i = 0; i < w.length; i++) {
                out.set(i, j, Math.sqrt(w[i]) * (m.get(i, j) - mean));
            }
        }
        return out;
    }

    /** C' D^1/2 u. */
    private static Matrix back(Matrix u, double[] w, boolean centre) {
        Matrix out = u.copy();
        double total = total(w);
        for (int j = 0; j < u.cols(); j++) {
            double sum = 0;
            for (int i = 0; i < w.length; i++) {
                out.set(i, j, Math.sqrt(w[i]) * u.get(i, j));
                sum += out.get(i, j);
            }
            for (int i = 0; i < w.length && centre && total > 0; i++) {
                out.add(i, j, -w[i] * sum / total);
            }
        }
        return out;
    }

    private static double total(double[] w) {
        double total = 0;
        for (double value : w) {
            total += value;
        }
        return total;
    }

    int size() {
        return k.length;
    }

    /** turn'm: every column of m in the new coordinates. */
    Matrix apply(Matrix m) {
        return LinearAlgebra.best().multiplyTransposeA(turn, m);
    }

    /** turn'x. */
    double[] apply(double[] x) {
        return apply(Matrix.wrap(x.length, 1, x)).data();
    }

    /** turn q. */
    double[] coefficients(double[] q) {
        return LinearAlgebra.best().multiply(turn, Matrix.wrap(q.length, 1, q)).data();
    }
}
