package dev.kith.select.stack;

import java.util.List;
import java.util.stream.IntStream;

/** The losses of all tasks with the same weights. */
record Sum(List<TaskLoss> losses) implements TaskLoss {
    static Sum of(StackProblem problem) {
        return new Sum(
                IntStream.range(0, problem.taskCount()).mapToObj(problem::loss).toList());
    }

    @Override
    public double value(double[] w) {
        return losses.stream().mapToDouble(loss -> loss.value(w)).sum();
    }

    @Override
    public void addSlopeInto(double[] slope, double[] w) {
        losses.forEach(loss -> loss.addSlopeInto(slope, w));
    }

    @Override
    public void addCurvatureInto(double[][] curvature, double[] w) {
        losses.forEach(loss -> loss.addCurvatureInto(curvature, w));
    }
}
