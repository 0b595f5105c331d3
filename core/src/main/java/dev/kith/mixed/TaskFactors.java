package dev.kith.mixed;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;

/**
 * What the criterion needs of the rows. With Q_t R_t the factors of Z_t (the columns that vary by task, each row times the root of its
 * weight), and F_t all columns and the label,
 *
 * <pre>  F_t'(I + Z_t D Z_t')^-1 F_t = Y_t'(I + R_t D R_t')^-1 Y_t + (rest that D does not touch),   Y_t = Q_t'F_t  </pre>
 *
 * so that a task is min(n_t, q) rows of R and Y, whatever n_t is, and one matrix is the sum of all rests. Nothing is subtracted, so nothing
 * cancels where tasks differ by far more than rows within a task.
 */
final class TaskFactors {
    /** Sums are made of so many blocks of tasks at most, whatever the threads. */
    private static final int MOST_BLOCKS = 64;

    private static final int LEAST_TASKS = 16;

    /** Columns that vary by task: the first q of all. */
    final int q;
    /** Columns and, last, the label. */
    final int width;

    final int tasks;
    final int blockSize;
    /** Rows of task t are those from start[t] to start[t + 1]. */
    final int[] start;

    final double[] r;
    final double[] y;
    /** The sum of all rests, width x width. */
    final Matrix rest;
    /** The sum of R_t'R_t = Z_t'Z_t. */
    final Matrix squares;

    final double weight;
    /** Tasks that have rows. */
    final int present;

    TaskFactors(Design design, int[] columns, int q) {
        this.q = q;
        this.width = columns.length + 1;
        this.tasks = design.tasks();
        this.weight = design.weight;
        this.present = design.present();
        this.blockSize = Math.max(LEAST_TASKS, (tasks + MOST_BLOCKS - 1) / MOST_BLOCKS);
        this.start = new int[tasks + 1];
        for (int t = 0; t < tasks; t++) {
            start[t + 1] = start[t] + Math.min(q, design.rows(t));
        }
        this.r = new double[start[tasks] * q];
        this.y = new double[start[tasks] * width];
        this.rest = sum(width, (from, to, into) -> {
            for (int t = from; t < to; t++) {
                factor(design, columns, t, into);
            }
        });
        this.squares = sum(q, (from, to, into) -> addGram(into, r, q, start[from], start[to]));
    }

    /** Adds what tasks from, ..., to - 1 contribute. */
    interface Part {
        void addInto(double[] sums, int from, int to);
    }

    private interface Reordered {
        void add(int from, int to, double[] into);
    }

    private Matrix sum(int size, Reordered part) {
        return sums(new int[] {size}, (into, from, to) -> part.add(from, to, into))[0];
    }

    /** Symmetric matrices of these sizes, one after the other in what parts add to, summed in the order of tasks. */
    Matrix[] sums(int[] sizes, Part part) {
        int length = Arrays.stream(sizes).map(n -> n * n).sum();
        double[][] partial = new double[(tasks + blockSize - 1) / blockSize][];
        Concurrent.blocks(tasks, blockSize, (from, to) -> {
            double[] own = new double[length];
            part.addInto(own, from, to);
            partial[from / blockSize] = own;
        });
        double[] total = new double[length];
        for (double[] own : partial) {
            for (int k = 0; k < length; k++) {
                total[k] += own[k];
            }
        }
        Matrix[] matrices = new Matrix[sizes.length];
        int at = 0;
        for (int m = 0; m < sizes.length; m++) {
            int n = sizes[m];
            matrices[m] = mirrored(n, Arrays.copyOfRange(total, at, at + n * n));
            at += n * n;
        }
        return matrices;
    }

    /** From its lower triangle. */
    private static Matrix mirrored(int n, double[] values) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                values[j * n + i] = values[i * n + j];
            }
        }
        return Matrix.wrap(n, n, values);
    }

    /** Adds the products of columns of rows from, ..., to - 1 to a lower triangle. */
    static void addGram(double[] sums, double[] rows, int cols, int from, int to) {
        for (int i = from; i < to; i++) {
            int at = i * cols;
            for (int a = 0; a < cols; a++) {
                double factor = rows[at + a];
                for (int b = 0; b <= a; b++) {
                    sums[a * cols + b] += factor * rows[at + b];
                }
            }
        }
    }

    /** Reflections make the first q columns of a task's rows triangular; what stands below belongs to the rest. */
    private void factor(Design design, int[] columns, int t, double[] restInto) {
        int n = design.rows(t);
        double[] a = rows(design, columns, t);
        int k = Math.min(n, q);
        for (int c = 0; c < k; c++) {
            reflect(a, n, c);
        }
        for (int i = 0; i < k; i++) {
            int row = start[t] + i;
            System.arraycopy(a, i * width, y, row * width, width);
            for (int c = i; c < q; c++) {
                r[row * q + c] = a[i * width + c];
            }
        }
        addGram(restInto, a, width, k, n);
    }

    private double[] rows(Design design, int[] columns, int t) {
        int n = design.rows(t);
        double[] a = new double[n * width];
        for (int i = 0; i < n; i++) {
            int o = design.position(t, i);
            double root = Math.sqrt(design.weight(o));
            for (int c = 0; c < columns.length; c++) {
                a[i * width + c] = root * design.value(o, columns[c]);
            }
            a[i * width + width - 1] = root * design.label(o);
        }
        return a;
    }

    /** A Householder reflection of rows c, ..., n - 1 that leaves nothing below entry c of column c. */
    private void reflect(double[] a, int n, int c) {
        double largest = 0;
        for (int i = c; i < n; i++) {
            largest = Math.max(largest, Math.abs(a[i * width + c]));
        }
        if (largest == 0) {
            return;
        }
        double sum = 0;
        for (int i = c; i < n; i++) {
            double v = a[i * width + c] / largest;
            sum += v * v;
        }
        double length = Math.copySign(largest * Math.sqrt(sum), a[c * width + c]);
        double[] v = new double[n - c];
        for (int i = c; i < n; i++) {
            v[i - c] = a[i * width + c];
        }
        v[0] += length;
        double scale = 1 / (length * v[0]);
        for (int j = c + 1; j < width; j++) {
            double dot = 0;
            for (int i = c; i < n; i++) {
                dot += v[i - c] * a[i * width + j];
            }
            dot *= scale;
            for (int i = c; i < n; i++) {
                a[i * width + j] -= dot * v[i - c];
            }
        }
        a[c * width + c] = -length;
        for (int i = c + 1; i < n; i++) {
            a[i * width + c] = 0;
        }
    }
}
