package dev.kith.select.stack;

import dev.kith.linalg.Matrix;

/**
 * Weights of contenders: not negative, and they sum to 1.
 *
 * @param common 1 x K
 * @param perTask K x T
 * @param drawn how many rows the drawing of a task's weights to the common ones counts as; infinite where all tasks have the common ones
 * @param objective of the problem they minimise, {@link StackSolver}
 * @param gap how far that can be above the smallest, as a share of it; proven
 */
public record StackWeights(Matrix common, Matrix perTask, double drawn, double objective, double gap, int iterations) {
    public StackWeights {
        common = common.frozen();
        perTask = perTask.frozen();
        if (common.rows() != 1 || common.cols() != perTask.rows()) {
            throw new IllegalArgumentException("common weights must be one for each of " + perTask.rows()
                    + " contenders, got " + common.rows() + " x " + common.cols());
        }
    }

    /** Of one task. */
    double[] task(int t) {
        return perTask.column(t);
    }
}
