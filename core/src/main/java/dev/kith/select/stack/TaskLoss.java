package dev.kith.select.stack;

/** What the rows of a task say of its weights: a convex function with two derivatives. */
interface TaskLoss {
    double value(double[] w);

    /** Adds the slopes at w. */
    void addSlopeInto(double[] slope, double[] w);

    /** Adds the second derivatives at w. */
    void addCurvatureInto(double[][] curvature, double[] w);
}
