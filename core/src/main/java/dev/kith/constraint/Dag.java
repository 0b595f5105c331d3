package dev.kith.constraint;

import dev.kith.constraint.search.LineMinimum;
import dev.kith.constraint.search.Terms;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * C = comparisons of D items without a cycle. One coordinate per pair (p, q), p &lt; q, in the order (1,2), (1,3), ...,
 * (2,3), ...: positive when p is preferred to q, negative for the opposite, 0 for no statement.
 *
 * <p>Given an order of the items each pair has its nearest allowed value, so the weighted projection is a choice of
 * order: minimum feedback arc set, exact unless more than {@link LinearOrdering#EXACT} items are caught in one knot of
 * contradictions, and then with a bound on the gap.
 *
 * @param items D &gt;= 2
 * @param arcs which values an arc may have
 */
record Dag(int items, Arcs arcs) implements ConstraintSet {
    /** The values of a coordinate. */
    public enum Arcs {
        /** -1, 0 or 1: a directed acyclic graph. */
        SIGNS,
        /** -1 or 1: a complete order. */
        ORDER,
        /** Any number: an acyclic graph with weights on its arcs. */
        REAL
    }

    public Dag {
        if (items < 2) {
            throw new IllegalArgumentException("items must be a whole number >= 2, got " + items);
        }
    }

    /** The set for this many tasks, one per pair of items. */
    public static Dag ofTasks(int tasks, Arcs arcs) {
        int items = (int) Math.round((1 + Math.sqrt(1 + 8.0 * tasks)) / 2);
        if (tasks < 1 || items * (items - 1L) / 2 != tasks) {
            throw new IllegalArgumentException(
                    "comparisons of D items need D(D-1)/2 tasks (1, 3, 6, 10, ...), got " + tasks);
        }
        return new Dag(items, arcs);
    }

    @Override
    public String spec() {
        return switch (arcs) {
            case SIGNS -> "dag";
            case ORDER -> "ranking";
            case REAL -> "dag:real";
        };
    }

    @Override
    public int dimension() {
        return items * (items - 1) / 2;
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension(), point, weights);
        return solve(
                point,
                weights,
                (t, c) -> weights[t] * (c - point[t]) * (c - point[t]),
                (t, sign) -> sign * point[t] >= 0 ? point[t] : 0);
    }

    /** {@inheritDoc} Arcs of any number take the best value of their sign, or else keep the start's or become 0. */
    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        if (arcs != Arcs.REAL || !GlobalMinimum.provable(cost)) {
            Projection found = solve(start, weights, cost::value, (t, sign) -> sign * start[t] >= 0 ? start[t] : 0);
            return arcs == Arcs.REAL ? Projection.of(found.point(), start, weights, Double.NaN) : found;
        }
        Terms terms = GlobalMinimum.terms(cost, dimension());
        double[][] best = new double[2][dimension()];
        double gap = 0;
        for (int t = 0; t < dimension(); t++) {
            LineMinimum below = LineMinimum.of(terms, t, Double.NEGATIVE_INFINITY, 0);
            LineMinimum above = LineMinimum.of(terms, t, 0, Double.POSITIVE_INFINITY);
            best[0][t] = below.point();
            best[1][t] = above.point();
            gap += Math.max(below.gap(), above.gap());
        }
        Projection found = solve(start, weights, cost::value, (t, sign) -> best[sign < 0 ? 0 : 1][t]);
        return Projection.of(found.point(), start, weights, found.gap() + gap);
    }

    private interface Cost {
        double of(int t, double c);
    }

    /** The value of a real arc whose sign must not be the opposite of {@code sign}. */
    private interface Nearest {
        double of(int t, int sign);
    }

    private Projection solve(double[] point, double[] weights, Cost cost, Nearest nearest) {
        Matrix before = Matrix.zeros(items, items);
        for (int p = 0, t = 0; p < items; p++) {
            for (int q = p + 1; q < items; q++, t++) {
                before.set(p, q, cost.of(t, value(t, 1, cost, nearest)));
                before.set(q, p, cost.of(t, value(t, -1, cost, nearest)));
            }
        }
        LinearOrdering ordering = new LinearOrdering(before);
        int[] place = new int[items];
        int[] order = ordering.order();
        for (int k = 0; k < items; k++) {
            place[order[k]] = k;
        }
        double[] c = new double[point.length];
        for (int p = 0, t = 0; p < items; p++) {
            for (int q = p + 1; q < items; q++, t++) {
                c[t] = value(t, place[p] < place[q] ? 1 : -1, cost, nearest);
            }
        }
        return Projection.of(c, point, weights, ordering.gap());
    }

    /** The best value of pair t when its first item stands before (+1) or behind (-1) its second. */
    private double value(int t, int sign, Cost cost, Nearest nearest) {
        return switch (arcs) {
            case ORDER -> sign;
            case SIGNS -> cost.of(t, 0) <= cost.of(t, sign) ? 0 : sign;
            case REAL -> nearest.of(t, sign);
        };
    }

    @Override
    public double[] sample(SplittableRandom random) {
        double[] place = new double[items];
        Arrays.setAll(place, i -> random.nextDouble());
        double[] c = new double[dimension()];
        for (int p = 0, t = 0; p < items; p++) {
            for (int q = p + 1; q < items; q++, t++) {
                double size = arcs == Arcs.REAL ? random.nextDouble() : 1;
                boolean absent = arcs != Arcs.ORDER && random.nextInt(3) == 0;
                c[t] = absent ? 0 : place[p] < place[q] ? size : -size;
            }
        }
        return c;
    }
}
