package dev.kith.linalg;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Thin singular value decomposition a = u diag(s) v' by one-sided Jacobi rotations after two triangular factorisations
 * with column exchanges [1]: a p = q r, r' p2 = q2 r2, and rotations j that make the columns of x = r2' orthogonal,
 * x j = w diag(s). Then u = q p2 w and v = p q2 j.
 *
 * <p>Small singular values keep their digits where the matrix allows it: if a = b d with d diagonal, their relative error
 * is of the order of eps times the condition of b, at most a thousandfold, whatever d is. Methods that go through a
 * bidiagonal matrix err by eps times the largest singular value instead.
 *
 * <p>Why two factorisations: the columns of r2' are nearly orthogonal and in order of length, so few sweeps are needed; the
 * rank is found on the way; and the reflections complete u and v where singular values are zero. Columns of similar
 * length start from the eigenvectors of their Gram matrix, at the speed of products: for them that is safe, and sweeps
 * then take less than half of the time.
 *
 * <p>[1] Drmac and Veselic, New fast and accurate Jacobi SVD algorithm, SIAM J. Matrix Anal. Appl. 29 (2008).
 */
final class JacobiSvd {
    private static final double EPS = Math.ulp(1.0);
    private static final int SWEEPS = 60;

    /** Columns no longer than this count as zero beside a largest entry of 1, far from where squares underflow. */
    private static final double NOTHING = 1e-120;

    /** The second factorisation has the rank of the first; its diagonal may be smaller, hardly by this much. */
    private static final double STILL_SOMETHING = 1e-145;

    /** Columns rotated among each other while they are in the cache. */
    private static final int BLOCK = 16;

    /** Columns down to this share of a longer one start from the eigenvectors of their Gram matrix. */
    private static final double SIMILAR = 1e-3;

    /** Beyond this the tangent of an angle is half the inverse of the cotangent of its double, and squares overflow. */
    private static final double STEEP = 1e8;

    /** Below this share of its old value, a squared length found by subtraction is computed again. */
    private static final double CANCELLED = 0.01;

    private final Routines routines;
    private final Reflections first;
    private final Reflections second;
    private final int m;
    private final int n;
    private final int exponent;
    private final double[][] x;
    private final double[][] j;
    private final double[] squares;
    private final double tolerance;

    /** Prepares the decomposition of a matrix with at least as many rows as columns, and at least one. */
    JacobiSvd(Matrix a, Routines routines) {
        this.routines = routines;
        m = a.rows();
        n = a.cols();
        exponent = Math.getExponent(a.maxAbs());
        first = new Reflections(scaled(a), n, NOTHING);
        second = new Reflections(transposedRows(first, n), first.rank(), STILL_SOMETHING);
        int rank = second.rank();
        x = new double[rank][];
        Arrays.setAll(x, i -> second.row(i));
        j = new double[rank][rank];
        for (int i = 0; i < rank; i++) {
            j[i][i] = 1;
        }
        squares = new double[rank];
        tolerance = Math.sqrt(n) * EPS;
    }

    private double[][] scaled(Matrix a) {
        double[][] rows = RowSums.split(a.data(), m, n, 0, n);
        for (double[] row : rows) {
            for (int c = 0; c < n; c++) {
                row[c] = Math.scalb(row[c], -exponent);
            }
        }
        return rows;
    }

    private static double[][] transposedRows(Reflections r, int cols) {
        double[][] rows = new double[cols][r.rank()];
        for (int i = 0; i < r.rank(); i++) {
            for (int c = i; c < cols; c++) {
                rows[c][i] = r.row(i)[c];
            }
        }
        return rows;
    }

