package dev.kith.convex.basis;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The (scaled) training data as the convex solvers see it: observations sorted by task, with features in a {@link
 * Basis}, weights w of the objective, and, with intercepts, every task's weighted feature mean.
 *
 * <pre>  sum_o w_o loss(y_o, z_o) + penalty(W),   z_o = (phi(x_o) - mean_t)'w_t + b_t,  t the task of o  </pre>
 *
 * <p>Centring at the task's mean changes only the meaning of b_t, and makes b_t independent of w_t for the squared loss.
 */
public final class Problem {
    public final Basis basis;
    public final FeatureRows rows;
    public final int tasks;
    /** {@link Observations#classes}. */
    public final int classes;

    public final int dim;
    /** Observations of task t are start[t] to start[t + 1]. */
    public final int[] start;

    public final int[] row;
    public final double[] y;
    public final double[] w;
    /** Weighted feature means, T x dim row by row; zeros without intercepts. */
    public final double[] mean;

    /** Sum of w over the observations of each task. */
    public final double[] taskWeight;

    public final boolean intercept;
    /** Whether every input has one observation of every task, all with the same weight. */
    public final boolean complete;

    /** Complete data on dense features are one product instead of one row after another: its T x n side. */
    private final @Nullable Matrix table;

    private @Nullable RowPasses passes;

    /** The problem on a kernel, or its approximation. */
    public Problem(Dataset data, Training training, Kernel kernel, Approximation approximation) {
        this(
                data,
                training,
                (x, rowWeight) -> basis(x, rowWeight, training, kernel, approximation.of(x, kernel), complete(data)));
    }

    private static Basis basis(
            Inputs x,
            double[] rowWeight,
            Training training,
            Kernel kernel,
            Approximation approximation,
            boolean complete) {
        return approximation.exact()
                ? Basis.of(x, kernel, rowWeight, training.intercept(), complete)
                : KernelMap.of(x, kernel, approximation, training.seed()).basis(x);
    }

    /** The problem on the features as they are, whatever their number: for penalties that speak of single features. */
    public static Problem onFeatures(Dataset data, Training training) {
        return new Problem(data, training, (x, rowWeight) -> Basis.features(x, rowWeight, training.intercept()));
    }

    /** The problem on a basis made elsewhere. */
    public static Problem on(Dataset data, Training training, Basis basis) {
        return new Problem(data, training, (x, rowWeight) -> basis);
    }

    /** Whether every input has one observation of every task, all with the same weight. */
    public static boolean complete(Dataset data) {
        int inputs = data.inputs().rows();
        int tasks = data.taskCount();
        if ((long) inputs * tasks != data.size() || data.size() == 0) {
            return false;
        }
        boolean[] seen = new boolean[data.size()];
        for (int o = 0; o < seen.length; o++) {
            int cell = data.row(o) * tasks + data.task(o);
            if (seen[cell] || data.weight(o) != data.weight(0)) {
                return false;
            }
            seen[cell] = true;
        }
        return true;
    }

    /** @param makeBasis from the inputs and the total weight of each */
    Problem(Dataset data, Training training, BiFunction<Inputs, double[], Basis> makeBasis) {
        Observations observations = new Observations(data, training.weighting());
        tasks = observations.tasks;
        classes = observations.classes;
        intercept = training.intercept();
        start = observations.start;
        row = observations.row;
        y = observations.y;
        w = observations.w;
        double[] rowWeight = new double[data.inputs().rows()];
        for (int at : observations.places()) {
            rowWeight[row[at]] += w[at];
        }
        complete = complete(data);
        if (complete) {
            // Equal up to rounding of the sums above; exactly equal weights let the basis be orthogonal.
            java.util.Arrays.fill(rowWeight, 1);
        }
        basis = makeBasis.apply(data.inputs(), rowWeight);
        rows = basis.rows();
        dim = rows.dim();
        mean = new double[tasks * dim];
        taskWeight = new double[tasks];
        for (int t = 0; t < tasks; t++) {
            for (int o = start[t]; o < start[t + 1]; o++) {
                taskWeight[t] += w[o];
            }
            if (complete && t > 0) {
                System.arraycopy(mean, 0, mean, t * dim, dim);
                continue;
            }
            for (int o = start[t]; o < start[t + 1] && intercept && taskWeight[t] > 0; o++) {
                rows.addInto(mean, t * dim, w[o] / taskWeight[t], row[o]);
            }
        }
        table = complete && rows instanceof FeatureRows.Dense dense
                ? Matrix.zeros(tasks, dense.values().rows())
                : null;
    }

    /** Whether passes over the observations are products of whole matrices. */
    boolean tabled() {
        return table != null;
    }

    /** Passes on all threads; their copy of the rows is made when they are asked for first. */
    public RowPasses passes() {
        if (passes == null) {
            passes = new RowPasses(this);
        }
        return passes;
    }

    /** z_o = (phi(x_o) - mean_t)'w_t for every observation. */
    public void predictInto(double[] z, Matrix wt) {
        double[] weights = wt.data();
        if (table != null) {
            LinearAlgebra.best().multiplyInto(table, 1, wt, false, ((FeatureRows.Dense) rows).values(), true, 0);
        }
        for (int t = 0; t < tasks; t++) {
            int base = t * dim;
            double shift = 0;
            for (int j = 0; j < dim; j++) {
                shift += mean[base + j] * weights[base + j];
            }
            for (int o = start[t]; o < start[t + 1]; o++) {
                z[o] = (table != null ? table.get(t, row[o]) : rows.dot(row[o], weights, base)) - shift;
            }
        }
    }

    /** out_t = sum over the observations of task t of u_o (phi(x_o) - mean_t). */
    public void gatherInto(Matrix out, double[] u) {
        double[] to = out.data();
        if (table == null) {
            java.util.Arrays.fill(to, 0);
        } else {
            for (int t = 0; t < tasks; t++) {
                for (int o = start[t]; o < start[t + 1]; o++) {
                    table.set(t, row[o], u[o]);
                }
            }
            LinearAlgebra.best().multiplyInto(out, 1, table, false, ((FeatureRows.Dense) rows).values(), false, 0);
        }
        for (int t = 0; t < tasks; t++) {
            int base = t * dim;
            double sum = 0;
            for (int o = start[t]; o < start[t + 1]; o++) {
                sum += u[o];
                if (table == null) {
                    rows.addInto(to, base, u[o], row[o]);
                }
            }
            for (int j = 0; j < dim; j++) {
                to[base + j] -= sum * mean[base + j];
            }
        }
    }

    /** sqrt(w_o) (phi(x_o) - mean_t) for the observations of a task. */
    public Matrix weightedRows(int t) {
        Matrix scaled = Matrix.zeros(start[t + 1] - start[t], dim);
        double[] data = scaled.data();
        for (int o = start[t]; o < start[t + 1]; o++) {
            int base = (o - start[t]) * dim;
            double root = Math.sqrt(w[o]);
            rows.addInto(data, base, root, row[o]);
            for (int j = 0; j < dim; j++) {
                data[base + j] -= root * mean[t * dim + j];
            }
        }
        return scaled;
    }

    public int size() {
        return row.length;
    }
}
