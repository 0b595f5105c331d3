package dev.kith.convex.stationary;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;

/**
 * F(W) = min over B >= 0 with zero diagonal of
 *
 * <pre>  sum_t (1 + mu sum_u B_tu) V_t(w_t) + lambda sum_t (||w_t - sum_s B_st w_s||^2 + eps ||w_t||^2)  </pre>
 *
 * Column t of B, what task t takes of the others, is a lasso of few variables and is solved exactly at every W, so that F has the gradient of the sum at the
 * minimiser. A task without labels has no loss to pay with: it gives nothing. W and its gradient are T x d.
 */
final class Borrowed implements Eliminated {
    private final TaskRisks risks;
    private final boolean[] labelled;
    private final double lambda;
    private final double mu;
    private final double ridge;
    private final int tasks;
    private final int dim;
    private final Matrix slopes;
    private final Matrix given;
    private double violation;

    /** @param ridge lambda eps */
    Borrowed(TaskRisks risks, boolean[] labelled, int dim, double lambda, double mu, double ridge) {
        this.risks = risks;
        this.labelled = labelled.clone();
        this.lambda = lambda;
        this.mu = mu;
        this.ridge = ridge;
        this.dim = dim;
        tasks = labelled.length;
        slopes = Matrix.zeros(tasks, dim);
        given = Matrix.zeros(tasks, tasks);
    }

    /** B of the last point asked for: row s is what task s gives, column t what task t takes. */
    Matrix given() {
        return given.copy();
    }

    @Override
    public double at(double[] x, double[] gradient) {
        Matrix wt = Matrix.wrap(tasks, dim, x);
        double[] values = risks.valuesAndGradientInto(slopes, wt);
        borrow(wt, values);
        Matrix left = left(wt);
        Matrix sum = gradient(wt, left);
        System.arraycopy(sum.data(), 0, gradient, 0, gradient.length);
        violation = violation(wt, values, left);
        double value = lambda * left.dot(left) + ridge * wt.dot(wt);
        for (int t = 0; t < tasks; t++) {
            value += weight(t) * values[t];
        }
        return value;
    }

    @Override
    public double magnitude() {
        return risks.magnitude();
    }

    @Override
    public double violation() {
        return violation;
    }

    /** The violation of B, and of W where it has become this on its way into a model. */
    double violationAt(Matrix saved) {
        double[] values = risks.valuesAndGradientInto(slopes, saved);
        return violation(saved, values, left(saved));
    }

    /** Every column of B, going on from what it was. */
    private void borrow(Matrix wt, double[] values) {
        Matrix q = LinearAlgebra.best().multiplyTransposeB(wt, wt).scale(lambda).symmetrized();
        Concurrent.blocks(tasks, CodeStep.BLOCK, (from, to) -> {
            for (int t = from; t < to; t++) {
                double[] cost = new double[tasks];
                for (int s = 0; s < tasks; s++) {
                    cost[s] = s == t || !labelled[s] ? Double.POSITIVE_INFINITY : mu * values[s];
                }
                double[] taken = given.column(t);
                new SmallLasso(q, q.row(t), cost, true).solveInto(taken);
                for (int s = 0; s < tasks; s++) {
                    given.set(s, t, taken[s]);
                }
            }
        });
    }

    /** 1 + mu times what a task gives. */
    private double weight(int t) {
        double sum = 0;
        for (int u = 0; u < tasks; u++) {
            sum += given.get(t, u);
        }
        return 1 + mu * sum;
    }

    /** w_t less what it borrows. */
    private Matrix left(Matrix wt) {
        return wt.plus(-1, LinearAlgebra.best().multiplyTransposeA(given, wt));
    }

    private Matrix gradient(Matrix wt, Matrix left) {
        Matrix sum = pull(wt, left);
        for (int t = 0; t < tasks; t++) {
            double weight = weight(t);
            for (int j = 0; j < dim; j++) {
                sum.add(t, j, weight * slopes.get(t, j));
            }
        }
        return sum;
    }

    /** The gradient of distances and lengths. */
    private Matrix pull(Matrix wt, Matrix left) {
        return left.plus(-1, LinearAlgebra.best().multiply(given, left))
                .scale(2 * lambda)
                .plus(2 * ridge, wt);
    }

    /**
     * The larger of two: the gradient in W relative to the two gradients it is the sum of, and the furthest that the slope of an entry of B
     * is from optimal, relative to the helper's price and the lengths of both tasks' weights.
     */
    private double violation(Matrix wt, double[] values, Matrix left) {
        Matrix sum = gradient(wt, left);
        Matrix pull = pull(wt, left);
        double size = pull.frobeniusNorm() + sum.plus(-1, pull).frobeniusNorm();
        double most = Stationarity.share(sum.frobeniusNorm(), size);
        Matrix products = LinearAlgebra.best().multiplyTransposeB(wt, left);
        for (int s = 0; s < tasks; s++) {
            for (int t = 0; t < tasks; t++) {
                if (s == t || !labelled[s]) {
                    continue;
                }
                double slope = mu * values[s] - 2 * lambda * products.get(s, t);
                double scale = mu * values[s] + 2 * lambda * Math.sqrt(wt.squaredNorm(s) * wt.squaredNorm(t));
                most = Math.max(most, Stationarity.share(Stationarity.awayAbove(slope, given.get(s, t)), scale));
            }
        }
        return most;
    }
}
