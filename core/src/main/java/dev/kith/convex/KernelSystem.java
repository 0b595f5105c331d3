package dev.kith.convex;

import dev.kith.convex.basis.Basis;
import dev.kith.convex.basis.Observations;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.basis.RowSpace;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.data.StringInputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Fits with a known structure A and the squared loss where observations are fewer than features: one linear system,
 *
 * <pre>
 *   sum_p A_ts k(x_o, x_p) alpha_p + lambda alpha_o / w_o + b_t = y_o      t the task of o, s that of p
 *   sum of alpha over the observations of each task = 0                    with intercepts
 * </pre>
 *
 * for f_t(x) = b_t + sum_p A_ts k(x, x_p) alpha_p. One Cholesky factor with as many rows as there are observations, where a
 * basis of the kernel would take a factor and then iterations.
 */
final class KernelSystem {
    /** Beyond so many observations the system (1.2 GB here) is left to other solvers. */
    private static final int LARGEST = 12_000;
    /** With more labels per input a basis of the inputs is the smaller problem. */
    private static final double MOST_LABELS = 1.5;

    private static final int REFINEMENTS = 2;

    private final int tasks;
    private final boolean intercept;
    private final RowSpace space;
    private final Matrix gram;
    /** What centring took away from the kernel, by input. */
    private final double[] mean;

    /** Observations that have a weight: input, task, label and weight. Those of weight 0 have alpha = 0. */
    private final int[] row;

    private final int[] task;
    private final double[] y;
    private final double[] w;
    private final double[] labelMean;

    KernelSystem(Dataset data, Kernel kernel, Training training) {
        tasks = data.taskCount();
        intercept = training.intercept();
        space = RowSpace.of(data.inputs(), kernel, intercept);
        gram = space.gram();
        mean = intercept ? Basis.centreInto(gram) : new double[gram.rows()];
        Observations seen = new Observations(data, training.weighting());
        int[] used = IntStream.range(0, seen.size()).filter(o -> seen.w[o] > 0).toArray();
        row = IntStream.of(used).map(o -> seen.row[o]).toArray();
        w = IntStream.of(used).mapToDouble(o -> seen.w[o]).toArray();
        y = IntStream.of(used).mapToDouble(o -> seen.y[o]).toArray();
        int[] taskOf = new int[seen.size()];
        for (int t = 0; t < tasks; t++) {
            java.util.Arrays.fill(taskOf, seen.start[t], seen.start[t + 1], t);
        }
        task = IntStream.of(used).map(o -> taskOf[o]).toArray();
        labelMean = intercept ? means(y) : new double[tasks];
        for (int o = 0; o < y.length; o++) {
            y[o] -= labelMean[task[o]];
        }
    }

    /** Whether this is the way to go: a squared loss, one task or data that are not complete, fewer observations than features. */
    static boolean suits(Dataset data, ConvexTrainer trainer) {
        return trainer.losses().common().filter(Loss::quadratic).isPresent()
                && data.size() <= Math.min(LARGEST, MOST_LABELS * data.inputs().rows())
                && (trainer.kernel() instanceof Linear
                        ? !(data.inputs() instanceof StringInputs)
                                && data.inputs().features().size() > data.size()
                        : trainer.approximation()
                                .of(data.inputs(), trainer.kernel())
                                .exact())
                && (data.taskCount() == 1 || !Problem.complete(data));
    }

    /** Empty where rounding leaves no positive definite system, or an answer further off than {@code tolerance}. */
    Optional<Solution> solve(TaskMatrix structure, double lambda, double tolerance, Monitor monitor) {
        Matrix a = structure.dense();
        Point point;
        try {
            point = new Equations(a, lambda).solve();
        } catch (NumericalException indefinite) {
            return Optional.empty();
        }
        if (!(point.certificate.gap() <= tolerance)) {
            return Optional.empty();
        }
        monitor.ended(1, point.certificate);
        return Optional.of(new Solution(
                weights(a, point),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(structure),
                point.certificate,
                1,
                monitor.status(),
                monitor.history()));
    }

    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Point(double[] alpha, double[] b, Certificate certificate) {}

