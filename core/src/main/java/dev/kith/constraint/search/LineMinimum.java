package dev.kith.constraint.search;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The global minimum of one term over an interval: cells are divided until none can hold a smaller value.
 *
 * @param point where it is
 * @param gap how much smaller the term could at most be: rounding, unless the work was used up
 */
public record LineMinimum(double point, double value, double gap) {
    private static final int MOST_CELLS = 400;
    private static final double TOLERANCE = 1e-12;

    private record Cell(double from, double to, double bound) {}

    /** The minimum of term t over [from, to]; either end may be infinite. */
    public static LineMinimum of(Terms terms, int t, double from, double to) {
        double[] corners = terms.corners(t);
        double low = Math.min(to, Math.max(from, corners[0]));
        double high = Math.max(from, Math.min(to, corners[corners.length - 1]));
        double best = low;
        double value = terms.value(t, low);
        PriorityQueue<Cell> open = new PriorityQueue<>(Comparator.comparingDouble(Cell::bound));
        open.add(new Cell(low, high, Double.NEGATIVE_INFINITY));
        double[] least = new double[2];
        for (int cells = 0; cells < MOST_CELLS && !open.isEmpty(); cells++) {
            if (open.element().bound >= value - TOLERANCE * (1 + Math.abs(value))) {
                break;
            }
            Cell cell = open.remove();
            double middle = cell.from / 2 + cell.to / 2;
            boolean divisible = middle > cell.from && middle < cell.to;
            for (int half = 0; half < (divisible ? 2 : 1); half++) {
                double left = half == 0 ? cell.from : middle;
                double right = half == 0 && divisible ? middle : cell.to;
                Segments.of(terms, t, left, right).leastInto(least, 0, 0);
                for (double at : new double[] {left, least[1], right}) {
                    double reached = terms.value(t, at);
                    best = reached < value ? at : best;
                    value = Math.min(value, reached);
                }
                if (divisible) {
                    open.add(new Cell(left, right, Math.max(cell.bound, least[0])));
                }
            }
        }
        double bound = open.isEmpty() ? value : Math.min(value, open.element().bound);
        return new LineMinimum(best, value, value - bound);
    }
}
