package dev.kith.online;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * M = (I + G)^-1 for a Gram matrix G that gains a row at a time, or has one replaced, in O(size^2) each; and
 * a = M y for the labels y that come with the rows. Only the lower triangle of M is stored.
 */
final class GramInverse {
    private double[][] rows = new double[0][];
    private double[] solution = new double[0];
    private double[] image = new double[0];
    private int size;
    private double logDet;

    int size() {
        return size;
    }

    /** a = (I + G)^-1 y; live, the first {@link #size()} entries count. */
    double[] solution() {
        return solution;
    }

    /** log det(I + G), while no row was replaced. */
    double logDet() {
        return logDet;
    }

    /**
     * Puts a row with label y into {@code slot}: the next free one, or one to replace.
     *
     * @param gram inner products with the rows there are; entry {@code slot} is not looked at
     */
    void put(int slot, double[] gram, double self, double y) {
        if (slot == size) {
            reserve();
        } else {
            remove(slot);
            gram[slot] = 0;
        }
        multiply(gram);
        double pivot = 1 + self;
        double margin = 0;
        for (int s = 0; s < size; s++) {
            pivot -= gram[s] * image[s];
            margin += gram[s] * solution[s];
        }
        // Without rounding the pivot is at least 1: I + G is.
        pivot = Math.max(1, pivot);
        logDet += Math.log(pivot);
        border(slot, pivot, (y - margin) / pivot);
    }

    private void border(int slot, double pivot, double coefficient) {
        for (int s = 0; s < size; s++) {
            double[] row = rows[s];
            double factor = image[s] / pivot;
            for (int r = 0; r <= s; r++) {
                row[r] += factor * image[r];
            }
            solution[s] -= image[s] * coefficient;
        }
        size = Math.max(size, slot + 1);
        for (int s = 0; s < slot; s++) {
            rows[slot][s] = -image[s] / pivot;
        }
        for (int s = slot + 1; s < size; s++) {
            rows[s][slot] = -image[s] / pivot;
        }
        rows[slot][slot] = 1 / pivot;
        solution[slot] = coefficient;
    }

    /** Takes the row in {@code slot} out of G; its row of M and its coefficient become zero. */
    private void remove(int slot) {
        for (int s = 0; s < size; s++) {
            image[s] = s <= slot ? rows[slot][s] : rows[s][slot];
        }
        double pivot = image[slot];
        double coefficient = solution[slot];
        for (int s = 0; s < size; s++) {
            double factor = image[s] / pivot;
            for (int r = 0; r <= s; r++) {
                rows[s][r] = s == slot || r == slot ? 0 : rows[s][r] - factor * image[r];
            }
            solution[s] -= factor * coefficient;
        }
        solution[slot] = 0;
    }

    /** image = M vector. */
    private void multiply(double[] vector) {
        Arrays.fill(image, 0, size, 0);
        for (int s = 0; s < size; s++) {
            double[] row = rows[s];
            double sum = 0;
            double v = vector[s];
            for (int r = 0; r < s; r++) {
                sum += row[r] * vector[r];
                image[r] += row[r] * v;
            }
            image[s] += sum + row[s] * v;
        }
    }

    private void reserve() {
        if (size == rows.length) {
            int capacity = Math.max(16, 2 * size);
            rows = Arrays.copyOf(rows, capacity);
            solution = Arrays.copyOf(solution, capacity);
            image = Arrays.copyOf(image, capacity);
        }
        rows[size] = new double[size + 1];
    }

    /** Starts again from a whole Gram matrix and all labels. */
    static GramInverse of(Matrix gram, double[] labels) {
        GramInverse fresh = new GramInverse();
        int n = gram.rows();
        if (n == 0) {
            return fresh;
        }
        var factor = LinearAlgebra.best().cholesky(gram.plusDiagonal(1));
        Matrix inverse = factor.solve(Matrix.identity(n));
        for (int s = 0; s < n; s++) {
            fresh.reserve();
            System.arraycopy(inverse.data(), s * n, fresh.rows[s], 0, s + 1);
            fresh.size++;
        }
        System.arraycopy(factor.solve(labels), 0, fresh.solution, 0, n);
        fresh.logDet = factor.logDet();
        return fresh;
    }

    void save(Snapshot.Builder to) {
        double[] triangle = new double[Math.toIntExact((long) size * (size + 1) / 2)];
        int at = 0;
        for (int s = 0; s < size; s++) {
            System.arraycopy(rows[s], 0, triangle, at, s + 1);
            at += s + 1;
        }
        to.numbers("gram inverse", triangle)
                .numbers("gram solution", Arrays.copyOf(solution, size))
                .numbers("gram logdet", logDet);
    }

    static GramInverse restore(Snapshot from) {
        GramInverse restored = new GramInverse();
        double[] triangle = from.numbers("gram inverse");
        double[] solution = from.numbers("gram solution");
        int at = 0;
        for (int s = 0; s < solution.length; s++) {
            restored.reserve();
            System.arraycopy(triangle, at, restored.rows[s], 0, s + 1);
            restored.solution[s] = solution[s];
            restored.size++;
            at += s + 1;
        }
        restored.logDet = from.number("gram logdet");
        return restored;
    }
}
