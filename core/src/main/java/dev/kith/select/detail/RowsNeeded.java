package dev.kith.select.detail;

import dev.kith.method.Methods;
import dev.kith.score.Measure;
import dev.kith.select.Comparison;
import dev.kith.select.unseen.NewTaskResult;
import dev.kith.select.unseen.NewTaskResult.Curve;
import dev.kith.select.unseen.NewTaskResult.Point;
import dev.kith.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * From how many of its rows a new task is predicted as well as the average task that was learned from all its rows.
 *
 * <p>Errors were measured for a few numbers of rows only; between two of them the error is taken to change evenly with log(1 + rows).
 *
 * @param method that predicts new tasks best from the most rows that were tried
 * @param known the measure of known tasks, by the best method of the comparison
 * @param least the error with the most rows that were tried
 * @param rows about how many do; empty where even the most that were tried do not
 * @param below the largest number that was tried and is not enough; empty where no row is needed
 * @param above the smallest number that was tried and is enough
 */
public record RowsNeeded(
        Measure measure,
        String method,
        double known,
        double least,
        Optional<Double> rows,
        Optional<Integer> below,
        Optional<Integer> above) {
    /** Empty where no method predicts new tasks, or known ones have no error. */
    public static Optional<RowsNeeded> of(NewTaskResult found, Comparison comparison) {
        double known = comparison
                .winner()
                .heldOut()
                .scores(found.measure(), comparison.judged())
                .summary()
                .orElse(Double.NaN);
        return found.rows().isEmpty() ? Optional.empty() : of(found, known);
    }

    /** The same with the error of known tasks given; empty if it is NaN. */
    static Optional<RowsNeeded> of(NewTaskResult found, double known) {
        int most = found.rows().get(found.rows().size() - 1);
        return Double.isNaN(known)
                ? Optional.empty()
                : found.best(most).map(curve -> of(found.measure(), curve, known));
    }

    private static RowsNeeded of(Measure measure, Curve curve, double known) {
        List<Point> points = curve.points().stream()
                .filter(point -> point.error().isPresent())
                .toList();
        double last = points.get(points.size() - 1).error().getAsDouble();
        for (int k = 0; k < points.size(); k++) {
            double over = over(measure, points.get(k), known);
            if (over <= 0) {
                int rows = points.get(k).rows();
                return k == 0
                        ? new RowsNeeded(
                                measure,
                                curve.name(),
                                known,
                                last,
                                Optional.of((double) rows),
                                Optional.empty(),
                                Optional.of(rows))
                        : new RowsNeeded(
                                measure,
                                curve.name(),
                                known,
                                last,
                                Optional.of(between(
                                        points.get(k - 1), over(measure, points.get(k - 1), known), rows, over)),
                                Optional.of(points.get(k - 1).rows()),
                                Optional.of(rows));
            }
        }
        return new RowsNeeded(
                measure,
                curve.name(),
                known,
                last,
                Optional.empty(),
                Optional.of(points.get(points.size() - 1).rows()),
                Optional.empty());
    }

    /** How much more an error costs than that of known tasks. */
    private static double over(Measure measure, Point point, double known) {
        return measure.cost(point.error().getAsDouble()) - measure.cost(known);
    }

    private static double between(Point before, double over, int rows, double under) {
        double share = over / (over - under);
        double from = Math.log1p(before.rows());
        return Math.expm1(from + share * (Math.log1p(rows) - from));
    }

    /** What was found, in a sentence. */
    public String sentence() {
        String average = "the average known task (" + measure.key() + " " + Words.number(known) + ")";
        if (rows.isEmpty()) {
            return "Even " + Words.count(below.orElseThrow(), "row")
                    + " of a new task are not enough to be predicted as well as " + average + ": with them "
                    + Methods.label(method) + " comes to " + Words.number(least) + ".";
        }
        if (below.isEmpty()) {
            int first = above.orElseThrow();
            return "A new task is predicted as well as " + average + " from "
                    + (first == 0 ? "no row at all" : Words.count(first, "row") + ", the fewest that were tried")
                    + " (by "
                    + Methods.label(method) + ").";
        }
        return "A new task needs about " + Words.count(Math.max(1, Math.round(rows.get())), "row")
                + " to be predicted as well as " + average + ": " + Methods.label(method) + " gets there between "
                + below.get() + " and "
                + above.orElseThrow() + " rows, the numbers that were tried.";
    }
}
