package dev.kith.constraint.manifold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What proofs of means rest on. Seeds are fixed. */
class SquaredDistancesTest {
    private static double[] unit(Shape shape, int size, SplittableRandom random) {
        double[] q = new double[size];
        for (int k = 0; k < size; k++) {
            q[k] = shape == Shape.ORTHANT ? Math.abs(random.nextGaussian()) : random.nextGaussian();
        }
        Shape.normalise(q);
        return q;
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void noPointOfABallIsBelowItsBound(Shape shape) {
        SplittableRandom random = new SplittableRandom(6);
        for (int trial = 0; trial < 400; trial++) {
            int size = 2 + random.nextInt(4);
            int count = 1 + random.nextInt(5);
            double[][] points = new double[count][];
            double[] weights = new double[count];
            for (int j = 0; j < count; j++) {
                points[j] = unit(shape, size, random);
                weights[j] = random.nextGaussian();
            }
            SquaredDistances cost = new SquaredDistances(shape, points, weights);
            double[] m = unit(shape, size, random);
            double radius = Math.pow(10, -3 * random.nextDouble()) * 1.5;
            Expansion bound = new Expansion(size);
            cost.expandInto(bound, m, radius);
            for (int k = 0; k < 60; k++) {
                double[] way = way(m, radius * Math.sqrt(random.nextDouble()), random);
                double length = Shape.norm(way);
                double[] q = new double[size];
                for (int i = 0; i < size; i++) {
                    q[i] = Math.cos(length) * m[i] + (length > 0 ? Math.sin(length) * way[i] / length : 0);
                }
                if (shape == Shape.ORTHANT && java.util.Arrays.stream(q).anyMatch(x -> x < 0)) {
                    continue;
                }
                double at = bound.constant + Shape.dot(bound.slope, way) + bound.bend * length * length;
                assertThat(cost.value(q)).as("trial %d", trial).isGreaterThanOrEqualTo(at - 1e-9);
                assertThat(at).isGreaterThanOrEqualTo(bound.leastWithin(radius) - 1e-9);
            }
        }
    }

    /** Orthogonal to m, of the given length. */
    private static double[] way(double[] m, double length, SplittableRandom random) {
        double[] way = unit(Shape.SPHERE, m.length, random);
        double along = Shape.dot(way, m);
        for (int i = 0; i < m.length; i++) {
            way[i] -= along * m[i];
        }
        double norm = Shape.norm(way);
        for (int i = 0; i < m.length; i++) {
            way[i] *= length / norm;
        }
        return way;
    }

    @Test
    void theMinimumOfOneNegativePointIsItsOpposite() {
        double[] north = {0, 0, 1};
        SquaredDistances cost = new SquaredDistances(Shape.SPHERE, new double[][] {north}, new double[] {-1});
        SphereSearch.Found found =
                new SphereSearch(Shape.SPHERE, cost, 3, 1).minimize(java.util.List.of(new double[] {1, 0, 0}));
        assertThat(found.gap()).isLessThanOrEqualTo(found.allowed());
        assertThat(found.value()).isBetween(-Math.PI * Math.PI - 1e-12, -Math.PI * Math.PI + 1e-5);
    }
}
