package dev.kith.convex.stationary;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Monitor;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Training;

/**
 * Tasks that borrow from others, hard ones from easy ones [1]:
 *
 * <pre>  min over W, B >= 0 of  sum_t (1 + mu sum_u B_tu) V_t(w_t) + lambda (||W - W B||_F^2 + eps ||W||_F^2),   B_tt = 0  </pre>
 *
 * which is not convex. As published, eps is 0: where tasks can be fitted perfectly (more features than rows, classes that a plane separates) the objective then
 * falls to 0, as giving costs nothing any more, and weights grow without end. It starts from every task alone (B = 0), the only start; B is minimised out ({@code Borrowed}).
 *
 * <p>[1] Lee, Yang and Hwang, Asymmetric multi-task learning based on task relatedness and loss, 2016.
 */
public final class TransferSearch {
    private final DataTerm.Sloped v;
    private final double start;
    private final Training training;
    private final Borrowed function;

    /** @param ridge lambda eps */
    public TransferSearch(
            Problem problem, Loss loss, DataTerm.Sloped v, double lambda, double mu, double ridge, Training training) {
        this.v = v;
        start = lambda + ridge;
        this.training = training;
        boolean[] labelled = new boolean[problem.tasks];
        for (int t = 0; t < labelled.length; t++) {
            labelled[t] = problem.taskWeight[t] > 0;
        }
        function = new Borrowed(new TaskRisks(problem, loss, v), labelled, v.dim(), lambda, mu, ridge);
    }

    /**
     * Where the descent ended.
     *
     * @param weights W, T x d
     * @param given B: row s is what task s gives, column t what task t takes
     */
    public record Found(Matrix weights, Matrix given, double objective, int steps) {}

    public Found solve(Monitor monitor) {
        Descent alone = new Descent(new Alone(v, start), new double[v.tasks() * v.dim()]);
        alone.run(Monitor.silent(training, training.tolerance()));
        Descent descent = new Descent(function, alone.point());
        int steps = descent.run(monitor);
        return new Found(Matrix.wrap(v.tasks(), v.dim(), descent.point()), function.given(), descent.value(), steps);
    }

    /** How far B is from a stationary point where W has become this, T x d. */
    public double violationAt(Matrix saved) {
        return function.violationAt(saved);
    }
}
