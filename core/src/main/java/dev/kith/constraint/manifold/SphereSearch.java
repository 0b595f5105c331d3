package dev.kith.constraint.manifold;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * min of a cost over part of a unit sphere, with a lower bound: cells, boxes on the faces of the cube around the sphere, are
 * halved until none can hold a point that is better by more than the tolerance, or the work is used up.
 */
public final class SphereSearch {
    /** What may be left between a minimum and its proof, relative to the range of the cost. */
    private static final double TOLERANCE = 1e-6;

    private static final int MOST_CELLS = 20_000;
    private static final int POLISHES = 10;
    /** Below this gradient, relative to the size of the cost, a point counts as critical. */
    private static final double CRITICAL = 1e-9;

    /**
     * The minimum found.
     *
     * @param gap how much less a value could at most be
     * @param allowed up to which gap the minimum is proven
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the caller, never compared
    public record Found(double[] point, double value, double gap, double allowed) {}

    private final Shape shape;
    private final BoundedCost cost;
    private final int size;
    private final int mostCells;
    private final Descent descent;
    private final Expansion expansion;
    private final PriorityQueue<Cell> open = new PriorityQueue<>(Comparator.comparingDouble(cell -> cell.bound));
    private double[] best = new double[0];
    private double value = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    /**
     * @param size coordinates of a point
     * @param terms of which the cost is a sum: what a cell takes
     */
    public SphereSearch(Shape shape, BoundedCost cost, int size, int terms) {
        this.shape = shape;
        this.cost = cost;
        this.size = size;
        mostCells = Math.min(MOST_CELLS, Math.max(500, 4_000_000 / Math.max(1, terms)));
        descent = new Descent(shape, cost, size);
        expansion = new Expansion(size);
    }

    /** A box on a face of the cube: coordinate {@code axis} is 1 or -1. */
    private static final class Cell {
        private final int axis;
        private final double[] lower;
        private final double[] upper;
        private double bound;

        Cell(int axis, double[] lower, double[] upper, double bound) {
            this.axis = axis;
            this.lower = lower;
            this.upper = upper;
            this.bound = bound;
        }
    }

    /** Searches, beginning with descents from {@code starts}. */
    public Found minimize(List<double[]> starts) {
        for (double[] start : starts) {
            keep(descent.minimize(start));
        }
        double[] gradient = new double[size];
        if (cost instanceof SquaredDistances squares
                && squares.convexAround(best)
                && descent.gradientInto(gradient, best) <= CRITICAL * cost.size()) {
            return new Found(best, value, 0, TOLERANCE * cost.size());
        }
        for (Cell face : faces()) {
            assess(face, Double.NEGATIVE_INFINITY);
        }
        int cells = open.size();
        while (!open.isEmpty() && cells < mostCells && open.element().bound < value - allowed()) {
            split(open.remove());
            cells += 2;
        }
        double bound = open.isEmpty() ? value - allowed() : Math.min(value, open.element().bound);
        polish();
        return new Found(best, value, Math.max(0, value - Math.min(value, bound)), allowed() * (1 + 1e-9));
    }

    /** The search ends near the minimum, within the tolerance of its cost; descents go there. */
    private void polish() {
        for (int k = 0; k < POLISHES; k++) {
            double before = value;
            keep(descent.minimize(best));
            if (!(value < before)) {
                return;
            }
        }
    }

    private double allowed() {
        return TOLERANCE * Math.max(0, most - value) + 1e-13 * cost.size();
    }

    private List<Cell> faces() {
        List<Cell> faces = new java.util.ArrayList<>();
        for (int axis = 0; axis < size; axis++) {
            for (int side = 1; side >= (shape == Shape.SPHERE ? -1 : 1); side -= 2) {
                double[] lower = new double[size];
                double[] upper = new double[size];
                java.util.Arrays.fill(lower, shape == Shape.ORTHANT ? 0 : -1);
                java.util.Arrays.fill(upper, 1);
                lower[axis] = side;
                upper[axis] = side;
                faces.add(new Cell(axis, lower, upper, Double.NEGATIVE_INFINITY));
            }
        }
        return faces;
    }

    private void split(Cell cell) {
        int widest = cell.axis;
        for (int k = 0; k < size; k++) {
            if (cell.upper[k] - cell.lower[k] > cell.upper[widest] - cell.lower[widest]) {
                widest = k;
            }
        }
        double middle = cell.lower[widest] / 2 + cell.upper[widest] / 2;
        double[] upper = cell.upper.clone();
        upper[widest] = middle;
        double[] lower = cell.lower.clone();
        lower[widest] = middle;
        assess(new Cell(cell.axis, cell.lower, upper, 0), cell.bound);
        assess(new Cell(cell.axis, lower, cell.upper, 0), cell.bound);
    }

    /** Bounds a cell, tries its middle, and keeps it unless it can be left out. */
    private void assess(Cell cell, double parent) {
        double[] middle = new double[size];
        double half = 0;
        double nearest = 0;
        double farthest = 0;
        for (int k = 0; k < size; k++) {
            double lower = cell.lower[k];
            double upper = cell.upper[k];
            middle[k] = lower / 2 + upper / 2;
            half += (upper - lower) * (upper - lower) / 4;
            double near = lower <= 0 && upper >= 0 ? 0 : Math.min(Math.abs(lower), Math.abs(upper));
            nearest += near * near;
            farthest += Math.max(lower * lower, upper * upper);
        }
        Shape.normalise(middle);
        nearest = Math.sqrt(nearest);
        // The nearest-point map onto a ball is a contraction, so chords are no longer than distances on the face.
        double chord = Math.sqrt(half) / nearest;
        double radius = 2 * Math.asin(Math.min(1, chord / 2)) * (1 + 1e-12);
        cost.expandInto(expansion, middle, radius);
        most = Math.max(most, expansion.value);
        double within = expansion.leastWithin(radius);
        double inBox = expansion.constant
                + Math.min(0, expansion.bend) * radius * radius
                + leastSlope(cell, radius, nearest, Math.sqrt(farthest));
        cell.bound = Math.max(parent, Math.max(within, inBox));
        if (expansion.value < value) {
            keep(expansion.value < value - 10 * allowed() ? descent.minimize(middle) : middle);
        }
        if (cell.bound < value - allowed()) {
            open.add(cell);
        }
    }

    /** At most slope'v over the cell: v is (r / sin r) times c less its part along the middle, c = u / |u|, u in the box. */
    private double leastSlope(Cell cell, double radius, double nearest, double farthest) {
        if (!(radius < Math.PI / 2)) {
            return Double.NEGATIVE_INFINITY;
        }
        double least = 0;
        for (int k = 0; k < size; k++) {
            least += Math.min(expansion.slope[k] * cell.lower[k], expansion.slope[k] * cell.upper[k]);
        }
        return least >= 0 ? least / farthest : least / nearest * (radius == 0 ? 1 : radius / Math.sin(radius));
    }

    private void keep(double[] candidate) {
        double reached = cost.value(candidate);
        if (reached < value) {
            best = candidate;
            value = reached;
        }
    }
}
