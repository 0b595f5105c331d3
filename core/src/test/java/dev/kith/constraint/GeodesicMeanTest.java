package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Weighted means by geodesic distances against fine grids, and against an iteration written here. Seeds are fixed. */
class GeodesicMeanTest {
    /** A mean may cost more than the best grid point by this share of the cost's range: half of it is the search's. */
    private static final double TOLERANCE = 2e-6;

    /** Distances as textbooks have them: written out here, from members of the set. */
    private static double distance(ConstraintSet set, double[] a, double[] b) {
        double inner = 0;
        for (int t = 0; t < a.length; t++) {
            inner += set.spec().startsWith("simplex") ? Math.sqrt(a[t] * b[t]) : a[t] * b[t];
        }
        double cosine = Math.max(-1, Math.min(1, inner));
        return switch (set.spec().charAt(0) == 's' ? set.spec().substring(0, 2) : "ro" + a.length) {
            case "sp" -> Math.acos(cosine);
            case "si" -> 2 * Math.acos(cosine);
            case "ro4" -> Math.acos(Math.max(-1, Math.min(1, inner / 2)));
            default -> Math.acos(Math.max(-1, Math.min(1, (inner - 1) / 2))); // trace of A'B is 1 + 2 cos
        };
    }

    private static double cost(ConstraintSet set, Matrix points, double[] weights, double[] c) {
        double sum = 0;
        for (int j = 0; j < weights.length; j++) {
            double d = distance(set, c, points.row(j));
            sum += weights[j] * d * d;
        }
        return sum;
    }

    private static Matrix points(ConstraintSet set, int count, SplittableRandom random) {
        Matrix points = Matrix.zeros(count, set.dimension());
        for (int j = 0; j < count; j++) {
            double[] member = set.sample(random);
            for (int t = 0; t < member.length; t++) {
                points.set(j, t, member[t]);
            }
        }
        return points;
    }

    /** As kernel ridge regression gives them: mostly positive, a third negative. */
    private static double[] weights(int count, boolean negative, SplittableRandom random) {
        double[] weights = new double[count];
        Arrays.setAll(weights, j -> Math.pow(random.nextDouble(), 2) * (negative && random.nextInt(3) == 0 ? -0.8 : 1));
        return weights;
    }

    /** Returns how many of the queries were not proven. */
    private static int check(ConstraintSet set, List<double[]> grid, int queries) {
        int unproven = 0;
        for (int seed = 0; seed < queries; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int count = 2 + random.nextInt(14);
            Matrix points = points(set, count, random);
            double[] weights = weights(count, seed % 4 != 0, random);
            Projection found = ConstraintSets.geodesicMean(set, points, weights);
            double reached = cost(set, points, weights, found.point());
            double best = Double.POSITIVE_INFINITY;
            double worst = Double.NEGATIVE_INFINITY;
            for (double[] c : grid) {
                double value = cost(set, points, weights, c);
                best = Math.min(best, value);
                worst = Math.max(worst, value);
            }
            unproven += found.proven() ? 0 : 1;
            assertThat(found.gap()).isNotNaN();
            assertThat(reached)
                    .as("%s, seed %d, proven %s", set.spec(), seed, found.proven())
                    .isLessThanOrEqualTo(best + found.gap() + TOLERANCE * (worst - best));
            assertThat(set.residual(found.point())).isLessThan(1e-12);
        }
        return unproven;
    }

