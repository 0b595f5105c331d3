package dev.kith.select.stack;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Weights for each task, drawn to common ones:
 *
 * <pre>
 *   min F = sum_t [ L_t(w_t) + tau/2 ||w_t - w_0||^2 ] + rho/2 ||w_0 - 1/K||^2
 *   over w_0, w_1, ..., w_T &gt;= 0, each with the sum 1
 * </pre>
 *
 * L_t from {@link StackProblem}, not divided by the number of a task's rows, so that few rows give way to the common weights. rho is so small
 * that it decides nothing but how contenders that predict the same share their weight.
 *
 * <p>The w_t are minimised out by {@link TaskWeights}; what is left is convex in the K numbers w_0, has a derivative, and a second one almost
 * everywhere, by which Newton steps are taken. F is proven to be within
 *
 * <pre>  gap = sum over t, 0 included, of [ g_t'w_t - min_k g_tk ],   g_t the slopes at w_t  </pre>
 *
 * of its minimum, as a convex function is nowhere below its tangent, and that is lowest at a corner.
 */
final class StackSolver {
    /** Of the value; predictions are then the best to many more digits than labels have. */
    private static final double TOLERANCE = 1e-10;

    /** A handful is usual. */
    private static final int MOST_STEPS = 100;

    /** Beside what all rows bend the value by: the weights of contenders that predict the same are told apart by it, others are not moved. */
    private static final double RHO = 1e-7;

    /** A step must lower the value by this share of what its slope promises, or halve the gap: that still falls where the value is all rounding. */
    private static final double PROMISED = 1e-4;

    private static final int MOST_HALVINGS = 40;

    private final StackProblem problem;
    private final int size;
    private final double tau;
    private final double rho;
    private double[] common;
    private double[][] tasks;
    private double value;

    private StackSolver(StackProblem problem, double tau) {
        this.problem = problem;
        this.tau = tau;
        size = problem.contenders();
        rho = RHO * problem.bend();
        common = equal(size);
        tasks = new double[problem.taskCount()][];
        Arrays.setAll(tasks, t -> common.clone());
    }

    /** Weights drawn together as if by so many rows of every task; the same for all where that is infinite. */
    static StackWeights solve(StackProblem problem, double rows) {
        if (!(rows > 0)) {
            throw new IllegalArgumentException("rows must be a number > 0, got " + rows);
        }
        return rows == Double.POSITIVE_INFINITY
                ? alike(problem)
                : new StackSolver(problem, rows * problem.perRow()).drawn(rows);
    }

    static double[] equal(int size) {
        double[] w = new double[size];
        Arrays.fill(w, 1.0 / size);
        return w;
    }

    /** One vector for all tasks: a problem of one task whose loss is the sum of all, drawn to equal weights by rho. */
    private static StackWeights alike(StackProblem problem) {
        TaskWeights all = new TaskWeights(Sum.of(problem), RHO * problem.bend(), equal(problem.contenders()));
        double[] w = all.minimum(equal(problem.contenders()));
        Matrix perTask = columns(w.length, problem.taskCount(), t -> w);
        return new StackWeights(
                Matrix.of(w), perTask, Double.POSITIVE_INFINITY, all.value(w), share(all.gap(w), all.value(w)), 1);
    }

    private static double share(double gap, double value) {
        return value > 0 ? gap / value : gap;
    }

    private StackWeights drawn(double rows) {
        value = valueAt(common, tasks);
        int steps = 0;
        while (share(gap(), value) > TOLERANCE && steps < MOST_STEPS && stepped()) {
            steps++;
        }
        Matrix perTask = columns(size, tasks.length, t -> tasks[t]);
        return new StackWeights(Matrix.of(common), perTask, rows, value, share(gap(), value), steps);
    }

    private static Matrix columns(int rows, int cols, IntFunction<double[]> column) {
        Matrix all = Matrix.zeros(rows, cols);
        for (int t = 0; t < cols; t++) {
            for (int k = 0; k < rows; k++) {
                all.set(k, t, column.apply(t)[k]);
            }
        }
        return all;
    }

    private TaskWeights task(int t, double[] to) {
        return new TaskWeights(problem.loss(t), tau, to);
    }

    /** Minimises the tasks' weights out, into {@code found}, which holds what to start from. */
    private double valueAt(double[] w, double[][] found) {
        double sum = 0;
        double[] equal = equal(size);
        for (int k = 0; k < size; k++) {
            sum += rho * (w[k] - equal[k]) * (w[k] - equal[k]) / 2;
        }
        for (int t = 0; t < found.length; t++) {
            TaskWeights task = task(t, w);
            found[t] = task.minimum(found[t]);
            sum += task.value(found[t]);
        }
        return sum;
    }

    private double[] slope(double[] at, double[][] each) {
        double[] slope = new double[size];
        for (int k = 0; k < size; k++) {
            slope[k] = rho * (at[k] - 1.0 / size);
            for (double[] w : each) {
                slope[k] += tau * (at[k] - w[k]);
            }
        }
        return slope;
    }

    /** One Newton step; false where rounding leaves none. */
    private boolean stepped() {
        double[] slope = slope(common, tasks);
        double[][] curvature = new double[size][size];
        for (int t = 0; t < tasks.length; t++) {
            task(t, common).addCommonCurvatureInto(curvature, tasks[t]);
        }
        double[] b = new double[size];
        for (int k = 0; k < size; k++) {
            curvature[k][k] += rho;
            b[k] = -slope[k];
        }
        for (int k = 0; k < size; k++) {
            for (int j = 0; j < size; j++) {
                b[k] += curvature[k][j] * common[j];
            }
        }
        double[] to = SimplexQuadratic.minimum(curvature, b, common);
        double promised = 0;
        for (int k = 0; k < size; k++) {
            promised += slope[k] * (to[k] - common[k]);
        }
        return promised < 0 && searched(to, promised);
    }

    private boolean searched(double[] to, double promised) {
        double length = 1;
        for (int halving = 0; halving < MOST_HALVINGS; halving++, length /= 2) {
            double[] tried = TaskWeights.between(common, to, length);
            double[][] found = tasks.clone();
            double there = valueAt(tried, found);
            if (there <= value + PROMISED * length * promised || gap(tried, found) < gap() / 2) {
                common = tried;
                tasks = found;
                value = there;
                return true;
            }
        }
        return false;
    }

    private double gap() {
        return gap(common, tasks);
    }

    private double gap(double[] at, double[][] each) {
        double gap = TaskWeights.gap(slope(at, each), at);
        for (int t = 0; t < each.length; t++) {
            gap += task(t, at).gap(each[t]);
        }
        return gap;
    }
}
