package dev.kith.convex.solver;

import dev.kith.convex.basis.Problem;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import java.util.List;

/**
 * The loss of all observations as a convex function V of the weights (T x dim, row t = w_t), intercepts minimised out.
 */
public interface DataTerm {
    /**
     * The losses of all observations.
     *
     * @param losses one a task
     */
    static DataTerm of(Problem problem, List<Loss> losses) {
        if (losses.get(0).joint().isPresent()) {
            return new JointTerm(problem, losses.get(0));
        }
        return losses.stream().allMatch(Loss::quadratic) ? new Quadratic(problem) : new Margins(problem, losses);
    }

    int tasks();

    int dim();

    /** Whether it has a gradient everywhere. */
    default boolean smooth() {
        return true;
    }

    /** The solver for any penalty with a proximal step. */
    ProximalSolver proximal();

    /** The step on W where the structure is being learned by turns. */
    Supervised supervised(double lambda, Training training);

    /** One that can be descended. */
    interface Sloped extends DataTerm {
        /** V(W); its gradient (or a subgradient) is written into {@code gradient}. */
        double valueAndGradientInto(Matrix gradient, Matrix wt);

        /** A number q with V(W + D) &lt;= V(W) + gradient'D + q/2 for every W: twice the quadratic part along D. */
        double curvatureAlong(Matrix direction);
    }

    /** The objective at W with penalty R, {@code cost} = R(W), and a dual bound from the residuals there. */
    Certificate certificate(Regularizer penalty, Matrix wt, double cost);

    /** Weights on the features of the problem's basis, from weights in the coordinates used here. */
    Matrix toBasis(Matrix wt);

    /** The intercepts (of features centred per task) that go with these weights. */
    double[] intercepts(Matrix wt);
}
