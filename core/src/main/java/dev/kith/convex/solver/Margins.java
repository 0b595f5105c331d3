package dev.kith.convex.solver;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.basis.RowPasses;
import dev.kith.convex.basis.TaskGrams;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Any losses, observation by observation: V(W) = min over b of sum_o w_o loss_t(y_o, z_o), z_o = (phi(x_o) - mean_t)'w_t +
 * b_t. Features are those of the problem's basis.
 */
public final class Margins implements DataTerm.Sloped, Splitting.Losses {
    /** Second derivatives of zero, relative to their largest: an expansion must have a minimum. */
    private static final double LEAST_BEND = 1e-7;
    /** Where a loss is a straight line, so much of the parabola above it: 1e-7 of it takes 100 times as long, 1e-1 twice. */
    private static final double STRAIGHT = 1e-2;

    /** Sums of slopes this small, relative to the task's weight, are zero for an estimate. */
    private static final double UNBALANCED = 1e-11;

    /** Far from the minimum a second derivative need not be exact. */
    private static final int ROUGH = 4;
    /** So many observations for every feature make a second derivative to work with. */
    private static final int ENOUGH = 8;

    final Problem problem;
    /** One a task. */
    private final Loss[] losses;
    /** Task of each observation. */
    private final int[] task;

    private final Pointwise terms;
    private final RowPasses passes;
    private final InterceptSearch search;
    private final double[] b;
    private final double[] z;
    private final double[] slope;
    private final double[] scratch;
    private double value;
    /** Whether slopes sum to zero in every task that has an intercept. */
    private boolean balanced;

    /** Where the last evaluation was. */
    private Matrix at = Matrix.zeros(0, 0);

    /** @param losses one a task */
    public Margins(Problem problem, List<Loss> losses) {
        this(problem, losses.toArray(Loss[]::new), tasks(problem), null);
    }

    private static int[] tasks(Problem problem) {
        int[] task = new int[problem.size()];
        for (int t = 0; t < problem.tasks; t++) {
            Arrays.fill(task, problem.start[t], problem.start[t + 1], t);
        }
        return task;
    }

    private Margins(Problem problem, Loss[] losses, int[] task, @Nullable Pointwise instead) {
        this.problem = problem;
        this.losses = losses;
        for (Loss loss : losses) {
            Losses.requireSeparate(loss, "this method");
        }
        this.task = task;
        terms = instead == null ? new Pointwise.Losses(problem, losses, task) : instead;
        passes = problem.passes();
        search = new InterceptSearch(problem, losses, terms);
        b = new double[problem.tasks];
        z = new double[problem.size()];
        slope = new double[problem.size()];
        scratch = new double[problem.size()];
    }

    @Override
    public int tasks() {
        return problem.tasks;
    }

    @Override
    public int dim() {
        return problem.dim;
    }

    @Override
    public Problem problem() {
        return problem;
    }

    @Override
    public void proxInto(double[] next, double[] v, double tau) {
        for (int o = 0; o < next.length; o++) {
            next[o] = loss(o).prox(problem.y[o], v[o], tau);
        }
    }

    @Override
    public double value(double[] predictions) {
        double sum = 0;
        for (int o = 0; o < predictions.length; o++) {
            sum += problem.w[o] * loss(o).value(problem.y[o], predictions[o]);
        }
        return sum;
    }

    /** The loss of an observation. */
    Loss loss(int o) {
        return losses[task[o]];
    }

    @Override
    public boolean smooth() {
        return Arrays.stream(losses).allMatch(Loss::smooth);
    }

    /** Whether there are second derivatives everywhere. */
    public boolean differentiable() {
        return Arrays.stream(losses).allMatch(Loss::differentiable);
    }

    /** Splitting for losses with kinks, and for those whose derivatives cost too much to have or have no bound. */
    @Override
    public ProximalSolver proximal() {
        return split() ? new Splitting(this) : ProximalNewton.orGradient(this);
    }

    @Override
    public Supervised supervised(double lambda, Training training) {
        return split()
                ? new Supervised.Split(new Splitting(this), lambda, training)
                : new Supervised.Smooth(this, lambda, training);
    }

    /** Whether only splitting is left: no slope that changes slowly, and no second derivatives at a price that pays. */
    public boolean split() {
        return !smooth() && !ProximalNewton.suits(this);
    }

    @Override
    public double valueAndGradientInto(Matrix gradient, Matrix wt) {
        evaluate(wt);
        return gradientInto(gradient);
    }

    /** V and its gradient where the last evaluation was. */
    double gradientInto(Matrix gradient) {
        passes.gatherInto(gradient, slope);
        return value;
    }

    /** Whether rows are dense. */
    boolean dense() {
        return passes.dense();
    }

