package dev.kith.linalg;

import org.jspecify.annotations.Nullable;

/**
 * Small problems for one kind of routines, large ones for another, which are loaded at the first large problem and never
 * used if that fails. The choice depends on sizes alone, so that equal calls give equal bits whatever happened before.
 */
final class BySize implements Routines {
    /*
     * Native routines cost a copy of every argument and, once, a third of a second and more for loading. At n = 200
     * eigenvalues and products gain a quarter and a half; at n = 100 only products gain anything. Products with one short
     * side are left to Java as well: copying costs as much as they do. The harmonic mean of the three sizes, which the
     * shortest dominates, is the ratio of arithmetic to copying. Figures: docs/bench/linalg.md.
     */
    static final int LARGE = 200;

    private final Routines small;
    private final Routines large;
    private boolean asked;
    private boolean tried;
    private @Nullable String failure;

    BySize(Routines small, Routines large) {
        this.small = small;
        this.large = large;
    }

    @Override
    public synchronized String name() {
        return usable()
                ? large.name() + " (" + small.name() + " below n = " + LARGE + ")"
                : small.name() + " (" + large.name() + " cannot be loaded: " + failure + ")";
    }

    private Routines choose(boolean isLarge) {
        return isLarge && loaded() ? large : small;
    }

    /** Whether nothing speaks against the large routines so far; loads nothing. */
    private synchronized boolean usable() {
        if (!asked) {
            asked = true;
            failure = large.obstacle().orElse(null);
        }
        return failure == null;
    }

    private synchronized boolean loaded() {
        if (usable() && !tried) {
            tried = true;
            try {
                large.load();
            } catch (LinkageError | RuntimeException e) {
                failure = e instanceof UnsatisfiedLinkError && e.getMessage() != null ? e.getMessage() : e.toString();
            }
        }
        return failure == null;
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
        double m = c.rows();
        double n = c.cols();
        double k = transposeA ? a.rows() : a.cols();
        choose(3 * m * n * k >= LARGE * (m * n + n * k + k * m))
                .multiply(threads, c, alpha, a, transposeA, b, transposeB, beta);
    }

    @Override
    public boolean eigen(int threads, int n, double[] a, double[] values) {
        return choose(n >= LARGE).eigen(threads, n, a, values);
    }

    @Override
    public boolean eigenvalues(int threads, int n, double[] a, double[] values) {
        return choose(n >= LARGE).eigenvalues(threads, n, a, values);
    }

    @Override
    public int cholesky(int threads, int n, double[] a) {
        return choose(n >= LARGE).cholesky(threads, n, a);
    }

    @Override
    public int pivotedCholesky(int threads, int n, double[] a, int[] order, double floor, int most) {
        return choose(n >= LARGE).pivotedCholesky(threads, n, a, order, floor, most);
    }

    @Override
    public void solveCholesky(int threads, int n, double[] l, int cols, double[] b) {
        choose(2L * n * cols >= (long) LARGE * (n + cols)).solveCholesky(threads, n, l, cols, b);
    }

    @Override
    public void invertCholesky(int threads, int n, double[] l) {
        choose(n >= LARGE).invertCholesky(threads, n, l);
    }

    @Override
    public void addSquare(int threads, int n, double[] c, double alpha, int cols, double[] a) {
        choose(3.0 * n * cols >= LARGE * (n + 2.0 * cols)).addSquare(threads, n, c, alpha, cols, a);
    }

    @Override
    public boolean svd(int threads, Matrix a, Matrix u, double[] s, Matrix v) {
        return choose(s.length >= LARGE).svd(threads, a, u, s, v);
    }
}
