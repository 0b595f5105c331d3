package dev.kith.convex.solver;

import dev.kith.convex.basis.Problem;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.List;

/**
 * Any losses, observation by observation: V(W) = min over b of sum_o w_o loss_t(y_o, z_o), z_o = (phi(x_o) - mean_t)'w_t +
 * b_t. Features are those of the problem's basis.
 */
public final class Margins implements DataTerm {
    /**
     * Intercepts of classes stay within this bound. A task with one class only has its best intercept at infinity; there
     * the loss at the bound is below 1e-17 already.
     */
    private static final double LARGEST_INTERCEPT = 40;
    /** Intercepts change little from one look to the next. */
    private static final double FIRST_REACH = 1e-3;
    /** Slopes this small, relative to the task's weight, are rounding errors of zero. */
    private static final double FLAT = 1e-13;

    final Problem problem;
    /** One a task. */
    private final Loss[] losses;
    /** Task of each observation. */
    private final int[] task;

    private final double[] b;
    private final double[] z;
    private final double[] slope;

    /** @param losses one a task */
    public Margins(Problem problem, List<Loss> losses) {
        this.problem = problem;
        this.losses = losses.toArray(Loss[]::new);
        task = new int[problem.size()];
        for (int t = 0; t < problem.tasks; t++) {
            java.util.Arrays.fill(task, problem.start[t], problem.start[t + 1], t);
        }
        b = new double[problem.tasks];
        z = new double[problem.size()];
        slope = new double[problem.size()];
    }

    @Override
    public int tasks() {
        return problem.tasks;
    }

    @Override
    public int dim() {
        return problem.dim;
    }

    /** The loss of an observation. */
    Loss loss(int o) {
        return losses[task[o]];
    }

    @Override
    public boolean smooth() {
        return java.util.Arrays.stream(losses).allMatch(Loss::smooth);
    }

    @Override
    public double valueAndGradientInto(Matrix gradient, Matrix wt) {
        double value = evaluate(wt);
        for (int o = 0; o < slope.length; o++) {
            slope[o] = problem.w[o] * loss(o).slope(problem.y[o], z[o]);
        }
        problem.gatherInto(gradient, slope);
        return value;
    }

