package dev.kith.convex;

import dev.kith.linalg.Matrix;

/**
 * The loss of all observations as a convex function V of the weights (T x dim, row t = w_t), intercepts minimised out.
 */
interface DataTerm {
    int tasks();

    int dim();

    /** V(W); its gradient (or a subgradient) is written into {@code gradient}. */
    double valueAndGradientInto(Matrix gradient, Matrix wt);

    /** A number q with V(W + D) &lt;= V(W) + gradient'D + q/2 for every W: twice the quadratic part along D. */
    double curvatureAlong(Matrix direction);

    /** The objective at W with penalty R, {@code cost} = R(W), and a dual bound from the residuals there. */
    Certificate certificate(Regularizer penalty, Matrix wt, double cost);

    /** Weights on the features of the problem's basis, from weights in the coordinates used here. */
    Matrix toBasis(Matrix wt);

    /** The intercepts (of features centred per task) that go with these weights. */
    double[] intercepts(Matrix wt);
}
