package dev.kith.convex;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;

/**
 * Solves with M = L L' over observations sorted by task, and what their intercepts need of it: X = L^-1 E for the indicators E of
 * the tasks, zero before a task's first observation, and E'M^-1 E = X'X. Solving for E itself would take six times the work.
 */
final class TaskTriangle {
    /** Tasks that share one pass over the factor. */
    private static final int TOGETHER = 8;

    private final double[] l;
    private final int n;
    /** The first observation of each task; n for a task without any. */
    private final int[] first;
    /** L^-1 E, one row per task. */
    private final Matrix turned;

    /**
     * @param task of each observation, not falling
     * @param tasks how many have intercepts: all, or 0
     */
    TaskTriangle(Cholesky factor, int[] task, int tasks) {
        n = task.length;
        l = factor.factor().data();
        first = new int[tasks];
        java.util.Arrays.fill(first, n);
        turned = Matrix.zeros(tasks, n);
        for (int o = n - 1; o >= 0 && tasks > 0; o--) {
            first[task[o]] = o;
            turned.set(task[o], o, 1);
        }
        Concurrent.blocks(tasks, TOGETHER, this::solve);
    }

    /** Row by row of the factor, all tasks of the block at each. */
    private void solve(int from, int to) {
        double[] x = turned.data();
        for (int i = 0; i < n; i++) {
            for (int t = from; t < to; t++) {
                if (first[t] <= i) {
                    x[t * n + i] = (x[t * n + i] - dot(i, x, t * n, first[t])) / l[i * n + i];
                }
            }
        }
    }

    /** Entries {@code from} to i of row i of the factor with those of x. */
    private double dot(int i, double[] x, int offset, int from) {
        int at = i * n;
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int j = from;
        for (; j + 3 < i; j += 4) {
            a += l[at + j] * x[offset + j];
            b += l[at + j + 1] * x[offset + j + 1];
            c += l[at + j + 2] * x[offset + j + 2];
            d += l[at + j + 3] * x[offset + j + 3];
        }
        for (; j < i; j++) {
            a += l[at + j] * x[offset + j];
        }
        return (a + b) + (c + d);
    }

    /** E' M^-1 E; a task without observations has a row of its own that ties it to nothing. */
    Matrix products() {
        int tasks = first.length;
        Matrix products = Matrix.zeros(tasks, tasks);
        Concurrent.forEach(tasks, t -> {
            for (int s = 0; s <= t; s++) {
                double sum = 0;
                for (int i = Math.max(first[s], first[t]); i < n; i++) {
                    sum += turned.get(t, i) * turned.get(s, i);
                }
                double entry = s == t && !(sum > 0) ? 1 : sum;
                products.set(t, s, entry);
                products.set(s, t, entry);
            }
        });
        return products;
    }

    /** L^-1 r. */
    double[] forward(double[] r) {
        double[] x = r.clone();
        for (int i = 0; i < n; i++) {
            x[i] = (x[i] - dot(i, x, 0, 0)) / l[i * n + i];
        }
        return x;
    }

    /** E'M^-1 r for {@code half} = L^-1 r; nothing without intercepts. */
    double[] sums(double[] half) {
        double[] sums = new double[first.length];
        for (int t = 0; t < sums.length; t++) {
            for (int i = first[t]; i < n; i++) {
                sums[t] += turned.get(t, i) * half[i];
            }
        }
        return sums;
    }

    /** M^-1 (r - E shift) for {@code half} = L^-1 r. */
    double[] backward(double[] half, double[] shift) {
        double[] x = half.clone();
        for (int t = 0; t < first.length; t++) {
            for (int i = first[t]; i < n; i++) {
                x[i] -= turned.get(t, i) * shift[t];
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            x[i] /= l[i * n + i];
            for (int j = 0; j < i; j++) {
                x[j] -= x[i] * l[i * n + j];
            }
        }
        return x;
    }
}
