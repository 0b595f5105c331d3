package dev.kith.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasLeft;
import static org.bytedeco.openblas.global.openblas_full.CblasLower;
import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;
import static org.bytedeco.openblas.global.openblas_full.LAPACKE_dgesdd;
import static org.bytedeco.openblas.global.openblas_full.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas_full.LAPACKE_dpotri;
import static org.bytedeco.openblas.global.openblas_full.LAPACKE_dpstrf;
import static org.bytedeco.openblas.global.openblas_full.LAPACKE_dsyevd;
import static org.bytedeco.openblas.global.openblas_full.LAPACKE_set_nancheck;
import static org.bytedeco.openblas.global.openblas_full.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas_full.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas_full.cblas_dsyrk;
import static org.bytedeco.openblas.global.openblas_full.cblas_dtrsm;
import static org.bytedeco.openblas.global.openblas_full.openblas_set_num_threads;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.Routines;
import java.io.IOException;
import java.util.Optional;

/**
 * OpenBLAS and its LAPACK.
 *
 * <p>LAPACK works on columns; told that our rows are its columns, it sees every matrix transposed, which costs nothing:
 * a symmetric matrix is its own transpose, an upper triangle becomes the lower one, u and v of the singular value
 * decomposition change places. LAPACK's own row-major mode would copy and transpose instead.
 *
 * <p>The libraries are loaded from a directory only this user can write to, checked first: {@link LibraryCache}.
 *
 * <p>Every call has the number of native threads it asks for: {@link NativeThreads}. Native threads beside busy Java threads
 * wait for each other and can slow a call down a hundredfold, so whoever asks for several should be alone.
 */
public final class OpenBlas implements Routines {
    /** The version this module is built with; a test compares it with what the library itself says. */
    static final String VERSION = "0.3.31";

    /** One for all, as there is one library. */
    private static final NativeThreads THREADS = new NativeThreads(count -> openblas_set_num_threads(count));

    @Override
    public String name() {
        return "openblas " + VERSION;
    }

    @Override
    public Optional<String> obstacle() {
        try {
            LibraryCache.inUse().directory();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(LibraryCache.reason(e));
        }
    }

    @Override
    public void load() {
        LibraryCache.inUse().prepare();
        // The caller has checked every entry; LAPACKE would read the matrices once more.
        LAPACKE_set_nancheck(0);
    }

    @Override
    public void multiply(
            int threads,
            Matrix c,
            double alpha,
            Matrix a,
            boolean transposeA,
            Matrix b,
            boolean transposeB,
            double beta) {
        int depth = transposeA ? a.rows() : a.cols();
        THREADS.run(
                NativeThreads.worthwhile(threads, 2.0 * c.rows() * c.cols() * depth),
                () -> cblas_dgemm(
                        CblasRowMajor,
                        transposeA ? CblasTrans : CblasNoTrans,
                        transposeB ? CblasTrans : CblasNoTrans,
                        c.rows(),
                        c.cols(),
                        depth,
                        alpha,
                        a.data(),
                        a.cols(),
                        b.data(),
                        b.cols(),
                        beta,
                        c.data(),
                        c.cols()));
    }

    @Override
    public boolean eigen(int threads, int n, double[] a, double[] values) {
        return THREADS.call(
                NativeThreads.worthwhile(threads, 9.0 * n * n * n),
                () -> LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) 'V', (byte) 'U', n, a, n, values) == 0);
    }

    @Override
    public boolean eigenvalues(int threads, int n, double[] a, double[] values) {
        return THREADS.call(
                NativeThreads.worthwhile(threads, 4.0 * n * n * n / 3),
                () -> LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) 'N', (byte) 'U', n, a, n, values) == 0);
    }

    @Override
    public int cholesky(int threads, int n, double[] a) {
        return THREADS.call(
                NativeThreads.worthwhile(threads, (double) n * n * n / 3),
                () -> LAPACKE_dpotrf(LAPACK_COL_MAJOR, (byte) 'U', n, a, n) - 1);
    }

    /** LAPACK has no limit on the rank; what is beyond it is cut off. */
    @Override
    public int pivotedCholesky(int threads, int n, double[] a, int[] order, double floor, int most) {
        int[] rank = new int[1];
        THREADS.run(threads, () -> LAPACKE_dpstrf(LAPACK_COL_MAJOR, (byte) 'U', n, a, n, order, rank, floor));
        for (int k = 0; k < n; k++) {
            order[k]--;
        }
        return Math.min(rank[0], most);
    }

    @Override
    public void solveCholesky(int threads, int n, double[] l, int cols, double[] b) {
        THREADS.run(NativeThreads.worthwhile(threads, 2.0 * n * n * cols), () -> {
            for (int transpose : new int[] {CblasNoTrans, CblasTrans}) {
                cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, transpose, CblasNonUnit, n, cols, 1, l, n, b, cols);
            }
        });
    }

    @Override
    public void invertCholesky(int threads, int n, double[] l) {
        THREADS.run(
                NativeThreads.worthwhile(threads, 2.0 * n * n * n / 3),
                () -> LAPACKE_dpotri(LAPACK_COL_MAJOR, (byte) 'U', n, l, n));
    }

    @Override
    public void addSquare(int threads, int n, double[] c, double alpha, int cols, double[] a) {
        THREADS.run(
                NativeThreads.worthwhile(threads, (double) n * n * cols),
                () -> cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, cols, alpha, a, cols, 1, c, n));
    }

    @Override
    public boolean svd(int threads, Matrix a, Matrix u, double[] s, Matrix v) {
        int m = a.rows();
        int n = a.cols();
        int k = s.length;
        Matrix transposed = Matrix.zeros(k, n);
        int info = THREADS.call(
                NativeThreads.worthwhile(threads, 10.0 * m * n * k),
                () -> LAPACKE_dgesdd(
                        LAPACK_COL_MAJOR, (byte) 'S', n, m, a.data(), n, s, transposed.data(), n, u.data(), k));
        System.arraycopy(transposed.transpose().data(), 0, v.data(), 0, n * k);
        return info == 0;
    }
}
