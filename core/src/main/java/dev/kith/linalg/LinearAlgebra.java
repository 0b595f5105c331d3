package dev.kith.linalg;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Products and factorisations of dense matrices: a checked front to {@link Routines}. Pure Java routines are always
 * there; native ones take over from the size where they pay, when their module is on the class path. Both give the same
 * answers to rounding.
 *
 * <p>Factorisations refuse non-finite input with a {@link NumericalException}; products carry it through. No method
 * changes its arguments except where its name says {@code Into}. Safe for use by several threads at once.
 */
public final class LinearAlgebra {
    /** Only of the thread that asked: a setting of the process would let fits that run at the same time change each other's. */
    private static final ThreadLocal<@Nullable Integer> THREADS = new ThreadLocal<>();

    private final Routines routines;

    /** Linear algebra by the given routines; most callers want {@link #best()}. */
    public LinearAlgebra(Routines routines) {
        this.routines = routines;
    }

    /** The one in use: native routines for large sizes where present and loadable, otherwise pure Java. */
    public static LinearAlgebra best() {
        return Backends.best();
    }

    /** Pure Java at every size. */
    public static LinearAlgebra pureJava() {
        return Backends.pureJava();
    }

    /** Short name, with version where it is not ours, for provenance: {@code "java"}. Cheap: never loads native code. */
    public String name() {
        return routines.name();
    }

    /** a b. */
    public Matrix multiply(Matrix a, Matrix b) {
        return product(a, false, b, false);
    }

    /** a' b. */
    public Matrix multiplyTransposeA(Matrix a, Matrix b) {
        return product(a, true, b, false);
    }

    /** a b'. */
    public Matrix multiplyTransposeB(Matrix a, Matrix b) {
        return product(a, false, b, true);
    }

    private Matrix product(Matrix a, boolean transposeA, Matrix b, boolean transposeB) {
        Matrix c = Matrix.zeros(transposeA ? a.cols() : a.rows(), transposeB ? b.rows() : b.cols());
        multiplyInto(c, 1, a, transposeA, b, transposeB, 0);
        return c;
    }

    /**
     * c = alpha op(a) op(b) + beta c, where op transposes when its flag is set. With beta = 0 the old content of c is
     * ignored, NaN included. {@code c} must not be a or b.
     */
    public void multiplyInto(
            Matrix c, double alpha, Matrix a, boolean transposeA, Matrix b, boolean transposeB, double beta) {
        int inner = transposeA ? a.rows() : a.cols();
        if ((transposeA ? a.cols() : a.rows()) != c.rows()
                || (transposeB ? b.cols() : b.rows()) != inner
                || (transposeB ? b.rows() : b.cols()) != c.cols()) {
            throw new IllegalArgumentException("shapes must fit a product, got " + shape(c) + " = " + shape(a)
                    + (transposeA ? "' * " : " * ") + shape(b) + (transposeB ? "'" : ""));
        }
        c.requireOpen();
        if (c.data() == a.data || c.data() == b.data) {
            throw new IllegalArgumentException("the product must not be written into one of its factors");
        }
        if (inner == 0) {
            scale(c.data(), beta);
        } else if (c.data().length > 0) {
            routines.multiply(threads(), c, alpha, a.open(), transposeA, b.open(), transposeB, beta);
        }
    }

    /** c += alpha a a' for a symmetric c, of which only the lower triangle is read; half the work of a product. */
    public void addSquareInto(Matrix c, double alpha, Matrix a) {
        if (c.rows() != a.rows() || c.cols() != a.rows()) {
            throw new IllegalArgumentException(
                    "shapes must fit a square, got " + shape(c) + " = " + shape(a) + " * " + shape(a) + "'");
        }
        c.requireOpen();
        if (c.data() == a.data) {
            throw new IllegalArgumentException("the square must not be written into its factor");
        }
        if (a.data.length > 0) {
            routines.addSquare(threads(), c.rows(), c.data(), alpha, a.cols(), a.data);
        }
        RowSums.mirror(c.rows(), c.data());
    }

    /** data *= beta, with beta = 0 erasing even NaN. */
    static void scale(double[] data, double beta) {
        for (int k = 0; k < data.length && beta != 1; k++) {
            data[k] = beta == 0 ? 0 : data[k] * beta;
        }
    }

    /**
     * Eigenvalues (ascending) and orthonormal eigenvectors of a symmetric matrix; only its lower triangle is read.
     *
     * @throws NumericalException if an entry is not finite, or the iteration does not converge
     */
    public SymmetricEigen eigen(Matrix symmetric) {
        Matrix rows = lowerTriangle(symmetric, "matrix to decompose");
        int n = rows.rows();
        Matrix values = Matrix.zeros(1, n);
        if (n > 0 && !routines.eigen(threads(), n, rows.data(), values.data())) {
            throw new NumericalException("eigendecomposition of a " + shape(symmetric) + " matrix did not converge");
        }
        return new SymmetricEigen(values, rows.transpose());
    }

