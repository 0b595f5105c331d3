package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every constraint set promises. Seeds are fixed; a failure names the query. */
public abstract class ConstraintSetContract {
    /** Rounding of a projection relative to the size of the query. */
    private static final double ROUNDING = 1e-8;

    private static final int QUERIES = 60;
    private static final int CANDIDATES = 300;

    /** The sets to check. */
    protected abstract ConstraintSet[] sets();

    /** Whether permuting coordinates and weights permutes the projection. */
    protected boolean symmetric() {
        return false;
    }

    /** How much farther than the nearest a projection may be, in squared distance: more than rounding for heuristics. */
    protected double slack(Projection projection) {
        return Double.isNaN(projection.gap()) ? 0 : projection.gap();
    }

    private interface Check {
        void on(ConstraintSet set, double[] point, double[] weights, SplittableRandom random);
    }

    private void forQueries(Check check) {
        for (ConstraintSet set : sets()) {
            SplittableRandom random = new SplittableRandom(20);
            for (int k = 0; k < QUERIES; k++) {
                double scale = Math.pow(10, random.nextDouble() * 3 - 1.5);
                double[] point = Points.gaussian(random, set.dimension());
                double[] weights = new double[point.length];
                for (int t = 0; t < point.length; t++) {
                    point[t] *= scale;
                    weights[t] = k % 3 == 0 ? 1 : Math.exp(2 * random.nextGaussian());
                }
                check.on(set, point, weights, random);
            }
        }
    }

    private static String query(ConstraintSet set, double[] point, double[] weights) {
        return set.spec() + " at " + Arrays.toString(point) + " weights " + Arrays.toString(weights);
    }

    @Test
    void projectionsAreMembers() {
        forQueries(
                (set, p, w, random) -> assertThat(set.contains(set.project(p, w).point()))
                        .as(query(set, p, w))
                        .isTrue());
    }

    @Test
    void samplesAreMembers() {
        forQueries((set, p, w, random) ->
                assertThat(set.contains(set.sample(random))).as(set.spec()).isTrue());
    }

    @Test
    void projectingTwiceIsProjectingOnce() {
        forQueries((set, p, w, random) -> {
            double[] once = set.project(p, w).point();
            double[] twice = set.project(once, w).point();
            assertThat(twice).as(query(set, p, w)).containsExactly(once, within(ROUNDING * (1 + Points.maxAbs(once))));
        });
    }

    @Test
    void noRandomMemberIsNearer() {
        forQueries((set, p, w, random) -> {
            Projection projection = set.project(p, w);
            double reached = projection.distance() * projection.distance();
            double allowed = slack(projection) + ROUNDING * (1 + reached);
            for (int k = 0; k < CANDIDATES; k++) {
                double[] candidate = set.sample(random);
                assertThat(reached)
                        .as(query(set, p, w) + " against " + Arrays.toString(candidate))
                        .isLessThanOrEqualTo(Points.squaredDistance(candidate, p, w) + allowed);
            }
        });
    }

    @Test
    void noMemberNearbyIsNearer() {
        forQueries((set, p, w, random) -> {
            Projection projection = set.project(p, w);
            double reached = projection.distance() * projection.distance();
            double[] near = new double[p.length];
            for (int k = 0; k < 40; k++) {
                double step = Math.pow(10, -4 * random.nextDouble());
                for (int t = 0; t < p.length; t++) {
                    near[t] = projection.at(t) + step * random.nextGaussian();
                }
                double[] candidate = set.project(near).point();
                assertThat(reached)
                        .as(query(set, p, w) + " against " + Arrays.toString(candidate))
                        .isLessThanOrEqualTo(
                                Points.squaredDistance(candidate, p, w) + slack(projection) + ROUNDING * (1 + reached));
            }
        });
    }

    @Test
    void reportedDistanceIsThePointsDistance() {
        forQueries((set, p, w, random) -> {
            Projection projection = set.project(p, w);
            double d = Points.squaredDistance(projection.point(), p, w);
            assertThat(projection.distance() * projection.distance()).isCloseTo(d, within(1e-9 * (1 + d)));
        });
    }

    @Test
    void onlyRatiosOfWeightsMatter() {
        forQueries((set, p, w, random) -> {
            double[] scaled = Arrays.stream(w).map(x -> 1024 * x).toArray();
            double a = set.project(p, w).distance();
            double b = set.project(p, scaled).distance() / 32;
            assertThat(b).as(query(set, p, w)).isCloseTo(a, within(ROUNDING * (1 + a)));
        });
    }

    @Test
    void permutedQueriesGivePermutedAnswers() {
        if (!symmetric()) {
            return;
        }
        forQueries((set, p, w, random) -> {
            int n = p.length;
            double[] q = new double[n];
            double[] v = new double[n];
            for (int t = 0; t < n; t++) {
                q[t] = p[(t + 1) % n];
                v[t] = w[(t + 1) % n];
            }
            Projection straight = set.project(p, w);
            Projection turned = set.project(q, v);
            for (int t = 0; t < n; t++) {
                assertThat(turned.at(t))
                        .as(query(set, p, w))
                        .isCloseTo(straight.at((t + 1) % n), within(ROUNDING * (1 + Points.maxAbs(p))));
            }
        });
    }

    @Test
    void answersRepeatToTheBit() {
        forQueries((set, p, w, random) -> assertThat(set.project(p, w).point())
                .containsExactly(set.project(p, w).point()));
    }

    @Test
    void minimizingSquaresIsProjecting() {
        forQueries((set, p, w, random) -> {
            ConstraintSet.Separable squares = new ConstraintSet.Separable() {
                @Override
                public double value(int t, double c) {
                    return w[t] * (c - p[t]) * (c - p[t]);
                }

                @Override
                public double slope(int t, double c) {
                    return 2 * w[t] * (c - p[t]);
                }
            };
            double projected = set.project(p, w).distance();
            assertThat(set.minimize(squares, p, w).distance())
                    .as(query(set, p, w))
                    .isCloseTo(projected, within(1e-5 * (1 + projected)));
        });
    }

    @Test
    void nonFiniteQueriesAndBadWeightsAreRefused() {
        for (ConstraintSet set : sets()) {
            double[] good = new double[set.dimension()];
            Arrays.fill(good, 1);
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                double[] point = good.clone();
                point[0] = bad;
                assertThatThrownBy(() -> set.project(point, good))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("point must be finite, got " + bad + " at coordinate 0");
            }
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 0, -1}) {
                double[] weights = good.clone();
                weights[0] = bad;
                assertThatThrownBy(() -> set.project(good, weights))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("weights must be finite numbers > 0, got " + bad + " at coordinate 0");
            }
            assertThatThrownBy(() -> set.project(new double[set.dimension() + 1], good))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must have " + set.dimension() + " coordinates");
        }
    }
}
