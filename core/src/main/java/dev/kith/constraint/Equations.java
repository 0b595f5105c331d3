package dev.kith.constraint;

import dev.kith.constraint.equation.EquationException;
import dev.kith.constraint.equation.EquationParser;
import dev.kith.constraint.equation.EquationSystem;
import dev.kith.constraint.equation.Restoration;
import dev.kith.constraint.equation.ShortVectors;
import dev.kith.constraint.equation.Tape;
import dev.kith.constraint.search.Slabs;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * C = {y : gamma_j(y) = 0 for all j}, equations written as text: {@code y1^2 + y2^2 = 1; y3 = sin(y1)}.
 *
 * <p>Projection runs Newton's method from the query and then proves that nothing on C is nearer: the gap is 0. Where that
 * fails (the query far away compared to the curvature of C, or equally near to several points) a safeguarded Newton
 * method runs from the query itself (moved onto C the weighted and the plain way), from the nearest of a fixed set of
 * points on C found once, and from a ring around the query; the nearest result wins. It is a local minimum, very likely
 * the global one; its gap is NaN. Every answer solves the equations to rounding, or there is a {@link
 * ProjectionException}.
 */
final class Equations implements ConstraintSet {
    private static final int ANCHORS = 64;

    private final String text;
    private final List<Tape> tapes;
    private final int dimension;
    private final Matrix anchors;

    private Equations(String text, List<Tape> tapes, int dimension) {
        this.text = text;
        this.tapes = tapes;
        this.dimension = dimension;
        this.anchors = findAnchors();
    }

    /**
     * The set described by {@code text}, with the names of {@code tasks} (and y1, y2, ...) as variables. Linear equations
     * become an {@link Affine} set, whose projection is exact.
     *
     * @throws EquationException if the text cannot be read
     * @throws IllegalArgumentException if linear equations contradict each other
     * @throws ProjectionException if no solution is found, or the equations are singular on the whole set
     */
    public static ConstraintSet parse(String text, List<String> tasks) {
        List<Tape> tapes = EquationParser.parse(text, tasks);
        boolean linear = tapes.stream().allMatch(tape -> tape.degree() <= 1);
        return linear ? linear(text, tapes, tasks.size()) : new Equations(text, tapes, tasks.size());
    }

    private static Affine linear(String text, List<Tape> tapes, int dimension) {
        EquationSystem system = new EquationSystem(tapes, dimension);
        if (!system.evaluate(new double[dimension]) || !system.differentiate()) {
            throw new ProjectionException(
                    ProjectionException.Reason.UNDEFINED, "constraint '" + text + "' has no finite value");
        }
        double[] constants = Arrays.stream(system.residual).map(r -> -r).toArray();
        return new Affine(text, Matrix.of(system.jacobian), constants);
    }

    /** Points on the set, from random starts of many sizes: the set's units are not known. */
    private Matrix findAnchors() {
        SplittableRandom random = new SplittableRandom(1);
        double[] ones = ones();
        double[][] found = new double[ANCHORS][];
        int count = 0;
        int rank = 0;
        int rankOnSet = 0;
        double least = Double.POSITIVE_INFINITY;
        EquationSystem system = new EquationSystem(tapes, dimension);
        for (int k = 0; k < ANCHORS; k++) {
            double size = Math.pow(2, k % 12 - 3);
            double[] start = Points.gaussian(random, dimension);
            ShortVectors.scaleInto(start, size);
            if (system.evaluate(start) && system.differentiate()) {
                rank = Math.max(rank, system.rank(start));
            }
            system.referTo(start);
            Restoration restoration = new Restoration(system, ones);
            double[] onto = restoration.restore(start);
            least = Math.min(least, restoration.leastResidual());
            if (onto != null) {
                system.evaluate(onto);
                system.differentiate();
                rankOnSet = Math.max(rankOnSet, system.zero(1) ? system.rank(onto) : 0);
                found[count++] = onto;
            }
        }
        requireSolvable(count, least, rank, rankOnSet);
        return Matrix.of(Arrays.copyOf(found, count));
    }

    private void requireSolvable(int count, double least, int rank, int rankOnSet) {
        if (count == 0 && least == Double.POSITIVE_INFINITY) {
            throw new ProjectionException(
                    ProjectionException.Reason.UNDEFINED,
                    "constraint '" + text + "' has no finite value at any of " + ANCHORS + " points tried");
        }
        if (count == 0) {
            throw new ProjectionException(
                    ProjectionException.Reason.INFEASIBLE,
                    "constraint '" + text + "': no solution found from " + ANCHORS + " starts, the least residual is "
                            + least + "; the equations seem to contradict each other");
        }
        if (rankOnSet < rank) {
            throw new ProjectionException(
                    ProjectionException.Reason.SINGULAR,
                    "constraint '" + text + "': wherever the equations hold only " + rankOnSet + " of " + rank
                            + " gradients are independent, so the nearest solution is not well defined; write it"
                            + " without squares of what must be zero (y1 - y2 = 0 instead of (y1 - y2)^2 = 0)");
        }
    }

    private double[] ones() {
        double[] ones = new double[dimension];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Override
    public String spec() {
        return text;
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension, point, weights);
        EquationSystem system = new EquationSystem(tapes, dimension);
        return new NearestSolution(system, point, weights).nearest(anchors.row(nearestAnchor(point, weights)));
    }

    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        EquationSystem system = new EquationSystem(tapes, dimension);
        return new GlobalMinimum(this, cost, weights)
                .minimize(start, new EquationSlabs(system), new Slabs(dimension, tapes.size()));
    }

    private int nearestAnchor(double[] point, double[] weights) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < anchors.rows(); i++) {
            double distance = 0;
            for (int t = 0; t < dimension; t++) {
                double d = anchors.get(i, t) - point[t];
                distance += weights[t] * d * d;
            }
            nearest = distance < least ? i : nearest;
            least = Math.min(least, distance);
        }
        return nearest;
    }

    /** Whether every equation holds to within 1e-9 of the size of its terms. */
    @Override
    public boolean contains(double... point) {
        Points.require(dimension, point, ones());
        EquationSystem system = new EquationSystem(tapes, dimension);
        return system.evaluate(point) && system.differentiate() && system.zero(100);
    }

    /** {@inheritDoc} The largest absolute residual; NaN where the equations have no value. */
    @Override
    public double residual(double... point) {
        EquationSystem system = new EquationSystem(tapes, dimension);
        return system.evaluate(point) ? Points.maxAbs(system.residual) : Double.NaN;
    }

    @Override
    public double[] sample(SplittableRandom random) {
        double[] anchor = anchors.row(random.nextInt(anchors.rows()));
        double[] start = Points.gaussian(random, dimension);
        ShortVectors.scaleInto(start, random.nextDouble() * Math.max(1e-3, Points.maxAbs(anchor)));
        ShortVectors.addInto(start, 1, anchor);
        EquationSystem system = new EquationSystem(tapes, dimension);
        system.referTo(start);
        double[] onto = new Restoration(system, ones()).restore(start);
        return onto == null ? anchor : onto;
    }

    /** Same text for as many tasks, read the same way. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Equations that && text.equals(that.text) && anchors.equals(that.anchors);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