    /**
     * The eigenvalues alone, ascending; only the lower triangle is read.
     *
     * @throws NumericalException if an entry is not finite, or the iteration does not converge
     */
    public double[] eigenvalues(Matrix symmetric) {
        Matrix rows = lowerTriangle(symmetric, "matrix to decompose");
        double[] values = new double[rows.rows()];
        if (values.length > 0 && !routines.eigenvalues(threads(), values.length, rows.data(), values)) {
            throw new NumericalException("eigendecomposition of a " + shape(symmetric) + " matrix did not converge");
        }
        return values;
    }

    /**
     * Cholesky factor of a symmetric positive definite matrix; only its lower triangle is read.
     *
     * @throws NumericalException if an entry is not finite, or the matrix is not positive definite to working
     *     precision: some pivot lost all its digits
     */
    public Cholesky cholesky(Matrix positiveDefinite) {
        Matrix factor = lowerTriangle(positiveDefinite, "matrix to factor");
        int n = factor.rows();
        double[] l = factor.data();
        int bad = n == 0 ? -1 : routines.cholesky(threads(), n, l);
        for (int i = 0; i < n && bad < 0; i++) {
            double pivot = l[i * n + i] * l[i * n + i];
            bad = pivot > Math.ulp(1.0) * positiveDefinite.get(i, i) ? -1 : i;
        }
        if (bad >= 0) {
            throw new NumericalException("matrix to factor must be positive definite, but its first " + (bad + 1)
                    + " rows and columns (of " + n + ") are not; adding to the diagonal helps");
        }
        return new Cholesky(factor, routines);
    }

    /**
     * Cholesky factor with the largest pivot first of a symmetric positive semidefinite matrix; only its lower triangle is
     * read. Row k of the triangle that {@code a} becomes is row {@code order[k]} of the factor; entries above the diagonal
     * and in columns from the rank on are undefined.
     *
     * @param floor pivots must be above it; a finite number &gt;= 0
     * @param most the largest rank wanted
     * @return the rank
     * @throws NumericalException if an entry is not finite
     */
    public int pivotedCholeskyInto(Matrix a, int[] order, double floor, int most) {
        a.requireOpen();
        int n = a.rows();
        if (a.cols() != n || order.length != n || !(floor >= 0 && floor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "matrix to factor must be square with an order as long and a finite floor >= 0, got " + shape(a)
                            + ", " + order.length + " and " + floor);
        }
        a.requireFinite("matrix to factor");
        return n == 0 ? 0 : routines.pivotedCholesky(threads(), n, a.data(), order, floor, most);
    }

    /**
     * Thin singular value decomposition a = u diag(s) v', with min(rows, cols) singular values, descending.
     *
     * @throws NumericalException if an entry is not finite, or the iteration does not converge
     */
    public ThinSvd svd(Matrix a) {
        a.requireFinite("matrix to decompose");
        int k = Math.min(a.rows(), a.cols());
        Matrix u = Matrix.zeros(a.rows(), k);
        Matrix s = Matrix.zeros(1, k);
        Matrix v = Matrix.zeros(a.cols(), k);
        if (k > 0 && !routines.svd(threads(), a.copy(), u, s.data(), v)) {
            throw new NumericalException("singular value decomposition of a " + shape(a) + " matrix did not converge");
        }
        return new ThinSvd(u, s, v);
    }

    /**
     * Does {@code work} with at most this many threads inside each native call that this thread makes meanwhile; pure Java
     * uses one. Calls may be nested. Threads that the work starts are not meant and have one each.
     */
    public static <T> T withThreads(int count, Supplier<T> work) {
        if (!(count >= 1)) {
            throw new IllegalArgumentException("threads must be >= 1, got " + count);
        }
        @Nullable Integer before = THREADS.get();
        THREADS.set(count);
        try {
            return work.get();
        } finally {
            if (before == null) {
                THREADS.remove();
            } else {
                THREADS.set(before);
            }
        }
    }

    /** How many threads a call made here and now may use: what {@link #withThreads} says, 1 outside of it. */
    public static int threads() {
        @Nullable Integer count = THREADS.get();
        return count == null ? 1 : count;
    }

    /** A copy of the lower triangle with zeros above, checked. */
    private static Matrix lowerTriangle(Matrix a, String name) {
        int n = a.rows();
        if (a.cols() != n) {
            throw new IllegalArgumentException(name + " must be square, got " + shape(a));
        }
        Matrix lower = Matrix.zeros(n, n);
        double[] from = a.data;
        for (int i = 0; i < n; i++) {
            int start = i * n;
            for (int j = 0; j <= i; j++) {
                if (!Double.isFinite(from[start + j])) {
                    throw Matrix.notFinite(name, from[start + j], i, j);
                }
            }
            System.arraycopy(from, start, lower.data(), start, i + 1);
        }
        return lower;
    }

    private static String shape(Matrix m) {
        return m.rows() + " x " + m.cols();
    }
}
