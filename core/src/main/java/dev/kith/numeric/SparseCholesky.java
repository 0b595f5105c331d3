package dev.kith.numeric;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import java.util.Arrays;

/** The factor L of a sparse symmetric positive definite matrix L L', and of the inverse the entries where L has some. */
public final class SparseCholesky {
    /* Sparse columns from left to right, each from those to its left that reach it; then what they leave of the square, in dense arithmetic. The inverse from right
     * to left by Takahashi's recursion [1].
     * [1] Erisman and Tinney, On computing certain elements of the inverse of a sparse matrix, 1975. */
    private final SparseLayout layout;
    private final int[] start;
    private final int[] row;
    private final double[] l;
    private final Cholesky square;

    /**
     * The factor.
     *
     * @param values as the layout has them, 0 where the matrix has no entry; taken, not copied
     * @throws NumericalException if the matrix is not positive definite
     */
    public SparseCholesky(SparseLayout layout, double[] values) {
        this.layout = layout;
        this.start = layout.pattern().start();
        this.row = layout.pattern().row();
        this.l = values;
        this.square = new Columns().fill();
    }

    /** The work of making the factor. */
    private final class Columns {
        private final int split = layout.split();
        private final double[] work = new double[layout.size()];
        /** The next entry of each column, and the columns that reach a row next, in lists. */
        private final int[] at = Arrays.copyOf(start, split);

        private final int[] reaching = new int[split];
        private final int[] another = new int[split];

        Cholesky fill() {
            Arrays.fill(reaching, -1);
            for (int k = 0; k < split; k++) {
                for (int q = start[k]; q < start[k + 1]; q++) {
                    work[row[q]] = l[layout.below() + q];
                }
                work[k] = l[k];
                gather(k);
                finish(k);
                link(k);
            }
            return LinearAlgebra.best().cholesky(rest());
        }

        /** Subtracts what columns to the left leave in column k. */
        private void gather(int k) {
            int i = reaching[k];
            while (i >= 0) {
                int following = another[i];
                int end = start[i + 1];
                double factor = l[layout.below() + at[i]];
                for (int q = at[i]; q < end; q++) {
                    work[row[q]] -= l[layout.below() + q] * factor;
                }
                at[i]++;
                link(i);
                i = following;
            }
        }

        private void finish(int k) {
            if (!(work[k] > 0)) {
                throw new NumericalException("a sparse matrix must be positive definite, got pivot " + work[k]
                        + "; columns may differ too much in size: scale them");
            }
            double root = Math.sqrt(work[k]);
            l[k] = root;
            work[k] = 0;
            for (int q = start[k]; q < start[k + 1]; q++) {
                l[layout.below() + q] = work[row[q]] / root;
                work[row[q]] = 0;
            }
        }

        private void link(int i) {
            if (at[i] < start[i + 1] && row[at[i]] < split) {
                another[i] = reaching[row[at[i]]];
                reaching[row[at[i]]] = i;
            }
        }

        /** The square less what the sparse columns leave there. */
        private Matrix rest() {
            int m = layout.square();
            int from = layout.squareStart();
            for (int i = 0; i < split; i++) {
                for (int q = at[i]; q < start[i + 1]; q++) {
                    double factor = l[layout.below() + q];
                    int to = from + (row[q] - split) * m - split;
                    for (int p = at[i]; p <= q; p++) {
                        l[to + row[p]] -= factor * l[layout.below() + p];
                    }
                }
            }
            Matrix rest = Matrix.zeros(m, m);
            for (int i = 0; i < m; i++) {
                for (int j = 0; j <= i; j++) {
                    rest.set(i, j, l[from + i * m + j]);
                    rest.set(j, i, l[from + i * m + j]);
                }
            }
            return rest;
        }
    }

    /** The log of the determinant. */
    public double logDet() {
        double sum = square.logDet();
        for (int k = 0; k < layout.split(); k++) {
            sum += 2 * Math.log(l[k]);
        }
        return sum;
    }

    /** The inverse times b. */
    public Matrix solve(Matrix b) {
        int k = b.cols();
        int split = layout.split();
        int[] order = layout.pattern().order();
        double[] y = new double[b.rows() * k];
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(b.data(), order[i] * k, y, i * k, k);
        }
        for (int i = 0; i < split; i++) {
            divide(y, i * k, k, l[i]);
            for (int q = start[i]; q < start[i + 1]; q++) {
                add(y, row[q] * k, -l[layout.below() + q], i * k, k);
            }
        }
        Matrix tail = Matrix.wrap(layout.square(), k, Arrays.copyOfRange(y, split * k, y.length));
        System.arraycopy(square.solve(tail).data(), 0, y, split * k, y.length - split * k);
        for (int i = split - 1; i >= 0; i--) {
            for (int q = start[i]; q < start[i + 1]; q++) {
                add(y, i * k, -l[layout.below() + q], row[q] * k, k);
            }
            divide(y, i * k, k, l[i]);
        }
        Matrix x = Matrix.zeros(b.rows(), k);
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(y, i * k, x.data(), order[i] * k, k);
        }
        return x;
    }

    private static void divide(double[] y, int from, int count, double by) {
        for (int j = from; j < from + count; j++) {
            y[j] /= by;
        }
    }

    private static void add(double[] y, int to, double factor, int from, int count) {
        for (int j = 0; j < count; j++) {
            y[to + j] += factor * y[from + j];
        }
    }

    /** Entries of the inverse, as the layout has them, the square with both triangles. */
    public double[] inverse() {
        int split = layout.split();
        int below = layout.below();
        double[] z = new double[layout.length()];
        double[] tail = square.inverse().data();
        System.arraycopy(tail, 0, z, layout.squareStart(), tail.length);
        double[] column = new double[layout.size()];
        double[] sums = new double[layout.size()];
        for (int j = split - 1; j >= 0; j--) {
            for (int q = start[j]; q < start[j + 1]; q++) {
                column[row[q]] = l[below + q];
            }
            for (int q = start[j]; q < start[j + 1]; q++) {
                if (row[q] < split) {
                    addSparse(z, sums, column, row[q]);
                } else {
                    addSquare(z, sums, j, q);
                }
            }
            double own = 1 / l[j];
            for (int q = start[j]; q < start[j + 1]; q++) {
                z[below + q] = -sums[row[q]] / l[j];
                own -= l[below + q] * z[below + q];
                sums[row[q]] = 0;
                column[row[q]] = 0;
            }
            z[j] = own / l[j];
        }
        return z;
    }

    /** Adds Z times the column to its entries, as far as column i of Z has a part in it. */
    private void addSparse(double[] z, double[] sums, double[] column, int i) {
        sums[i] += column[i] * z[i];
        for (int p = start[i]; p < start[i + 1]; p++) {
            int k = row[p];
            if (column[k] != 0) {
                sums[i] += column[k] * z[layout.below() + p];
                sums[k] += column[i] * z[layout.below() + p];
            }
        }
    }

    /** The same for an entry of column j in a row of the square: entries that follow are there too. */
    private void addSquare(double[] z, double[] sums, int j, int q) {
        int m = layout.square();
        int from = layout.squareStart() + (row[q] - layout.split()) * m - layout.split();
        double own = l[layout.below() + q];
        sums[row[q]] += own * z[from + row[q]];
        for (int p = q + 1; p < start[j + 1]; p++) {
            sums[row[q]] += l[layout.below() + p] * z[from + row[p]];
            sums[row[p]] += own * z[from + row[p]];
        }
    }
}
