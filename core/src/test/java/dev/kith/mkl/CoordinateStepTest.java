package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.loss.Absolute;
import dev.kith.loss.Hinge;
import dev.kith.loss.Logistic;
import dev.kith.loss.Loss;
import dev.kith.loss.Squared;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinateStepTest {
    private static final double[] SIZES = {1e-3, 1, 30, 1e3, 1e6};

    private static double dual(Loss loss, double y, double c, double s, double s0, double z, double q) {
        return -c * loss.conjugate(y, -s / c) - (s - s0) * z - q * (s - s0) * (s - s0) / 2;
    }

    /** No other value within the bounds is better, also where costs and kernels are large. */
    @ParameterizedTest
    @ValueSource(classes = {Hinge.class, Logistic.class, Squared.class, Absolute.class})
    void theStepMaximisesTheDual(Class<? extends Loss> type) throws ReflectiveOperationException {
        Loss loss = type.getDeclaredConstructor().newInstance();
        CoordinateStep step = CoordinateStep.of(loss);
        SplittableRandom random = new SplittableRandom(5);
        for (double c : SIZES) {
            for (double q : SIZES) {
                for (double z : new double[] {-1e3, -30, -1, 0, 0.3, 30, 1e3}) {
                    double y = loss.classification() ? (random.nextBoolean() ? 1 : -1) : random.nextDouble() - 0.5;
                    double s0 = loss.classification() ? y * c * random.nextDouble() : c * (random.nextDouble() - 0.5);
                    double s = step.next(y, c, s0, z, q);
                    double best = dual(loss, y, c, s, s0, z, q);
                    for (int k = 0; k <= 100; k++) {
                        double other = loss.classification() ? y * c * k / 100 : c * (k / 50.0 - 1);
                        assertThat(dual(loss, y, c, other, s0, z, q))
                                .as("c %s, q %s, z %s, s %s, other %s", c, q, z, s, other)
                                .isLessThanOrEqualTo(best + 1e-9 * (1 + Math.abs(best)));
                    }
                }
            }
        }
    }

    /** Where the slope of the dual is zero: a = c / (1 + exp(margin after the step)). */
    @ParameterizedTest
    @ValueSource(doubles = {1, 100, 1e4, 1e6})
    void logisticStepsMeetTheirCondition(double c) {
        CoordinateStep step = CoordinateStep.of(new Logistic());
        for (double z = -60; z <= 60; z += 3) {
            double a = step.next(1, c, 0.5 * c, z, 1);
            double margin = z + (a - 0.5 * c);
            assertThat(a).isCloseTo(c / (1 + Math.exp(margin)), within(1e-6 * c));
        }
    }
}
