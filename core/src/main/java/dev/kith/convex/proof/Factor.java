package dev.kith.convex.proof;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.Twofold;

/**
 * A matrix of doubles, T x any number, that stands for one of real numbers: no further from it than {@code error} (root of
 * the sum of squares).
 */
public record Factor(Matrix values, double error) {
    /** Row t divided by {@code units[t]} &gt;= 1. */
    Factor dividedByRows(double[] units) {
        Matrix divided = Expansion.dividedRows(values, units);
        return new Factor(divided, error + divided.frobeniusNorm() * 0x1p-52);
    }

    /**
     * F with F F' = S for a positive semidefinite S of twice the precision, by Cholesky with pivoting. What is left when
     * pivots reach rounding is bounded by its trace.
     *
     * @param error no entry of S is off by more
     */
    public static Factor of(Twofold[][] s, double error) {
        int n = s.length;
        Matrix factor = Matrix.zeros(n, n);
        boolean[] used = new boolean[n];
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += Math.abs(s[i][i].hi());
        }
        double floor = 8.0 * n * n * (trace * 0x1p-98 + error);
        for (int k = 0; k < n; k++) {
            int pivot = -1;
            for (int i = 0; i < n; i++) {
                pivot = !used[i] && (pivot < 0 || s[i][i].hi() > s[pivot][pivot].hi()) ? i : pivot;
            }
            if (!(s[pivot][pivot].hi() > floor)) {
                break;
            }
            used[pivot] = true;
            Twofold root = s[pivot][pivot].root();
            Twofold[] column = new Twofold[n];
            for (int i = 0; i < n; i++) {
                column[i] = used[i] && i != pivot ? Twofold.ZERO : s[i][pivot].dividedBy(root);
                factor.set(i, k, column[i].hi());
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n && !used[i]; j++) {
                    s[i][j] = used[j] ? s[i][j] : s[i][j].minus(column[i].times(column[j]));
                }
            }
        }
        double left = n * floor;
        for (int i = 0; i < n; i++) {
            left += used[i] ? 0 : Math.abs(s[i][i].hi());
        }
        double rounding = factor.frobeniusNorm() * 0x1p-52;
        double off = n * (error + 8.0 * n * n * trace * 0x1p-98);
        return new Factor(factor, Math.min(Math.sqrt(left), ofDefinite(factor, off)) + rounding);
    }

    /**
     * F with F F' = S for Q'SQ that is nearly diagonal: F = Q L^(1/2) for the diagonal entries L that can be told from 0. With D what
     * Q'SQ may differ from L by, F is off by L^(1/2) ((I + X)^(1/2) - I), X = L^(-1/2) D L^(-1/2): no more than D L^(-1/2) where X is no
     * longer than a half. The other directions are left out, which is an error of their length.
     *
     * @param q orthonormal, to rounding
     * @param s Q'SQ
     * @param off no entry of Q'SQ is off by more
     */
    static Factor turned(Matrix q, Matrix s, Matrix off) {
        int n = s.rows();
        double left = 0;
        double moved = 0;
        Matrix factor = Matrix.zeros(n, n);
        for (int k = 0; k < n; k++) {
            double entry = s.get(k, k);
            double apart = 0;
            for (int l = 0; l < n; l++) {
                double d = (k == l ? 0 : Math.abs(s.get(l, k))) + off.get(l, k);
                apart += d * d;
            }
            // Then X is no longer than a half: twice the sum of apart / entry^2 over all k bounds its square.
            if (8 * n * apart <= entry * entry && entry > 0) {
                moved += apart / entry;
                for (int i = 0; i < n; i++) {
                    factor.set(i, k, q.get(i, k) * Math.sqrt(entry));
                }
            } else {
                left += Math.max(0, entry) + off.get(k, k);
            }
        }
        double length = factor.frobeniusNorm();
        double error = (Math.sqrt(left) + Math.sqrt(moved)) * (1 + Bounds.ROUNDING);
        return new Factor(factor, error + 2 * bent(q) * (length + error) + length * 0x1p-50);
    }

    /** No less than the length of Q'Q - I. */
    private static double bent(Matrix q) {
        Matrix products = LinearAlgebra.best().multiplyTransposeA(q, q);
        double rounding = (q.rows() + 4) * 0x1p-52 * q.rows();
        return products.plus(-1, Matrix.identity(q.cols())).frobeniusNorm() + rounding;
    }

    /**
     * Where the smallest singular value s of F is known, F F' + D has a factor within ||D|| / s of F: F (I + X)^(1/2) with X =
     * F^-1 D F^-T, and (I + X)^(1/2) - I no longer than X. Infinite where that says nothing.
     *
     * @param off bounds the root of the sum of squares of D
     */
    private static double ofDefinite(Matrix factor, double off) {
        int n = factor.rows();
        if (n == 0) {
            return 0;
        }
        SymmetricEigen eigen = LinearAlgebra.best().eigen(LinearAlgebra.best().multiplyTransposeB(factor, factor));
        double square = eigen.value(0) - n * Bounds.ROUNDING * eigen.value(n - 1);
        return square > 2 * off ? off / Math.sqrt(square) : Double.POSITIVE_INFINITY;
    }
}
