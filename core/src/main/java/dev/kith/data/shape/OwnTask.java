package dev.kith.data.shape;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;

/**
 * Predictions for rows that belong to one task each: b_t + phi(x_i)' w_t with t = tasks[i] alone. The n x T product that
 * holds them among all others would not fit into memory where tasks are many.
 */
public final class OwnTask {
    /** Row i of phi times a dense vector. */
    private interface Product {
        double of(int row, double[] w);
    }

    /** Weights of a task that are copied as fast as a row is read. */
    private static final int SHORT = 1024;

    /** Rows that one thread takes at a time. */
    private static final int BLOCK = 1024;

    private OwnTask() {}

    /** Refuses tasks that are not one for each input. */
    public static void require(Inputs x, int[] tasks) {
        if (tasks.length != x.rows()) {
            throw new IllegalArgumentException(
                    "tasks must be one for each of " + x.rows() + " inputs, got " + tasks.length);
        }
    }

    /** The positions in {@code tasks}, those of the same task one after the other, in order. */
    public static int[] byTask(int[] tasks) {
        int most = 0;
        for (int t : tasks) {
            most = Math.max(most, t + 1);
        }
        int[] next = new int[most + 1];
        for (int t : tasks) {
            next[t + 1]++;
        }
        for (int t = 1; t <= most; t++) {
            next[t] += next[t - 1];
        }
        int[] order = new int[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            order[next[tasks[i]]++] = i;
        }
        return order;
    }

    /**
     * Sets entries {@code first} and following of {@code z} to phi_i' w_t, without intercepts.
     *
     * @param tasks of all rows; phi_0 belongs to number {@code first} of them
     * @param weights the w_t as columns
     */
    public static void multiplyInto(double[] z, Matrix phi, Matrix weights, int[] tasks, int first) {
        multiplyInto(z, first, phi.rows(), weights, tasks, (i, w) -> {
            double sum = 0;
            for (int k = 0; k < w.length; k++) {
                sum += phi.get(i, k) * w[k];
            }
            return sum;
        });
    }

    /** The same for sparse phi. */
    public static void multiplyInto(double[] z, SparseRows phi, Matrix weights, int[] tasks) {
        multiplyInto(z, 0, phi.rows(), weights, tasks, phi::dot);
    }

    private static void multiplyInto(double[] z, int first, int count, Matrix weights, int[] tasks, Product dot) {
        int[] own = Arrays.copyOfRange(tasks, first, first + count);
        if (weights.rows() <= SHORT && count >= weights.cols() / 4 && count <= 8L * weights.cols()) {
            // Most tasks are asked, each about a few rows: one pass over all weights instead of columns from afar.
            Matrix rows = weights.transpose();
            Concurrent.blocks(count, BLOCK, (from, to) -> {
                for (int i = from; i < to; i++) {
                    z[first + i] = dot.of(i, rows.row(own[i]));
                }
            });
            return;
        }
        int[] order = byTask(own);
        Concurrent.blocks(count, BLOCK, (from, to) -> {
            int current = -1;
            double[] w = {};
            for (int k = from; k < to; k++) {
                int i = order[k];
                if (own[i] != current) {
                    current = own[i];
                    w = weights.column(current);
                }
                z[first + i] = dot.of(i, w);
            }
        });
    }
}