    private static List<double[]> circle(int n) {
        List<double[]> grid = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            double a = 2 * Math.PI * k / n;
            grid.add(new double[] {Math.cos(a), Math.sin(a)});
        }
        return grid;
    }

    @Test
    void onTheCircle() {
        assertThat(check(ConstraintSets.sphere(2, 1), circle(3000), 150)).isZero();
    }

    @Test
    void onRotationsOfThePlane() {
        List<double[]> grid = circle(3000).stream()
                .map(q -> new double[] {q[0], -q[1], q[1], q[0]})
                .toList();
        assertThat(check(ConstraintSets.rotations(2), grid, 100)).isZero();
    }

    @Test
    void onTheSphere() {
        List<double[]> grid = new ArrayList<>();
        for (int i = 0; i <= 90; i++) {
            double a = Math.PI * i / 90;
            for (int k = 0; k < 180; k++) {
                double b = 2 * Math.PI * k / 180;
                grid.add(new double[] {Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)});
            }
        }
        assertThat(check(ConstraintSets.sphere(3, 1), grid, 60)).isZero();
    }

    @Test
    void onTheSimplex() {
        List<double[]> grid = new ArrayList<>();
        int n = 120;
        for (int i = 0; i <= n; i++) {
            for (int j = 0; i + j <= n; j++) {
                grid.add(new double[] {(double) i / n, (double) j / n, (double) (n - i - j) / n});
            }
        }
        assertThat(check(ConstraintSets.simplex(3, 1), grid, 80)).isZero();
    }

    @Test
    void onRotationsOfSpace() {
        List<double[]> grid = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(77);
        for (int k = 0; k < 20_000; k++) {
            grid.add(ConstraintSets.rotations(3).sample(random));
        }
        assertThat(check(ConstraintSets.rotations(3), grid, 30)).isZero();
    }

    /** Karcher's iteration: c moves along the mean of the ways to the points, for points near each other. */
    @Test
    void isWhatKarchersIterationFinds() {
        SplittableRandom random = new SplittableRandom(9);
        for (int trial = 0; trial < 30; trial++) {
            int d = 3 + random.nextInt(5);
            ConstraintSet set = ConstraintSets.sphere(d, 1);
            double[] centre = set.sample(random);
            Matrix points = Matrix.zeros(12, d);
            for (int j = 0; j < 12; j++) {
                double[] near = centre.clone();
                for (int t = 0; t < d; t++) {
                    near[t] += 0.2 * random.nextGaussian();
                }
                double[] member = set.project(near).point();
                for (int t = 0; t < d; t++) {
                    points.set(j, t, member[t]);
                }
            }
            double[] weights = weights(12, false, random);
            Projection found = ConstraintSets.geodesicMean(set, points, weights);
            assertThat(found.proven()).isTrue();
            assertThat(found.point()).containsExactly(karcher(points, weights, centre), within(1e-9));
        }
    }

    private static double[] karcher(Matrix points, double[] weights, double[] start) {
        double[] c = start.clone();
        double total = Arrays.stream(weights).sum();
        for (int step = 0; step < 300; step++) {
            double[] way = new double[c.length];
            for (int j = 0; j < weights.length; j++) {
                double inner = 0;
                for (int t = 0; t < c.length; t++) {
                    inner += c[t] * points.get(j, t);
                }
                double angle = Math.acos(Math.min(1, inner));
                for (int t = 0; t < c.length; t++) {
                    double straight = points.get(j, t) - inner * c[t];
                    way[t] += weights[j] / total * straight * (angle < 1e-9 ? 1 : angle / Math.sin(angle));
                }
            }
            double length = Math.sqrt(Arrays.stream(way).map(x -> x * x).sum());
            for (int t = 0; t < c.length && length > 0; t++) {
                c[t] = Math.cos(length) * c[t] + Math.sin(length) * way[t] / length;
            }
        }
        return c;
    }

    @Test
    void distancesAreThoseOfTextbooks() {
        SplittableRandom random = new SplittableRandom(3);
        for (ConstraintSet set : List.of(
                ConstraintSets.sphere(4, 1),
                ConstraintSets.simplex(3, 1),
                ConstraintSets.rotations(2),
                ConstraintSets.rotations(3))) {
            for (int k = 0; k < 100; k++) {
                double[] a = set.sample(random);
                double[] b = set.sample(random);
                assertThat(ConstraintSets.geodesicDistance(set, a, b))
                        .as(set.spec())
                        .isCloseTo(distance(set, a, b), within(1e-7));
            }
        }
        double[] north = {0, 0, 2};
        assertThat(ConstraintSets.geodesicDistance(ConstraintSets.sphere(3, 2), north, new double[] {2, 0, 0}))
                .isCloseTo(Math.PI, within(1e-14));
    }

    @Test
    void otherSetsAreRefused() {
        assertThatThrownBy(() -> ConstraintSets.geodesicMean(ConstraintSets.box(2, 0, 1), Matrix.zeros(1, 2), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("geodesic distances are known of sphere, simplex and rotation, got 'box:0.0:1.0'");
    }
}
