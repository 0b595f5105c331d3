package dev.kith.mixed;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;

/** Matrices Lambda with D = Lambda Lambda', q x r, and the free entries by which a search moves them. */
final class Factor {
    private Factor() {}

    /** The free entries, row by row: the diagonal, or all that do not lie above it. */
    static int[][] entries(Covariance.Kind kind, Matrix lambda) {
        java.util.List<int[]> entries = new java.util.ArrayList<>();
        for (int i = 0; i < lambda.rows(); i++) {
            for (int j = 0; j < lambda.cols(); j++) {
                boolean free = kind == Covariance.Kind.DIAGONAL ? lambda.get(i, j) != 0 : j <= i;
                if (free) {
                    entries.add(new int[] {i, j});
                }
            }
        }
        return entries.toArray(int[][]::new);
    }

    static Matrix product(Matrix lambda) {
        return LinearAlgebra.best().multiplyTransposeB(lambda, lambda);
    }

    /** The factor of diag(d), without the columns of zeros. */
    static Matrix diagonal(double[] d) {
        int rank = (int) java.util.Arrays.stream(d).filter(v -> v > 0).count();
        Matrix lambda = Matrix.zeros(d.length, rank);
        int column = 0;
        for (int i = 0; i < d.length; i++) {
            if (d[i] > 0) {
                lambda.set(i, column++, Math.sqrt(d[i]));
            }
        }
        return lambda;
    }

    /** The factor of the best approximation of this rank to a semidefinite matrix, zeros above the diagonal. */
    static Matrix of(Matrix d, int rank) {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(d);
        int q = d.rows();
        int columns = Math.min(rank, q);
        Matrix lambda = Matrix.zeros(q, columns);
        for (int j = 0; j < columns; j++) {
            double root = Math.sqrt(Math.max(0, eigen.value(q - 1 - j)));
            for (int i = 0; i < q; i++) {
                lambda.set(i, j, root * eigen.vectors().get(i, q - 1 - j));
            }
        }
        return triangular(lambda);
    }

    /** The same product with zeros above the diagonal, by rotations of columns. */
    static Matrix triangular(Matrix lambda) {
        Matrix turned = lambda.copy();
        for (int i = 0; i < Math.min(turned.rows(), turned.cols()); i++) {
            for (int j = i + 1; j < turned.cols(); j++) {
                rotate(turned, i, j);
            }
        }
        return turned;
    }

    /** Rotates columns i and j so that entry (i, j) is 0 and entry (i, i) is not negative. */
    private static void rotate(Matrix m, int i, int j) {
        double length = Math.hypot(m.get(i, i), m.get(i, j));
        if (length == 0) {
            return;
        }
        double cos = m.get(i, i) / length;
        double sin = m.get(i, j) / length;
        for (int k = 0; k < m.rows(); k++) {
            double a = m.get(k, i);
            double b = m.get(k, j);
            m.set(k, i, cos * a + sin * b);
            m.set(k, j, cos * b - sin * a);
        }
        m.set(i, j, 0);
    }

    /** Without its weakest direction, where strength is measured by {@code unit}: z'D z summed over rows. */
    static Matrix withoutWeakest(Matrix lambda, Matrix unit) {
        SymmetricEigen eigen = strengths(lambda, unit);
        Matrix kept = Matrix.zeros(lambda.cols(), lambda.cols() - 1);
        for (int i = 0; i < kept.rows(); i++) {
            for (int j = 0; j < kept.cols(); j++) {
                kept.set(i, j, eigen.vectors().get(i, j + 1));
            }
        }
        return triangular(LinearAlgebra.best().multiply(lambda, kept));
    }

    /** The strength of the weakest direction. */
    static double weakest(Matrix lambda, Matrix unit) {
        return strengths(lambda, unit).value(0);
    }

    private static SymmetricEigen strengths(Matrix lambda, Matrix unit) {
        LinearAlgebra algebra = LinearAlgebra.best();
        return algebra.eigen(algebra.multiplyTransposeA(lambda, algebra.multiply(unit, lambda)));
    }
}