    /** Rotates until all columns are orthogonal; false if they refuse. */
    boolean run() {
        rotateGroups();
        for (int sweep = 0; sweep < SWEEPS && first.rank() == second.rank(); sweep++) {
            Arrays.setAll(squares, i -> dot(x[i], x[i]));
            if (!sweep()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Makes columns of similar length nearly orthogonal to each other at the speed of products. This costs no more than a
     * few digits of the shortest of them; in a Gram matrix of all columns the short ones would be lost.
     */
    private void rotateGroups() {
        int from = 0;
        while (from < x.length) {
            int to = from + 1;
            while (to < x.length && diagonal(to) >= SIMILAR * diagonal(from)) {
                to++;
            }
            if (to - from >= RowSums.SHORT) {
                rotateGroup(from, to - from);
            }
            from = to;
        }
    }

    private double diagonal(int i) {
        return Math.abs(second.row(i)[i]);
    }

    private void rotateGroup(int from, int count) {
        int length = x[from].length;
        double scale = 1 / diagonal(from);
        double[] columns = new double[count * length];
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < length; k++) {
                columns[i * length + k] = x[from + i][k] * scale;
            }
        }
        double[] vectors = new double[count * count];
        new JavaProduct(count, count, length, vectors, columns, false, columns, true).addInto(1);
        if (!routines.eigen(1, count, vectors, new double[count])) {
            return;
        }
        double[] rotated = new double[count * length];
        new JavaProduct(count, length, count, rotated, vectors, false, columns, false).addInto(1 / scale);
        for (int i = 0; i < count; i++) {
            int row = count - 1 - i;
            System.arraycopy(rotated, row * length, x[from + i], 0, length);
            System.arraycopy(vectors, row * count, j[from + i], from, count);
        }
    }

    private boolean sweep() {
        boolean rotated = false;
        for (int top = 0; top < x.length; top += BLOCK) {
            for (int left = top; left < x.length; left += BLOCK) {
                for (int p = top; p < Math.min(top + BLOCK, x.length); p++) {
                    for (int q = Math.max(left, p + 1); q < Math.min(left + BLOCK, x.length); q++) {
                        rotated |= orthogonalize(p, q);
                    }
                }
            }
        }
        return rotated;
    }

    /** Rotates columns p and q if they are not orthogonal, the longer one first; whether it did. */
    private boolean orthogonalize(int p, int q) {
        double g = dot(x[p], x[q]);
        if (!(Math.abs(g) > tolerance * Math.sqrt(squares[p]) * Math.sqrt(squares[q]))) {
            return false;
        }
        if (squares[p] < squares[q]) {
            swap(x, p, q);
            swap(j, p, q);
            double kept = squares[p];
            squares[p] = squares[q];
            squares[q] = kept;
        }
        double cotangent = (squares[p] - squares[q]) / (2 * g);
        double size = Math.abs(cotangent);
        double tangent = size > STEEP ? 0.5 / size : 1 / (size + Math.sqrt(1 + size * size));
        double t = g > 0 ? tangent : -tangent;
        double c = 1 / Math.sqrt(1 + t * t);
        rotate(x[p], x[q], c * t, c * t / (1 + c));
        rotate(j[p], j[q], c * t, c * t / (1 + c));
        double lower = squares[q] - t * g;
        squares[p] += t * g;
        squares[q] = lower > CANCELLED * squares[q] ? lower : dot(x[q], x[q]);
        return true;
    }

    /** x = c x + s y and y = c y - s x with c = 1 - s h, which keeps lengths better than a rounded c. */
    private static void rotate(double[] x, double[] y, double s, double h) {
        for (int i = 0; i < x.length; i++) {
            double xi = x[i];
            double yi = y[i];
            x[i] = xi + s * (yi - h * xi);
            y[i] = yi - s * (xi + h * yi);
        }
    }

    private static void swap(double[][] columns, int p, int q) {
        double[] kept = columns[p];
        columns[p] = columns[q];
        columns[q] = kept;
    }

    private static double dot(double[] x, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= x.length; i += 4) {
            s0 += x[i] * y[i];
            s1 += x[i + 1] * y[i + 1];
            s2 += x[i + 2] * y[i + 2];
            s3 += x[i + 3] * y[i + 3];
        }
        for (; i < x.length; i++) {
            s0 += x[i] * y[i];
        }
        return s0 + s1 + (s2 + s3);
    }

    /** Writes the decomposition, largest singular value first. */
    void copyInto(Matrix u, double[] s, Matrix v) {
        int rank = x.length;
        double[] lengths = new double[rank];
        Arrays.setAll(lengths, i -> Math.sqrt(dot(x[i], x[i])));
        int[] order = IntStream.range(0, rank)
                .boxed()
                .sorted((p, q) -> Double.compare(lengths[q], lengths[p]))
                .mapToInt(Integer::intValue)
                .toArray();
        Arrays.fill(s, 0);
        double[][] left = completed(m, rank);
        double[][] right = completed(n, rank);
        for (int k = 0; k < rank; k++) {
            int from = order[k];
            s[k] = Math.scalb(lengths[from], exponent);
            for (int i = 0; i < rank; i++) {
                left[second.column(i)][k] = x[from][i] / lengths[from];
                right[i][k] = j[from][i];
            }
        }
        first.applyTo(left);
        second.applyTo(right);
        for (int i = 0; i < m; i++) {
            System.arraycopy(left[i], 0, u.data(), i * n, n);
        }
        for (int i = 0; i < n; i++) {
            System.arraycopy(right[i], 0, v.data(), first.column(i) * n, n);
        }
    }

    /** Rows of a size x n matrix: zeros in the first columns, unit vectors in those that belong to no singular value. */
    private double[][] completed(int size, int rank) {
        double[][] rows = new double[size][n];
        for (int k = rank; k < n; k++) {
            rows[k][k] = 1;
        }
        return rows;
    }
}
