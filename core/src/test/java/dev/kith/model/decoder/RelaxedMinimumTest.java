package dev.kith.model.decoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RelaxedMinimumTest {
    private static final double[] POINT = {2, -1, 0.5};
    private static final double[] EQUAL = {0.7, 0.7, 0.7};
    private static final double[] OWN = {3, 0.2, 1};
    private static final ConstraintSet[] SETS = {ConstraintSets.sphere(3, 1), ConstraintSets.simplex(3, 1)};

    private static double[] relaxed(ConstraintSet set, double[] a, Relaxation relaxation) {
        return RelaxedMinimum.of(set, new Squares(POINT, a), relaxation).point();
    }

    @Test
    void withoutRelaxationItIsTheProjection() {
        for (ConstraintSet set : SETS) {
            assertThat(relaxed(set, OWN, Relaxation.none()))
                    .containsExactly(set.project(POINT, OWN).point());
        }
    }

    @Test
    void equalConfidencesHaveTheClosedForms() {
        for (ConstraintSet set : SETS) {
            double[] f0 = set.project(POINT, EQUAL).point();
            double length = set.distance(POINT);
            double[] robust = relaxed(set, EQUAL, Relaxation.robust(0.25));
            double[] perturbed = relaxed(set, EQUAL, Relaxation.perturbed(0.5));
            for (int t = 0; t < 3; t++) {
                double r = POINT[t] - f0[t];
                assertThat(robust[t]).isCloseTo(f0[t] + r * Math.min(1, 0.25 / length), within(1e-12));
                assertThat(perturbed[t]).isCloseTo(f0[t] + r * 0.5 / 1.5, within(1e-12));
            }
        }
    }

    @Test
    void robustStaysWithinItsDistanceAndNothingThereIsBetter() {
        SplittableRandom random = new SplittableRandom(1);
        for (ConstraintSet set : SETS) {
            double[] c = relaxed(set, OWN, Relaxation.robust(0.3));
            assertThat(set.distance(c)).isLessThanOrEqualTo(0.3 + 1e-9);
            double reached = weighted(c, OWN);
            for (int k = 0; k < 20_000; k++) {
                double[] near = c.clone();
                for (int t = 0; t < 3; t++) {
                    near[t] += 0.3 * random.nextGaussian();
                }
                if (set.distance(near) <= 0.3) {
                    assertThat(reached).as(set.spec()).isLessThanOrEqualTo(weighted(near, OWN) + 1e-6);
                }
            }
        }
    }

    @Test
    void perturbedMinimisesLossPlusPenalty() {
        SplittableRandom random = new SplittableRandom(2);
        double mu = 0.4;
        double abar = Arrays.stream(OWN).average().orElseThrow();
        for (ConstraintSet set : SETS) {
            double[] c = relaxed(set, OWN, Relaxation.perturbed(mu));
            double reached = weighted(c, OWN) + abar / mu * Math.pow(set.distance(c), 2);
            for (int k = 0; k < 20_000; k++) {
                double[] near = c.clone();
                for (int t = 0; t < 3; t++) {
                    near[t] += 0.3 * random.nextGaussian();
                }
                double value = weighted(near, OWN) + abar / mu * Math.pow(set.distance(near), 2);
                assertThat(reached).as(set.spec()).isLessThanOrEqualTo(value + 1e-9);
            }
        }
    }

    @Test
    void theLimitsAreTheSetAndTheFreePoint() {
        for (ConstraintSet set : SETS) {
            double[] on = set.project(POINT, OWN).point();
            assertThat(relaxed(set, OWN, Relaxation.robust(1e-9))).containsExactly(on, within(1e-6));
            assertThat(relaxed(set, OWN, Relaxation.robust(1e9))).containsExactly(POINT, within(1e-9));
            assertThat(relaxed(set, OWN, Relaxation.perturbed(1e-9))).containsExactly(on, within(1e-6));
            assertThat(relaxed(set, OWN, Relaxation.perturbed(1e12))).containsExactly(POINT, within(1e-6));
        }
    }

    @Test
    void sizesMustBePositive() {
        assertThatThrownBy(() -> Relaxation.robust(Double.NaN))
                .hasMessage("robust distance must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> Relaxation.perturbed(0))
                .hasMessage("perturbed mu must be a finite number > 0, got 0.0");
    }

    private static double weighted(double[] c, double[] a) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            sum += a[t] * (c[t] - POINT[t]) * (c[t] - POINT[t]);
        }
        return sum;
    }
}
