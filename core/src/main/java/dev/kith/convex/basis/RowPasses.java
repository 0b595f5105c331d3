package dev.kith.convex.basis;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Passes over all observations of a problem, on all threads of the fit: predictions, sums of multiples of rows, and weighted
 * Gram matrices. Dense rows that are not in the order of tasks are copied into it, once. The bits of a result do not depend on the
 * number of threads: sums are over fixed blocks, put together in their order.
 */
public final class RowPasses {
    private static final int BLOCK = 2048;
    /** Gram matrices are summed over longer stretches: each has one of its own. */
    private static final int STRETCH = 1 << 15;

    private final Problem problem;
    private final int dim;
    /** Null for sparse rows. */
    private final @Nullable RowBlocks dense;

    private final Stretches blocks;
    private final Stretches stretches;

    RowPasses(Problem problem) {
        this.problem = problem;
        dim = problem.dim;
        dense = problem.rows instanceof FeatureRows.Dense rows ? blocks(problem, rows) : null;
        blocks = Stretches.of(problem, BLOCK);
        stretches = Stretches.of(problem, STRETCH);
    }

    /** The k-th is of task {@code task[k]} and begins at {@code start[k]}; the next one begins where it ends. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Stretches(int[] task, int[] start) {
        static Stretches of(Problem problem, int most) {
            int count = 0;
            for (int t = 0; t < problem.tasks; t++) {
                count += (problem.start[t + 1] - problem.start[t] + most - 1) / most;
            }
            Stretches made = new Stretches(new int[count], new int[count + 1]);
            for (int t = 0, k = 0; t < problem.tasks; t++) {
                for (int from = problem.start[t]; from < problem.start[t + 1]; from += most) {
                    made.task[k] = t;
                    made.start[k++] = from;
                }
            }
            made.start[count] = problem.size();
            return made;
        }

        int count() {
            return task.length;
        }

        int end(int k) {
            return start[k + 1];
        }
    }

    /** Complete data stay as they are: their passes are products of whole matrices. */
    private static RowBlocks blocks(Problem problem, FeatureRows.Dense rows) {
        double[] from = rows.values().data();
        int dim = problem.dim;
        boolean inOrder = problem.tabled() || from.length == problem.size() * dim;
        for (int o = 0; o < problem.size() && inOrder && !problem.tabled(); o++) {
            inOrder = problem.row[o] == o;
        }
        if (inOrder) {
            return new RowBlocks(from, dim);
        }
        double[] to = new double[Math.multiplyExact(problem.size(), dim)];
        for (int o = 0; o < problem.size(); o++) {
            System.arraycopy(from, problem.row[o] * dim, to, o * dim, dim);
        }
        return new RowBlocks(to, dim);
    }

    /** Whether rows are dense. */
    public boolean dense() {
        return dense != null;
    }

    /** What to do with the observations {@code from} to {@code to} of a task. */
    public interface Visit {
        void accept(int task, int from, int to);
    }

    /** Visits all observations in blocks of at most a few thousand, several at a time. */
    public void forEachBlock(Visit visit) {
        Concurrent.forEach(blocks.count(), k -> visit.accept(blocks.task[k], blocks.start[k], blocks.end(k)));
    }

    /** Visits the observations of every task, several tasks at a time. */
    public void forEachTask(Visit visit) {
        Concurrent.forEach(problem.tasks, t -> visit.accept(t, problem.start[t], problem.start[t + 1]));
    }

    /** z_o = (phi(x_o) - mean_t)'w_t for every observation. */
    public void predictInto(double[] z, Matrix wt) {
        if (problem.tabled()) {
            problem.predictInto(z, wt);
            return;
        }
        double[] weights = wt.data();
        double[] less = new double[problem.tasks];
        for (int i = 0; i < weights.length; i++) {
            less[i / dim] += problem.mean[i] * weights[i];
        }
        forEachBlock((t, from, to) -> {
            if (dense != null) {
                dense.predictInto(z, from, to, weights, t * dim, less[t]);
            } else {
                for (int o = from; o < to; o++) {
                    z[o] = problem.rows.dot(problem.row[o], weights, t * dim) - less[t];
                }
            }
        });
    }

