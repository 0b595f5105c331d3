package dev.kith.constraint.equation;

import java.util.Arrays;

/**
 * min over y of 1/2 sum_t w_t (y_t - p_t)^2 subject to gamma(y) = 0, by Newton's method on its conditions of optimality,
 * and a proof that the answer is the nearest point of all.
 *
 * <pre>
 *   W (y - p) + J(y)' nu = 0,  gamma(y) = 0
 * </pre>
 *
 * A handful of steps where the start is near the set. No safeguards: what it returns is proven, or nothing is.
 */
public final class LagrangeNewton {
    private static final int MAX_STEPS = 16;
    private static final double SETTLED = 1e-13;
    /** Steps this small that no longer shrink quadratically are rounding. */
    private static final double ROUNDING = 1e-9;
    /** Room for rounding in the proof's bounds. */
    private static final double MARGIN = 1e-9;

    /*
     * The proof: let L(y) = 1/2 ||y - p||_W^2 + sum_j nu_j gamma_j(y). If L is convex on the ball around p that reaches to
     * the answer c, then c, where the gradient of L is zero, minimises L on it; on the set L is the distance, so nothing
     * on the set inside the ball is nearer, and nothing outside it can be. Convexity is shown by bounds of the Hessians
     * over a box around the ball. For one quadratic equation the bounds are exact and the proof never fails, except where
     * several points are equally near.
     */

    private final EquationSystem system;
    private final double[] point;
    /** sqrt of the weights: the solver works in z = root y, where the norm is Euclidean. */
    private final double[] root;

    private final double[] y;
    private final double[] multiplier;
    private final double[] step;
    private final double[] hessian;
    private final double[] spread;
    private final double[][] curvature;
    private final double[][] normal;
    private final double[][] schur;

    public LagrangeNewton(EquationSystem system, double[] point, double[] root) {
        this.system = system;
        this.point = point;
        this.root = root;
        int n = root.length;
        y = new double[n];
        multiplier = new double[system.equations];
        step = new double[n];
        hessian = new double[n * n];
        spread = new double[n * n];
        curvature = new double[n][n];
        normal = new double[system.equations][n];
        schur = new double[system.equations][system.equations];
    }

    /** The nearest point of the set, found from {@code start}, or an empty array when it was not found or not proven. */
    public double[] solve(double[] start) {
        System.arraycopy(start, 0, y, 0, y.length);
        return converge() && proven() ? y : new double[0];
    }

    private boolean converge() {
        double previous = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MAX_STEPS; i++) {
            if (!system.evaluate(y) || !system.differentiate() || !stepInto()) {
                return false;
            }
            double length = 0;
            double size = 0;
            for (int t = 0; t < step.length; t++) {
                length = Math.max(length, Math.abs(step[t]));
                size = Math.max(size, root[t] * Math.abs(y[t]));
                y[t] += step[t] / root[t];
            }
            boolean rounding = length <= ROUNDING * size && !(length < previous / 4);
            if (length <= SETTLED * size || rounding) {
                return system.evaluate(y) && system.differentiate() && system.zero(1);
            }
            previous = length;
        }
        return false;
    }

    /** Solves for the step in z and the new multipliers; false where the Lagrangian is not convex or J not of full rank. */
    private boolean stepInto() {
        Arrays.fill(hessian, 0);
        system.addHessian(hessian, multiplier);
        if (!factor(0)) {
            return false;
        }
        int m = system.equations;
        for (int t = 0; t < root.length; t++) {
            step[t] = root[t] * (y[t] - point[t]);
        }
        ShortVectors.forwardInto(curvature, step);
        for (int j = 0; j < m; j++) {
            for (int t = 0; t < root.length; t++) {
                normal[j][t] = system.jacobian[j][t] / root[t];
            }
            ShortVectors.forwardInto(curvature, normal[j]);
            multiplier[j] = system.residual[j] - ShortVectors.dot(normal[j], step);
            for (int k = 0; k <= j; k++) {
                schur[j][k] = ShortVectors.dot(normal[j], normal[k]);
            }
        }
        if (!ShortVectors.solveInto(schur, multiplier)) {
            return false;
        }
        for (int j = 0; j < m; j++) {
            ShortVectors.addInto(step, multiplier[j], normal[j]);
        }
        ShortVectors.scaleInto(step, -1);
        ShortVectors.backwardInto(curvature, step);
        return true;
    }

    /** Factors I + R^-1 hessian R^-1, lowered by the spread and {@code margin}; false when it is not positive definite. */
    private boolean factor(double margin) {
        int n = root.length;
        for (int s = 0; s < n; s++) {
            double lowered = margin;
            for (int t = 0; t < n; t++) {
                curvature[s][t] = hessian[s * n + t] / (root[s] * root[t]);
                lowered += spread[s * n + t] / (root[s] * root[t]);
            }
            curvature[s][s] += 1 - lowered;
        }
        return ShortVectors.factorInto(curvature);
    }

    private boolean proven() {
        double radius = 0;
        for (int t = 0; t < y.length; t++) {
            double d = root[t] * (y[t] - point[t]);
            radius += d * d;
        }
        double[] reach = step;
        for (int t = 0; t < reach.length; t++) {
            reach[t] = (1 + MARGIN) * Math.sqrt(radius) / root[t];
        }
        Arrays.fill(hessian, 0);
        return system.addHessianBounds(hessian, spread, multiplier, point, reach) && factor(MARGIN);
    }
}
