package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.model.uncertainty.Sigmoid;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fitted sigmoid is the minimum: both slopes of the objective, written out here, are zero beside its terms. */
class PlattOptimalityTest {
    /** The objective is flat at its minimum: rounding of 1e-16 in its value is a slope of about 1e-8. */
    private static final double SLOPE = 3e-8;

    private double[] z = {};
    private double[] target = {};
    private double[] weight = {};

    private void draw(long seed, int n, double unit, double steepness) {
        SplittableRandom random = new SplittableRandom(seed);
        z = new double[n];
        target = new double[n];
        weight = new double[n];
        for (int i = 0; i < n; i++) {
            double x = random.nextGaussian() + 0.7;
            z[i] = unit * x;
            double p = 1 / (1 + Math.exp(-(steepness * x - 1)));
            target[i] = 0.001 + 0.998 * (random.nextDouble() < p ? 1 : 0);
            weight[i] = 0.1 + 3 * random.nextDouble();
        }
    }

    private double slope(double a, double b, boolean ofOffset) {
        double sum = 0;
        for (int i = 0; i < z.length; i++) {
            double p = 1 / (1 + Math.exp(-(a * z[i] + b)));
            sum += weight[i] * (p - target[i]) * (ofOffset ? 1 : z[i]);
        }
        return sum / Arrays.stream(weight).sum();
    }

    private double largest() {
        return Arrays.stream(z).map(Math::abs).max().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1000, 0.001})
    void bothSlopesAreZeroAtTheFit(double unit) {
        for (int seed = 1; seed <= 8; seed++) {
            for (double steepness : new double[] {0.5, 2, 20}) {
                draw(seed, 8 + 5 * seed, unit, steepness);
                Sigmoid fit = PlattScaling.of(z, target, weight);
                String which = "seed " + seed + ", steepness " + steepness + ": " + fit;
                if (fit.slope() > 0) {
                    assertThat(slope(fit.slope(), fit.offset(), true)).as(which).isCloseTo(0, within(SLOPE));
                    assertThat(slope(fit.slope(), fit.offset(), false) / largest())
                            .as(which)
                            .isCloseTo(0, within(SLOPE));
                } else {
                    assertThat(slope(0, fit.offset(), true)).as(which).isCloseTo(0, within(SLOPE));
                    assertThat(slope(0, fit.offset(), false)).as(which).isNotNegative();
                }
            }
        }
    }

    /** All targets on one side of a few far decisions: full Newton steps overshoot, and only shorter ones go down. */
    @Test
    void farDecisionsNeedShortSteps() {
        z = new double[] {-400, -1, -0.5, 0.2, 0.6, 1, 500, 3000};
        target = new double[] {0.02, 0.3, 0.6, 0.4, 0.7, 0.6, 0.97, 0.99};
        weight = new double[] {1, 2, 1, 1, 3, 1, 1, 0.5};
        Sigmoid fit = PlattScaling.of(z, target, weight);
        assertThat(slope(fit.slope(), fit.offset(), true)).isCloseTo(0, within(SLOPE));
        assertThat(slope(fit.slope(), fit.offset(), false) / 3000).isCloseTo(0, within(SLOPE));
    }

    @Test
    void anotherUnitOfDecisionsIsAnotherSlopeAndNothingElse() {
        draw(3, 40, 1, 2);
        Sigmoid one = PlattScaling.of(z, target, weight);
        Sigmoid thousand = PlattScaling.of(Arrays.stream(z).map(x -> 1000 * x).toArray(), target, weight);
        assertThat(1000 * thousand.slope()).isCloseTo(one.slope(), within(1e-6));
        assertThat(thousand.offset()).isCloseTo(one.offset(), within(1e-6));
    }

    /** Two of three are +1: (2 + 1) / (2 + 2) for those and 1 / (1 + 2) for the other. */
    @Test
    void classesStandForTargetsShortOfZeroAndOne() {
        z = new double[] {-1, 0.5, 2};
        assertThat(PlattScaling.ofClasses(z, new double[] {-1, 1, 1}))
                .isEqualTo(PlattScaling.of(z, new double[] {1 / 3.0, 0.75, 0.75}, new double[] {1, 1, 1}));
    }
}