    /** Goes to W: fills z, b and slope with margins, best intercepts and weighted slopes there; returns V. */
    @Override
    public double evaluate(Matrix wt) {
        at = wt.copy();
        passes.predictInto(z, wt);
        double[] values = new double[problem.tasks];
        double[] sums = new double[problem.tasks];
        passes.forEachTask((t, from, to) -> {
            b[t] = !problem.intercept
                    ? 0
                    : losses[t].differentiable() ? search.smooth(t, z, b[t]) : search.middle(t, z);
            for (int o = from; o < to; o++) {
                z[o] += b[t];
                slope[o] = problem.w[o] * terms.slope(o, z[o]);
                sums[t] += slope[o];
                values[t] += problem.w[o] * terms.value(o, z[o]);
            }
        });
        value = Arrays.stream(values).sum();
        balanced = true;
        for (int t = 0; t < sums.length && problem.intercept; t++) {
            balanced &= Math.abs(sums[t]) <= UNBALANCED * problem.taskWeight[t];
        }
        return value;
    }

    /**
     * Half the second derivative of V where the last evaluation was, task by task; for dense rows.
     *
     * @param bounded whether upper bounds are meant that hold everywhere
     * @param roughly whether every {@value #ROUGH}th observation may stand for all, in tasks with enough of them
     */
    TaskGrams bends(boolean bounded, boolean roughly) {
        passes.forEachTask((t, from, to) -> {
            double least = LEAST_BEND * (losses[t].smooth() ? losses[t].curvature() : 1);
            int every = roughly && to - from > ENOUGH * ROUGH * problem.dim ? ROUGH : 1;
            Arrays.fill(scratch, from, to, 0);
            for (int o = from; o < to; o += every) {
                double bend = bounded ? terms.majorant(o, z[o]) : terms.bend(o, z[o]);
                bend = bend > 0 ? bend : STRAIGHT * terms.majorant(o, z[o]);
                scratch[o] = every * problem.w[o] * Math.max(least, bend) / 2;
            }
        });
        return passes.grams(scratch);
    }

    @Override
    public double curvatureAlong(Matrix direction) {
        passes.predictInto(scratch, direction);
        double sum = 0;
        for (int o = 0; o < scratch.length; o++) {
            sum += loss(o).curvature() * problem.w[o] * scratch[o] * scratch[o];
        }
        return sum;
    }

    @Override
    public Certificate certificate(Regularizer penalty, Matrix wt, double cost) {
        return new Certificate(evaluate(wt) + cost, dual(penalty));
    }

    /** The dual value of the slopes where the last evaluation was. */
    double dual(Regularizer penalty) {
        for (int o = 0; o < slope.length; o++) {
            scratch[o] = -slope[o];
        }
        return dual(penalty, scratch);
    }

    /**
     * The same where the gradient is known. The conjugate of a loss at its own slope is slope times margin less loss: where
     * slopes are feasible as they are, observations need not be looked at again.
     */
    double dual(Regularizer penalty, Matrix gradient) {
        if (!balanced) {
            return dual(penalty);
        }
        Regularizer.DualTerm term = penalty.dual(gradient.scale(-0.5));
        if (term.c() < 1) {
            return dual(penalty);
        }
        double product = 0;
        for (int o = 0; o < slope.length; o++) {
            product += slope[o] * z[o];
        }
        return value - product - term.sup();
    }

    @Override
    public Certificate certificate(Matrix wt, double[] intercepts, double cost, Regularizer penalty, double[] theta) {
        return new Certificate(evaluate(wt) + cost, dual(penalty, theta));
    }

    /**
     * -sum w loss*(y, -theta / w) - sup over A, for theta made feasible: where tasks have intercepts their theta sum to
     * zero (the heavier sign is scaled down, which keeps every theta in its range), then all are scaled by c.
     */
    private double dual(Regularizer penalty, double[] theta) {
        passes.forEachTask((t, from, to) -> {
            Loss loss = losses[t];
            for (int o = from; o < to; o++) {
                double w = problem.w[o];
                theta[o] = w > 0 ? -w * loss.nearestDual(problem.y[o], -theta[o] / w) : 0;
            }
            if (problem.intercept) {
                balance(theta, from, to);
            }
        });
        Matrix half = Matrix.zeros(problem.tasks, problem.dim);
        passes.gatherInto(half, theta);
        for (int i = 0; i < half.data().length; i++) {
            half.data()[i] /= 2;
        }
        Regularizer.DualTerm term = penalty.dual(half);
        double[] conjugates = new double[problem.tasks];
        passes.forEachTask((t, from, to) -> {
            Loss loss = losses[t];
            for (int o = from; o < to; o++) {
                double w = problem.w[o];
                double y = problem.y[o];
                conjugates[t] += w > 0 ? w * loss.conjugate(y, loss.nearestDual(y, -term.c() * theta[o] / w)) : 0;
            }
        });
        return -Arrays.stream(conjugates).sum() - term.sup();
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
        if (problem.intercept && !wt.equals(at)) {
            evaluate(wt);
        }
        return b.clone();
    }
}
