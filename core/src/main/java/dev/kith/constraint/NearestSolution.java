package dev.kith.constraint;

import dev.kith.constraint.equation.EquationSystem;
import dev.kith.constraint.equation.LagrangeNewton;
import dev.kith.constraint.equation.Restoration;
import dev.kith.constraint.equation.TangentDescent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * min over y of 1/2 sum_t w_t (y_t - p_t)^2 subject to gamma(y) = 0: Newton's method with a proof where the query is near
 * the set, otherwise descents from one start after another, the nearest end of which wins.
 */
final class NearestSolution {
    private static final int MAX_DIRECTIONS = 8;
    /** A start this much farther (squared) than the best so far is not worth following. */
    private static final double FAR = 9;

    private final EquationSystem system;
    private final double[] point;
    private final double[] weights;
    private final double[] root;
    private final Restoration restoration;
    private final TangentDescent descent;

    NearestSolution(EquationSystem system, double[] point, double[] weights) {
        this.system = system;
        this.point = point;
        this.weights = weights;
        this.root = new double[weights.length];
        for (int t = 0; t < root.length; t++) {
            root[t] = Math.sqrt(weights[t]);
        }
        restoration = new Restoration(system, root);
        descent = new TangentDescent(system, restoration, point, root);
    }

    /** From the query, from {@code anchor}, which is on the set, and from around the query: until one is proven. */
    Projection nearest(double[] anchor) {
        double[] proven = new LagrangeNewton(system, point, root).solve(point);
        if (proven.length > 0) {
            return Projection.of(proven, point, weights, 0);
        }
        system.referTo(point);
        double[] first = descent.descend(anchor);
        proven = new LagrangeNewton(system, point, root).solve(first);
        if (proven.length > 0) {
            return Projection.of(proven, point, weights, 0);
        }
        return Projection.of(search(first), point, weights, Double.NaN);
    }

    private double[] search(double[] first) {
        double[] best = nearer(first, restoration.restore(point));
        double[] ones = new double[root.length];
        Arrays.fill(ones, 1);
        best = nearer(best, new Restoration(system, ones).restore(point));
        return lookAround(best);
    }

    /**
     * The nearest of {@code best} and what is reached from starts around the query, along both ways of the first
     * coordinates. Nothing nearer than {@code best} lies outside the ellipsoid the starts are in.
     */
    private double[] lookAround(double[] best) {
        double[] nearest = best;
        double radius = 0.7 * Math.sqrt(descent.distance(best));
        for (int t = 0; t < Math.min(root.length, MAX_DIRECTIONS) && radius > 0; t++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double[] start = point.clone();
                start[t] += sign * radius / root[t];
                nearest = nearer(nearest, restoration.restore(start));
            }
        }
        return nearest;
    }

    /** {@code best}, or what is reached from {@code start} (null: nothing) if that is nearer; both on the set. */
    private double[] nearer(double[] best, double @Nullable [] start) {
        if (start == null || descent.distance(start) > FAR * descent.distance(best)) {
            return best;
        }
        double[] other = descent.descend(start);
        return descent.distance(other) < descent.distance(best) ? other : best;
    }
}
