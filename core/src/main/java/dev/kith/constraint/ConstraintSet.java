package dev.kith.constraint;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A non-empty closed set C of output vectors in R^T, one coordinate per task.
 *
 * <p>The heart is the weighted projection argmin over c in C of sum_t w_t (c_t - p_t)^2. Points and weights must have
 * length T; points finite, weights finite and &gt; 0. Implementations are immutable, deterministic (ties go to the same
 * side every time) and safe for use by several threads at once.
 */
public interface ConstraintSet {
    /** How far from C a member may lie, relative to 1 + its largest coordinate: rounding, no more. */
    double TOLERANCE = 1e-9;

    /** The text users write, as far as text can say it: {@code sphere:2.0}, {@code y1^2 + y2^2 = 1}, {@code cloud}. */
    String spec();

    /** What its text leaves unsaid, by name: the points of a cloud, the bounds of a box; empty where the text says it all. */
    default Map<String, Matrix> arrays() {
        return Map.of();
    }

    /** T, the number of coordinates. */
    int dimension();

    /** The lower bounds above the upper ones, 2 x T, where being between them is all there is to the set. */
    default Optional<Matrix> bounds() {
        return Optional.empty();
    }

    /** Independent rows (a, b) of linear equations a'c = b, rank x (T + 1), where they are all there is to the set. */
    default Optional<Matrix> linearEquations() {
        return Optional.empty();
    }

    /**
     * The point of C nearest to {@code point} under {@code weights}.
     *
     * @throws ProjectionException if no point of C could be found: a point off the set is never returned
     */
    Projection project(double[] point, double[] weights);

    /**
     * Refuses what is no query: to be called first by every {@link #project(double[], double[])}.
     *
     * @throws IllegalArgumentException unless both have one coordinate per task, points finite, weights finite and &gt; 0
     */
    default void requireQuery(double[] point, double[] weights) {
        Points.require(dimension(), point, weights);
    }

    /** The point of C nearest to {@code point}, all tasks weighing the same. */
    default Projection project(double... point) {
        double[] ones = new double[dimension()];
        Arrays.fill(ones, 1);
        return project(point, ones);
    }

    /** Euclidean distance to C. */
    default double distance(double... point) {
        return project(point).distance();
    }

    /** Whether {@code point} lies on C to within {@link #TOLERANCE}. */
    default boolean contains(double... point) {
        return distance(point) <= TOLERANCE * (1 + Points.maxAbs(point));
    }

    /** By how much {@code point} fails the equations that define C, or its distance where C has none. */
    default double residual(double... point) {
        return distance(point);
    }

    /** A random member; every part of C can come up, no particular distribution is promised. */
    double[] sample(SplittableRandom random);

    /**
     * A point of C with a small sum_t cost(t, c_t), for costs that are not squares. {@link Projection#gap()} says how much
     * smaller the sum could at most be: 0 on finite sets, small where the search was a proof, NaN where it is only known
     * that none nearby is better than what was reached from the projection of {@code start} under {@code weights}.
     */
    default Projection minimize(Separable cost, double[] start, double[] weights) {
        return Projection.of(new Majorizer(this, cost).minimize(start, weights), start, weights, Double.NaN);
    }

    /** A sum of functions of one coordinate each. */
    interface Separable {
        /** The cost of coordinate t standing at c. */
        double value(int t, double c);

        /** d value / dc, or a subgradient where there is none. */
        double slope(int t, double c);

        /**
         * Ascending: where slopes may jump; the cost does not fall with the distance from the outermost ones. None where
         * {@link #partsInto} is not known, and then no minimum can be proven.
         */
        default double[] corners(int t) {
            return new double[0];
        }

        /** Writes p(c), p'(c) and q(c) of two functions with value = p - q, convex between neighbouring {@link #corners}. */
        default void partsInto(double[] parts, int t, double c) {
            throw new UnsupportedOperationException("a cost without corners has no parts");
        }

        /** The cost with its kinks rounded off over a share of its range, for searches that need slopes; itself without kinks. */
        default Separable rounded(double share) {
            return this;
        }
    }
}