    /** out_t = sum over the observations of task t of u_o (phi(x_o) - mean_t). */
    public void gatherInto(Matrix out, double[] u) {
        double[] to = out.data();
        if (problem.tabled()) {
            problem.gatherInto(out, u);
            return;
        }
        Arrays.fill(to, 0);
        if (dense == null) {
            forEachTask((t, from, end) -> {
                for (int o = from; o < end; o++) {
                    problem.rows.addInto(to, t * dim, u[o], problem.row[o]);
                }
            });
        } else {
            addBlocks(to, u, dense);
        }
        for (int t = 0; t < problem.tasks; t++) {
            double sum = total(u, problem.start[t], problem.start[t + 1]);
            for (int j = t * dim; j < (t + 1) * dim; j++) {
                to[j] -= sum * problem.mean[j];
            }
        }
    }

    private void addBlocks(double[] to, double[] u, RowBlocks rows) {
        double[][] sums = new double[blocks.count()][];
        Concurrent.forEach(sums.length, k -> {
            sums[k] = new double[dim];
            rows.addInto(sums[k], u, blocks.start[k], blocks.end(k));
        });
        for (int k = 0; k < sums.length; k++) {
            int base = blocks.task[k] * dim;
            for (int j = 0; j < dim; j++) {
                to[base + j] += sums[k][j];
            }
        }
    }

    private static double total(double[] u, int from, int to) {
        double sum = 0;
        for (int o = from; o < to; o++) {
            sum += u[o];
        }
        return sum;
    }

    /**
     * G_t = sum over the observations of task t of u_o (phi(x_o) - c_t)(phi(x_o) - c_t)', u &gt;= 0, where c_t is the mean
     * weighted by u with intercepts, else 0. A task with few rows keeps them. For dense rows.
     */
    public TaskGrams grams(double[] u) {
        RowBlocks rows = Objects.requireNonNull(dense);
        double[] centre = new double[problem.tasks * dim];
        Matrix[] parts = new Matrix[stretches.count()];
        forEachTask((t, from, to) -> {
            double total = total(u, from, to);
            for (int o = from; o < to && problem.intercept && total > 0; o++) {
                if (u[o] > 0) {
                    rows.addRowInto(centre, t * dim, u[o] / total, place(o));
                }
            }
        });
        Concurrent.forEach(parts.length, k -> parts[k] = part(rows, k, u, centre));
        Matrix[] grams = new Matrix[problem.tasks];
        for (int k = 0; k < parts.length; k++) {
            Matrix before = grams[stretches.task[k]];
            grams[stretches.task[k]] = before == null ? parts[k] : before.plus(1, parts[k]);
        }
        for (int t = 0; t < grams.length; t++) {
            grams[t] = grams[t] == null ? Matrix.zeros(0, dim) : grams[t];
        }
        return new TaskGrams(grams, false, dim);
    }

    private Matrix part(RowBlocks rows, int k, double[] u, double[] centre) {
        int t = stretches.task[k];
        int from = stretches.start[k];
        int to = stretches.end(k);
        if (problem.start[t + 1] - problem.start[t] <= dim / 2) {
            Matrix few = Matrix.zeros(to - from, dim);
            for (int o = from; o < to; o++) {
                rows.centreInto(few.data(), (o - from) * dim, place(o), Math.sqrt(u[o]), centre, t * dim);
            }
            return few;
        }
        GramSum sum = new GramSum(dim);
        for (int o = from; o < to; o++) {
            if (u[o] > 0) {
                rows.centreInto(sum.next(), 0, place(o), Math.sqrt(u[o]), centre, t * dim);
            }
        }
        return sum.finished();
    }

    /** Where the row of an observation stands. */
    private int place(int o) {
        return problem.tabled() ? problem.row[o] : o;
    }
}
