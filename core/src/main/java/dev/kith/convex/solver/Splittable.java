package dev.kith.convex.solver;

import dev.kith.convex.basis.Problem;
import dev.kith.linalg.Matrix;

/** A sum of losses whose proximal step is known, as {@link Splitting} asks for it. */
public interface Splittable {
    Problem problem();

    /** next = argmin over z of the losses at z + ||z - v||^2 / (2 tau), both with the observations' weights; by observation. */
    void proxInto(double[] next, double[] v, double tau);

    /** The losses at W, with the best intercepts or the last ones. */
    double evaluate(Matrix wt);

    /**
     * Primal value at W, and the dual value of multipliers; {@code theta} is made feasible in place.
     *
     * @param intercepts good ones, for losses that do not find the best themselves
     */
    Certificate certificate(Matrix wt, double[] intercepts, double cost, Regularizer penalty, double[] theta);
}