    private Solution.Weights weights(Matrix a, Point point) {
        Matrix coefficients = Matrix.zeros(gram.rows(), tasks);
        for (int o = 0; o < row.length; o++) {
            for (int t = 0; t < tasks; t++) {
                coefficients.add(row[o], t, a.get(t, task[o]) * point.alpha[o]);
            }
        }
        double[] b = labelMean.clone();
        Basis.Decoded decoded = space.decoded(coefficients);
        for (int t = 0; t < tasks && intercept; t++) {
            b[t] += point.b[t] - decoded.offset()[t];
            for (int i = 0; i < mean.length; i++) {
                b[t] -= mean[i] * coefficients.get(i, t);
            }
        }
        return new Solution.Weights(decoded.coefficients(), b);
    }

    /** Weighted means by task. */
    private double[] means(double[] values) {
        double[] sum = new double[tasks];
        double[] total = new double[tasks];
        for (int o = 0; o < values.length; o++) {
            sum[task[o]] += w[o] * values[o];
            total[task[o]] += w[o];
        }
        java.util.Arrays.setAll(sum, t -> total[t] > 0 ? sum[t] / total[t] : 0);
        return sum;
    }

    private double[] sums(double[] values) {
        double[] sum = new double[tasks];
        for (int o = 0; o < values.length; o++) {
            sum[task[o]] += values[o];
        }
        return sum;
    }

    /** The system at one A and lambda, M = A_ts K + lambda / w, and its factor. */
    private final class Equations {
        private final double lambda;
        private final Matrix m;
        private final TaskTriangle triangle;

        private final Optional<Cholesky> inner;

        Equations(Matrix a, double lambda) {
            this.lambda = lambda;
            m = Matrix.zeros(row.length, row.length);
            for (int o = 0; o < row.length; o++) {
                for (int p = 0; p < row.length; p++) {
                    m.set(o, p, a.get(task[o], task[p]) * gram.get(row[o], row[p]));
                }
                m.add(o, o, lambda / w[o]);
            }
            triangle = new TaskTriangle(LinearAlgebra.best().cholesky(m), task, intercept ? tasks : 0);
            inner = intercept ? Optional.of(LinearAlgebra.best().cholesky(triangle.products())) : Optional.empty();
        }

        /** Solves, and solves again for what rounding left. */
        Point solve() {
            double[] alpha = new double[row.length];
            double[] b = new double[tasks];
            for (int round = 0; round <= REFINEMENTS; round++) {
                double[] half = triangle.forward(rest(alpha, b));
                double[] right = triangle.sums(half);
                double[] missing = sums(alpha);
                for (int t = 0; t < right.length; t++) {
                    right[t] += missing[t];
                }
                double[] shift = inner.map(s -> s.solve(right)).orElse(new double[tasks]);
                double[] step = triangle.backward(half, shift);
                for (int o = 0; o < alpha.length; o++) {
                    alpha[o] += step[o];
                }
                java.util.Arrays.setAll(b, t -> b[t] + shift[t]);
            }
            return new Point(alpha, b, certificate(alpha, b));
        }

        /** y - M alpha - b. */
        private double[] rest(double[] alpha, double[] b) {
            double[] image = times(alpha);
            double[] rest = new double[alpha.length];
            java.util.Arrays.setAll(rest, o -> y[o] - image[o] - b[task[o]]);
            return rest;
        }

        private double[] times(double[] x) {
            return LinearAlgebra.best().multiply(m, Matrix.wrap(x.length, 1, x)).data();
        }

        /** With v = w r, r the residuals less their mean by task, the dual value is 2 y'v - v'M v / lambda. */
        private Certificate certificate(double[] alpha, double[] b) {
            double[] r = rest(alpha, b);
            double primal = 0;
            for (int o = 0; o < r.length; o++) {
                r[o] += lambda * alpha[o] / w[o];
                primal += w[o] * r[o] * r[o] + lambda * alpha[o] * (y[o] - b[task[o]] - r[o]);
            }
            double[] middle = intercept ? means(r) : new double[tasks];
            double[] v = new double[r.length];
            java.util.Arrays.setAll(v, o -> w[o] * (r[o] - middle[task[o]]));
            double[] image = times(v);
            double dual = 0;
            for (int o = 0; o < v.length; o++) {
                dual += v[o] * (2 * y[o] - image[o] / lambda);
            }
            return new Certificate(primal, dual);
        }
    }
}
