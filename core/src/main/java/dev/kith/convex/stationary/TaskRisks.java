package dev.kith.convex.stationary;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Quadratic;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.Arrays;

/** V taken apart by task: V(W) = sum_t V_t(w_t). */
final class TaskRisks {
    private final Problem problem;
    private final Loss loss;
    private final DataTerm.Sloped v;
    private final double[] z;
    /** Of the squared loss: V_t at 0. */
    private final double[] constant;

    TaskRisks(Problem problem, Loss loss, DataTerm.Sloped v) {
        this.problem = problem;
        this.loss = loss;
        this.v = v;
        z = new double[problem.size()];
        constant = byObservation(Matrix.zeros(v.tasks(), v.dim()));
    }

    /** V at 0. */
    double magnitude() {
        return Arrays.stream(constant).sum();
    }

    /** V_t for every task; the gradient of V is written. */
    double[] valuesAndGradientInto(Matrix gradient, Matrix wt) {
        v.valueAndGradientInto(gradient, wt);
        return v instanceof Quadratic quadratic ? byMoments(quadratic, gradient, wt) : byObservation(wt);
    }

    /** w'Gw - 2h'w where the gradient is 2(Gw - h). */
    private double[] byMoments(Quadratic quadratic, Matrix gradient, Matrix wt) {
        double[] values = constant.clone();
        for (int t = 0; t < values.length; t++) {
            for (int j = 0; j < wt.cols(); j++) {
                values[t] += wt.get(t, j) * (gradient.get(t, j) / 2 - quadratic.h.get(t, j));
            }
            values[t] = Math.max(0, values[t]);
        }
        return values;
    }

    private double[] byObservation(Matrix wt) {
        problem.predictInto(z, wt);
        double[] b = v.intercepts(wt);
        double[] values = new double[problem.tasks];
        for (int t = 0; t < values.length; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                values[t] += problem.w[o] * loss.value(problem.y[o], z[o] + b[t]);
            }
        }
        return values;
    }
}
