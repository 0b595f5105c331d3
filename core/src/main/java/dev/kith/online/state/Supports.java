package dev.kith.online.state;

import dev.kith.kernel.Kernels;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Weights;
import java.util.Arrays;

/**
 * The inputs a kernel learner remembers, each with its task and a coefficient. With a budget the oldest makes room for
 * the newest; without one the set grows with the mistakes.
 */
public final class Supports {
    /** No limit on the number of inputs remembered. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** R_ij of two tasks. */
    public interface Between {
        double of(int i, int j);
    }

    private final VectorKernel kernel;
    private final int budget;
    private int[][] indices = new int[0][];
    private double[][] values = new double[0][];
    private double[] norms = new double[0];
    private int[] tasks = new int[0];
    private double[] coefficients = new double[0];
    private int size;
    private long added;
    private double[] work = new double[0];

    public Supports(VectorKernel kernel, int budget) {
        if (budget < 1) {
            throw new IllegalArgumentException("budget must be a whole number >= 1, got " + budget);
        }
        this.kernel = kernel;
        this.budget = budget;
    }

    public VectorKernel kernel() {
        return kernel;
    }

    public int size() {
        return size;
    }

    public boolean unlimited() {
        return budget == UNLIMITED;
    }

    public int task(int s) {
        return tasks[s];
    }

    public double coefficient(int s) {
        return coefficients[s];
    }

    /** Makes the input in slot s count nothing, until its place is taken. */
    void clear(int s) {
        coefficients[s] = 0;
    }

    /** The slot the next input will take; below {@link #size()} when it will replace the oldest. */
    public int nextSlot() {
        return size < budget ? size : (int) (added % budget);
    }

    /** Remembers x, in slot {@link #nextSlot()}. */
    public void add(int task, double coefficient, Row x) {
        int slot = nextSlot();
        if (slot == indices.length) {
            int capacity = Math.max(16, 2 * slot);
            indices = Arrays.copyOf(indices, capacity);
            values = Arrays.copyOf(values, capacity);
            norms = Arrays.copyOf(norms, capacity);
            tasks = Arrays.copyOf(tasks, capacity);
            coefficients = Arrays.copyOf(coefficients, capacity);
        }
        indices[slot] = Arrays.copyOfRange(x.indices(), x.start(), x.end());
        values[slot] = Arrays.copyOfRange(x.values(), x.start(), x.end());
        norms[slot] = x.squaredNorm();
        tasks[slot] = task;
        coefficients[slot] = coefficient;
        size = Math.max(size, slot + 1);
        added++;
    }

    /** k(x, x). */
    public double self(Row x) {
        double norm = x.squaredNorm();
        return kernel.of(norm, norm, norm);
    }

    /** out_s = k(x_s, x) for every input remembered. */
    public void kernelInto(double[] out, Row x) {
        double norm = x.squaredNorm();
        scatter(x);
        for (int s = 0; s < size; s++) {
            int[] at = indices[s];
            double[] v = values[s];
            double product = 0;
            for (int k = 0; k < at.length && at[k] < work.length; k++) {
                product += v[k] * work[at[k]];
            }
            out[s] = kernel.of(product, norm, norms[s]);
        }
        for (int k = x.start(); k < x.end(); k++) {
            work[x.indices()[k]] = 0;
        }
    }

    private void scatter(Row x) {
        if (x.width() > work.length) {
            work = Arrays.copyOf(work, Math.max(x.width(), work.length + (work.length >> 1)));
        }
        for (int k = x.start(); k < x.end(); k++) {
            work[x.indices()[k]] = x.values()[k];
        }
    }

    /** One more than the largest feature number remembered. */
    int width() {
        int width = 0;
        for (int s = 0; s < size; s++) {
            width = Math.max(width, indices[s].length == 0 ? 0 : indices[s][indices[s].length - 1] + 1);
        }
        return width;
    }

    /** Points the row at the input in slot s. */
    public Row point(Row row, int s) {
        return row.point(indices[s], values[s], 0, indices[s].length);
    }

    /** The expansion sum_s c_s R_{i_s, t} k(x_s, .) of every task t. */
    public Weights weights(int features, double[] c, Between between, int taskCount) {
        Matrix b = Matrix.zeros(size, taskCount);
        for (int s = 0; s < size; s++) {
            for (int t = 0; t < taskCount; t++) {
                b.set(s, t, c[s] * between.of(tasks[s], t));
            }
        }
        return new Weights.Expansion(kernel, rows(features), b);
    }

    /** The inputs remembered, as sparse rows over so many features. */
    SparseRows rows(int features) {
        int[] starts = starts();
        int[] all = new int[starts[size]];
        double[] entries = new double[starts[size]];
        for (int s = 0; s < size; s++) {
            System.arraycopy(indices[s], 0, all, starts[s], indices[s].length);
            System.arraycopy(values[s], 0, entries, starts[s], values[s].length);
        }
        return new SparseRows(features, starts, all, entries);
    }

    private int[] starts() {
        int[] starts = new int[size + 1];
        for (int s = 0; s < size; s++) {
            starts[s + 1] = Math.addExact(starts[s], indices[s].length);
        }
        return starts;
    }

    public void save(Snapshot.Builder to) {
        SparseRows rows = rows(width());
        to.text("kernel", kernel.spec())
                .counts("budget", budget)
                .counts("supports added", added)
                .indices("support starts", starts())
                .indices("support features", rows.indices())
                .numbers("support values", rows.values())
                .indices("support tasks", Arrays.copyOf(tasks, size))
                .numbers("support coefficients", Arrays.copyOf(coefficients, size));
    }

    public static Supports restore(Snapshot from) {
        if (!(Kernels.parse(from.text("kernel")) instanceof VectorKernel kernel)) {
            throw new IllegalArgumentException("snapshot: '" + from.text("kernel") + "' is no kernel on vectors");
        }
        Supports restored = new Supports(kernel, (int) from.count("budget"));
        int[] starts = from.indices("support starts");
        Row row = new Row();
        for (int s = 0; s + 1 < starts.length; s++) {
            row.point(from.indices("support features"), from.numbers("support values"), starts[s], starts[s + 1]);
            restored.add(from.indices("support tasks")[s], from.numbers("support coefficients")[s], row);
        }
        restored.added = from.count("supports added");
        return restored;
    }
}
