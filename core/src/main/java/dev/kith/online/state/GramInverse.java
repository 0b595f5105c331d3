package dev.kith.online.state;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.Snapshot;
import java.util.Arrays;

/**
 * M = (I + G)^-1 for a Gram matrix G that gains a row at a time, or has one replaced, in O(size^2) each; and
 * a = M y for the labels y that come with the rows.
 */
public final class GramInverse {
    /*
     * A row that comes changes all of M by c u u'. Beyond a few thousand rows M is larger than any cache, and going
     * through it is what costs: so M = (stored part) + sum of c u u' over up to 16 changes that wait, which then go in
     * together. A row costs one reading of M and a sixteenth of a writing, instead of two and one. Only the lower
     * triangle is stored. What waits is part of the state, so that a restored learner rounds as it would have done.
     */
    private static final int WAITING = 16;

    private double[][] rows = new double[0][];
    private double[] solution = new double[0];
    private double[] image = new double[0];
    private final double[][] changes = new double[WAITING][];
    private final double[] factors = new double[WAITING];
    private int waiting;
    private int size;
    private double logDet;

    int size() {
        return size;
    }

    /** a = (I + G)^-1 y; live, the first {@link #size()} entries count. */
    public double[] solution() {
        return solution;
    }

    /** log det(I + G), while no row was replaced. */
    public double logDet() {
        return logDet;
    }

    /**
     * Puts a row with label y into {@code slot}: the next free one, or one to replace.
     *
     * @param gram inner products with the rows there are; entry {@code slot} is not looked at
     */
    public void put(int slot, double[] gram, double self, double y) {
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
            solution[s] -= image[s] * coefficient;
        }
        size = Math.max(size, slot + 1);
        image[slot] = -1;
        solution[slot] = coefficient;
        change(1 / pivot);
    }

    /** M += factor image image', later. */
    private void change(double factor) {
        changes[waiting] = Arrays.copyOf(image, size);
        factors[waiting++] = factor;
        if (waiting == WAITING) {
            applyChanges();
        }
    }

    private void applyChanges() {
        for (int s = 0; s < size; s++) {
            double[] row = rows[s];
            for (int k = 0; k < waiting; k++) {
                double[] change = changes[k];
                if (s < change.length) {
                    addInto(row, factors[k] * change[s], change, s + 1);
                }
            }
        }
        waiting = 0;
    }

    /** Takes the row in {@code slot} out of G; its row of M and its coefficient become zero. */
    private void remove(int slot) {
        applyChanges();
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
            image[s] += dot(row, vector, s);
            addInto(image, vector[s], row, s + 1);
        }
        for (int k = 0; k < waiting; k++) {
            double[] change = changes[k];
            addInto(image, factors[k] * dot(change, vector, change.length), change, change.length);
        }
    }

    /** Four sums hide the latency of the additions. */
    private static double dot(double[] a, double[] b, int length) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = 0;
        for (; k + 3 < length; k += 4) {
            s0 += a[k] * b[k];
            s1 += a[k + 1] * b[k + 1];
            s2 += a[k + 2] * b[k + 2];
            s3 += a[k + 3] * b[k + 3];
        }
        for (; k < length; k++) {
            s0 += a[k] * b[k];
        }
        return (s0 + s1) + (s2 + s3);
    }

    private static void addInto(double[] out, double factor, double[] a, int length) {
        for (int k = 0; k < length; k++) {
            out[k] += factor * a[k];
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
    public static GramInverse of(Matrix gram, double[] labels) {
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

    public void save(Snapshot.Builder to) {
        double[] triangle = new double[Math.toIntExact((long) size * (size + 1) / 2)];
        int at = 0;
        for (int s = 0; s < size; s++) {
            System.arraycopy(rows[s], 0, triangle, at, s + 1);
            at += s + 1;
        }
        to.numbers("gram inverse", triangle)
                .numbers("gram solution", Arrays.copyOf(solution, size))
                .numbers("gram logdet", logDet)
                .numbers("gram factors", Arrays.copyOf(factors, waiting));
        for (int k = 0; k < waiting; k++) {
            to.numbers("gram change " + k, changes[k].clone());
        }
    }

    public static GramInverse restore(Snapshot from) {
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
        for (double factor : from.numbers("gram factors")) {
            restored.changes[restored.waiting] = from.numbers("gram change " + restored.waiting);
            restored.factors[restored.waiting++] = factor;
        }
        return restored;
    }
}
