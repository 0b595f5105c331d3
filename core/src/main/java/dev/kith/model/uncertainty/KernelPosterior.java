package dev.kith.model.uncertainty;

import dev.kith.data.Inputs;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * For kernels k_q with a structure A_q each (most often one), g_x[o] = sum_q A_q[t, t_o] k_q(x, x_o), C = G + lambda D, D = diag(1 / w), E
 * the N x T matrix that says which task an observation has, and flat priors on the intercepts:
 *
 * <pre>  spread_t(x) = w_t / lambda ( sum_q A_q[t, t] k_q(x, x) - g'C^-1 g + u'(E'C^-1 E)^-1 u ),   u = e_t - E'C^-1 g  </pre>
 *
 * w_t the mean weight of the task's observations; without intercepts the last term is missing. Only what the model does not
 * have is kept: which input was observed for which task, with which weight. C is factored when intervals are asked for,
 * O(N^3).
 */
public final class KernelPosterior implements Posterior {
    /** More observations than this are refused: C has as many rows and columns. */
    public static final int MOST_OBSERVATIONS = 3000;

    private final Matrix noise;
    private final Matrix freedom;
    private final double lambda;
    private final boolean intercept;
    private final int[] row;
    private final int[] task;
    private final double[] weight;

    /**
     * What the model does not say about the data behind it.
     *
     * @param lambda as in the objective
     * @param row the support input of every observation
     * @param weight of every observation in the objective
     */
    public KernelPosterior(
            Matrix noise, Matrix freedom, double lambda, boolean intercept, int[] row, int[] task, double[] weight) {
        Shapes.require("freedom", freedom, 1, noise.cols());
        Shapes.require("noise", noise, 1, noise.cols());
        Shapes.requirePositive("noise", noise);
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be a finite number > 0, got " + lambda);
        }
        if (row.length != task.length || row.length != weight.length || row.length > MOST_OBSERVATIONS) {
            throw new IllegalArgumentException("observations must be at most " + MOST_OBSERVATIONS
                    + " and have a row, a task and a weight each, got " + row.length + ", " + task.length + " and "
                    + weight.length);
        }
        for (int o = 0; o < row.length; o++) {
            if (row[o] < 0 || task[o] < 0 || task[o] >= noise.cols() || !(weight[o] > 0)) {
                throw new IllegalArgumentException(
                        "an observation must have a row and a task that exist and a weight > 0, got " + row[o] + ", "
                                + task[o] + " and " + weight[o]);
            }
        }
        this.noise = noise.frozen();
        this.freedom = freedom.frozen();
        this.lambda = lambda;
        this.intercept = intercept;
        this.row = row.clone();
        this.task = task.clone();
        this.weight = weight.clone();
    }

    @Override
    public Matrix noise() {
        return noise;
    }

    @Override
    public Matrix freedom() {
        return freedom;
    }

    public double lambda() {
        return lambda;
    }

    public boolean intercept() {
        return intercept;
    }

    public int[] rows() {
        return row.clone();
    }

    public int[] tasks() {
        return task.clone();
    }

    public double[] weights() {
        return weight.clone();
    }

    @Override
    public Posterior withNoise(Matrix newNoise, Matrix newFreedom) {
        return new KernelPosterior(newNoise, newFreedom, lambda, intercept, row, task, weight);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KernelPosterior p
                && noise.equals(p.noise)
                && freedom.equals(p.freedom)
                && lambda == p.lambda
                && intercept == p.intercept
                && Arrays.equals(row, p.row)
                && Arrays.equals(task, p.task)
                && Arrays.equals(weight, p.weight);
    }

    @Override
    public int hashCode() {
        return 31 * noise.hashCode() + Arrays.hashCode(row);
    }

    @Override
    public void requireSuits(Model model) {
        Shapes.require("noise", noise, 1, model.info().tasks().size());
        int support = covariance(model).support().rows();
        for (int r : row) {
            if (r >= support) {
                throw new IllegalArgumentException(
                        "observations must be of the " + support + " support inputs, got row " + r);
            }
        }
    }

    private static TaskCovariance covariance(Model model) {
        return TaskCovariance.of(model)
                .orElseThrow(() -> new IllegalArgumentException("the model must have a kernel and a structure"));
    }

    @Override
    public double[] spread(Model model, Inputs x, int[] tasks) {
        requireSuits(model);
        return new Factored(covariance(model)).spread(model.info().prepared(x), tasks);
    }

    /** C and E'C^-1 E, factored. */
    private final class Factored {
        private static final int BLOCK = 256;

        private final TaskCovariance prior;
        private final Cholesky c;
        private final Matrix solvedTasks;
        private final Cholesky means;
        /** Place of a task among those with observations, -1 without. */
        private final int[] place;

        private final double[] meanWeight;

        Factored(TaskCovariance prior) {
            this.prior = prior;
            int n = row.length;
            Matrix covariance = prior.between(row, task);
            for (int o = 0; o < n; o++) {
                covariance.add(o, o, lambda / weight[o]);
            }
            c = LinearAlgebra.best().cholesky(covariance);
            place = places();
            meanWeight = meanWeights();
            int seen = 1 + Arrays.stream(place).max().orElse(-1);
            Matrix e = Matrix.zeros(n, seen);
            for (int o = 0; o < n; o++) {
                e.set(o, place[task[o]], 1);
            }
            solvedTasks = c.solve(e);
            means = LinearAlgebra.best()
                    .cholesky(LinearAlgebra.best()
                            .multiplyTransposeA(e, solvedTasks)
                            .symmetrized());
        }

        private int[] places() {
            int[] places = new int[noise.cols()];
            Arrays.fill(places, -1);
            int next = 0;
            for (int t : task) {
                if (places[t] < 0) {
                    places[t] = next++;
                }
            }
            return places;
        }

        private double[] meanWeights() {
            double[] sum = new double[noise.cols()];
            int[] count = new int[noise.cols()];
            for (int o = 0; o < task.length; o++) {
                sum[task[o]] += weight[o];
                count[task[o]]++;
            }
            for (int t = 0; t < sum.length; t++) {
                sum[t] = count[t] > 0 ? sum[t] / count[t] : 1;
            }
            return sum;
        }

        double[] spread(Inputs x, int[] tasks) {
            double[] spread = new double[tasks.length];
            for (int from = 0; from < tasks.length; from += BLOCK) {
                int[] some = IntStream.range(from, Math.min(tasks.length, from + BLOCK))
                        .toArray();
                fill(
                        spread,
                        from,
                        prior.scaling().apply(x.select(some)),
                        Arrays.stream(some).map(i -> tasks[i]).toArray());
            }
            return spread;
        }

        private void fill(double[] spread, int from, Inputs x, int[] tasks) {
            double[] own = prior.variances(x, tasks);
            Matrix g = prior.between(row, task, x, tasks);
            Matrix solved = c.solve(g);
            Matrix u = LinearAlgebra.best().multiplyTransposeA(solvedTasks, g).scale(-1);
            for (int i = 0; i < tasks.length; i++) {
                double variance = own[i];
                for (int o = 0; o < row.length; o++) {
                    variance -= g.get(o, i) * solved.get(o, i);
                }
                if (intercept) {
                    variance += ofIntercepts(u.column(i), place[tasks[i]]);
                }
                spread[from + i] = Math.max(0, variance) * meanWeight[tasks[i]] / lambda;
            }
        }

        /** u'(E'C^-1 E)^-1 u, where {@code u} lacks e_t yet. */
        private double ofIntercepts(double[] u, int t) {
            if (t >= 0) {
                u[t] += 1;
            }
            double[] solved = means.solve(u);
            double sum = 0;
            for (int s = 0; s < u.length; s++) {
                sum += u[s] * solved[s];
            }
            return sum;
        }
    }
}
