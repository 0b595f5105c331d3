package dev.kith.mixed;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/**
 * The covariance D = Lambda Lambda' of what varies by the levels of one grouping, as a search moves it. Gamma is the gradient with respect to D.
 *
 * @param squares the sum of Z_l'Z_l over levels: q x q
 * @param levels that have rows
 */
record VariancePart(Covariance covariance, Matrix squares, int levels) {
    private static final double START = 0.5;
    /** Directions of which the rows of a level see less than this are tried without. */
    private static final double WEAK = 1e-2;

    /** A direction in which D would grow, of information 1, and the slope there. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Direction(double[] v, double slope) {}

    int q() {
        return squares.rows();
    }

    /** Whether one level cannot tell, so that there is nothing. */
    boolean empty() {
        return levels < 2 || q() == 0;
    }

    /** D of an even start. */
    Matrix even() {
        return Matrix.identity(q()).scale(START);
    }

    /** Lambda of the nearest D of this rank that is allowed. */
    Matrix factorOf(Matrix d, int rank) {
        return covariance.kind() == Covariance.Kind.DIAGONAL ? Factor.diagonal(d.diagonal()) : Factor.of(d, rank);
    }

    Matrix factorOf(Matrix d) {
        return factorOf(d, covariance.rank());
    }

    int[][] entries(Matrix lambda) {
        return Factor.entries(covariance.kind(), lambda);
    }

    /** About the inverse of the curvature in the direction of an entry in this row. */
    double scale(Matrix lambda, int row) {
        double sum = 0;
        for (int j = 0; j < lambda.cols(); j++) {
            sum += lambda.get(row, j) * lambda.get(row, j);
        }
        return Math.max(sum, Double.MIN_NORMAL) / (4.0 * levels);
    }

    /** Without the weakest direction, where that is weak. */
    @Nullable
    Matrix smaller(Matrix lambda) {
        if (lambda.cols() == 0) {
            return null;
        }
        if (covariance.kind() != Covariance.Kind.DIAGONAL) {
            return Factor.weakest(lambda, squares) / levels < WEAK ? Factor.withoutWeakest(lambda, squares) : null;
        }
        double[] d = Factor.product(lambda).diagonal();
        int weakest = -1;
        for (int i = 0; i < d.length; i++) {
            if (d[i] > 0 && d[i] * squares.get(i, i) / levels < WEAK && (weakest < 0 || d[i] < d[weakest])) {
                weakest = i;
            }
        }
        if (weakest < 0) {
            return null;
        }
        d[weakest] = 0;
        return Factor.diagonal(d);
    }

    /**
     * Lambda'Gamma Lambda: how the criterion changes with the relative size of what there is.
     *
     * @param slope Gamma Lambda
     */
    double tension(Matrix lambda, Matrix slope) {
        Matrix inner = LinearAlgebra.best().multiplyTransposeA(lambda, slope);
        if (covariance.kind() != Covariance.Kind.DIAGONAL) {
            return inner.maxAbs() / levels;
        }
        double largest = 0;
        for (double value : inner.diagonal()) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest / levels;
    }

    /** Whether D may grow in directions in which it is 0. */
    boolean grows(Matrix lambda) {
        return !empty()
                && (covariance.kind() != Covariance.Kind.LOW_RANK || lambda.cols() < Math.min(covariance.rank(), q()));
    }

    /** The direction in which D would best grow. */
    Direction steepest(Matrix gamma, Matrix information) {
        if (covariance.kind() == Covariance.Kind.DIAGONAL) {
            return steepestAxis(gamma, information);
        }
        Matrix l = LinearAlgebra.best().cholesky(information).factor();
        Matrix inner = leftSolved(l, leftSolved(l, gamma).transpose());
        SymmetricEigen eigen = LinearAlgebra.best().eigen(inner.symmetrized());
        double[] v = eigen.vectors().column(0);
        for (int i = q() - 1; i >= 0; i--) {
            for (int j = i + 1; j < q(); j++) {
                v[i] -= l.get(j, i) * v[j];
            }
            v[i] /= l.get(i, i);
        }
        return new Direction(v, eigen.value(0));
    }

    private Direction steepestAxis(Matrix gamma, Matrix information) {
        int at = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < q(); i++) {
            double slope = gamma.get(i, i) / information.get(i, i);
            if (slope < least) {
                least = slope;
                at = i;
            }
        }
        double[] v = new double[q()];
        v[at] = 1 / Math.sqrt(information.get(at, at));
        return new Direction(v, least);
    }

    /** l^-1 m for a lower triangle l. */
    private static Matrix leftSolved(Matrix l, Matrix m) {
        Matrix solved = m.copy();
        for (int i = 0; i < l.rows(); i++) {
            for (int c = 0; c < m.cols(); c++) {
                double sum = solved.get(i, c);
                for (int j = 0; j < i; j++) {
                    sum -= l.get(i, j) * solved.get(j, c);
                }
                solved.set(i, c, sum / l.get(i, i));
            }
        }
        return solved;
    }

    /** Lambda of D + size v v'. */
    Matrix grown(Matrix lambda, Direction direction, double size) {
        Matrix d = Factor.product(lambda);
        for (int i = 0; i < q(); i++) {
            for (int j = 0; j < q(); j++) {
                d.add(i, j, size * direction.v[i] * direction.v[j]);
            }
        }
        return factorOf(d, Math.min(lambda.cols() + 1, covariance.rank()));
    }
}