    /** Fills z and b with the margins and best intercepts; returns V. */
    private double evaluate(Matrix wt) {
        problem.predictInto(z, wt);
        double value = 0;
        for (int t = 0; t < problem.tasks; t++) {
            Loss loss = losses[t];
            b[t] = !problem.intercept ? 0 : loss.smooth() ? bestIntercept(t) : middleIntercept(t);
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                z[o] += b[t];
                value += problem.w[o] * loss.value(problem.y[o], z[o]);
            }
        }
        return value;
    }

    /**
     * The root of the increasing function sum w slope(z + b): a bracket around the last one, then false position in the
     * Illinois manner (a side that stays counts half), every third step a bisection, which kinks may need.
     */
    private double bestIntercept(int t) {
        double largest = largestIntercept(t);
        double at = b[t];
        double slopeAt = slopeSum(t, at);
        double low = at;
        double high = at;
        double lowSlope = slopeAt;
        double highSlope = slopeAt;
        for (double reach = FIRST_REACH; highSlope < 0 && high < largest; reach *= 8) {
            low = high;
            lowSlope = highSlope;
            high = Math.min(largest, high + reach);
            highSlope = slopeSum(t, high);
        }
        for (double reach = FIRST_REACH; lowSlope > 0 && low > -largest; reach *= 8) {
            high = low;
            highSlope = lowSlope;
            low = Math.max(-largest, low - reach);
            lowSlope = slopeSum(t, low);
        }
        if (!(lowSlope < 0 && highSlope > 0)) {
            return lowSlope >= 0 ? low : high;
        }
        int side = 0;
        for (int k = 1; k < 200 && high - low > 1e-15 * Math.max(1, Math.abs(low)); k++) {
            double next = k % 3 == 0 ? (low + high) / 2 : low - lowSlope * (high - low) / (highSlope - lowSlope);
            double slopeThere = next > low && next < high ? slopeSum(t, next) : 0;
            if (Math.abs(slopeThere) <= 1e-15 * problem.taskWeight[t]) {
                return next;
            }
            if (slopeThere < 0) {
                low = next;
                lowSlope = slopeThere;
                highSlope *= side < 0 ? 0.5 : 1;
                side = -1;
            } else {
                high = next;
                highSlope = slopeThere;
                lowSlope *= side > 0 ? 0.5 : 1;
                side = 1;
            }
        }
        return (low + high) / 2;
    }

    /**
     * A loss with kinks may have an interval of best intercepts: its middle, so that the answer does not depend on the
     * way there; or its end where it has only one.
     */
    private double middleIntercept(int t) {
        double slack = FLAT * problem.taskWeight[t];
        double largest = largestIntercept(t);
        double from = crossing(t, -slack, largest);
        double to = crossing(t, slack, largest);
        if (from <= -largest || to >= largest) {
            return from <= -largest && to >= largest ? 0 : from <= -largest ? to : from;
        }
        return (from + to) / 2;
    }

    /** Numbers have their best intercept where predictions meet labels. */
    private double largestIntercept(int t) {
        double largest = LARGEST_INTERCEPT;
        for (int o = problem.start[t]; o < problem.start[t + 1] && !losses[t].classification(); o++) {
            largest = Math.max(largest, 2 * Math.abs(problem.y[o]) + 2 * Math.abs(z[o]));
        }
        return largest;
    }

    /** Where the increasing function sum w slope(z + b) passes this level, within the bounds of intercepts. */
    private double crossing(int t, double level, double largest) {
        double low = -largest;
        double high = largest;
        if (slopeSum(t, low) > level || slopeSum(t, high) <= level) {
            return slopeSum(t, low) > level ? low : high;
        }
        while (high - low > 1e-15 * Math.max(1, Math.abs(low))) {
            double middle = (low + high) / 2;
            if (middle == low || middle == high) {
                break;
            }
            boolean beyond = slopeSum(t, middle) > level;
            low = beyond ? low : middle;
            high = beyond ? middle : high;
        }
        return (low + high) / 2;
    }

    private double slopeSum(int t, double intercept) {
        Loss loss = losses[t];
        double sum = 0;
        for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
            sum += problem.w[o] * loss.slope(problem.y[o], z[o] + intercept);
        }
        return sum;
    }

    @Override
    public double curvatureAlong(Matrix direction) {
        problem.predictInto(slope, direction);
        double sum = 0;
        for (int o = 0; o < slope.length; o++) {
            sum += loss(o).curvature() * problem.w[o] * slope[o] * slope[o];
        }
        return sum;
    }

    @Override
    public Certificate certificate(Regularizer penalty, Matrix wt, double cost) {
        double value = evaluate(wt);
        for (int o = 0; o < slope.length; o++) {
            slope[o] = -problem.w[o] * loss(o).slope(problem.y[o], z[o]);
        }
        return new Certificate(value + cost, dual(penalty, slope));
    }

    /** Primal value at W and the dual value of multipliers found otherwise; {@code theta} is overwritten. */
    Certificate certificate(Matrix wt, double cost, Regularizer penalty, double[] theta) {
        return new Certificate(evaluate(wt) + cost, dual(penalty, theta));
    }

    /**
     * -sum w loss*(y, -theta / w) - sup over A, for theta made feasible: where tasks have intercepts their theta sum to
     * zero (the heavier sign is scaled down, which keeps every theta in its range), then all are scaled by c.
     */
    private double dual(Regularizer penalty, double[] theta) {
        for (int o = 0; o < theta.length; o++) {
            double w = problem.w[o];
            theta[o] = w > 0 ? -w * loss(o).nearestDual(problem.y[o], -theta[o] / w) : 0;
        }
        for (int t = 0; t < problem.tasks && problem.intercept; t++) {
            balance(theta, problem.start[t], problem.start[t + 1]);
        }
        Matrix half = Matrix.zeros(problem.tasks, problem.dim);
        problem.gatherInto(half, theta);
        for (int i = 0; i < half.data().length; i++) {
            half.data()[i] /= 2;
        }
        Regularizer.DualTerm term = penalty.dual(half);
        double conjugate = 0;
        for (int o = 0; o < theta.length; o++) {
            if (problem.w[o] > 0) {
                double dual = loss(o).nearestDual(problem.y[o], -term.c() * theta[o] / problem.w[o]);
                conjugate += problem.w[o] * loss(o).conjugate(problem.y[o], dual);
            }
        }
        return -conjugate - term.sup();
    }

    private static void balance(double[] theta, int from, int to) {
        double up = 0;
        double down = 0;
        for (int o = from; o < to; o++) {
            up += Math.max(0, theta[o]);
            down += Math.max(0, -theta[o]);
        }
        double upScale = up > down ? down / up : 1;
        double downScale = down > up ? up / down : 1;
        for (int o = from; o < to; o++) {
            theta[o] *= theta[o] > 0 ? upScale : downScale;
        }
    }

    @Override
    public Matrix toBasis(Matrix wt) {
        return wt;
    }

    @Override
    public double[] intercepts(Matrix wt) {
        evaluate(wt);
        return b.clone();
    }
}
