package dev.kith.model;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Predictions for rows that belong to one task each: b_t + phi(x_i)' w_t with t = tasks[i] alone. The n x T product that
 * holds them among all others would not fit into memory where tasks are many.
 */
final class OwnTask {
    /** Row i of phi times a dense vector. */
    private interface Product {
        double of(int row, double[] w);
    }

    private OwnTask() {}

    /** Refuses tasks that are not one for each input. */
    static void require(Inputs x, int[] tasks) {
        if (tasks.length != x.rows()) {
            throw new IllegalArgumentException(
                    "tasks must be one for each of " + x.rows() + " inputs, got " + tasks.length);
        }
    }

    /** The positions in {@code tasks}, those of the same task one after the other. */
    static int[] byTask(int[] tasks) {
        return IntStream.range(0, tasks.length)
                .boxed()
                .sorted(Comparator.comparingInt(i -> tasks[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Sets entries {@code first} and following of {@code z} to phi_i' w_t, without intercepts.
     *
     * @param tasks of all rows; phi_0 belongs to number {@code first} of them
     * @param weights the w_t as columns
     */
    static void multiplyInto(double[] z, Matrix phi, Matrix weights, int[] tasks, int first) {
        multiplyInto(z, first, phi.rows(), weights, tasks, (i, w) -> {
            double sum = 0;
            for (int k = 0; k < w.length; k++) {
                sum += phi.get(i, k) * w[k];
            }
            return sum;
        });
    }

    /** The same for sparse phi. */
    static void multiplyInto(double[] z, SparseRows phi, Matrix weights, int[] tasks) {
        multiplyInto(z, 0, phi.rows(), weights, tasks, phi::dot);
    }

    private static void multiplyInto(double[] z, int first, int count, Matrix weights, int[] tasks, Product dot) {
        int[] own = Arrays.copyOfRange(tasks, first, first + count);
        int current = -1;
        double[] w = {};
        for (int i : byTask(own)) {
            if (own[i] != current) {
                current = own[i];
                w = weights.column(current);
            }
            z[first + i] = dot.of(i, w);
        }
    }
}
