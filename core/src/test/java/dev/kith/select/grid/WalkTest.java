package dev.kith.select.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The walk reaches the floor of a valley and its lowest point, wherever it starts and however the valley runs. */
class WalkTest {
    private static final double[] LOWER = {-8, 0};
    private static final double[] UPPER = {2, 6};
    private static final List<double[]> ALL =
            List.of(new double[] {0, 1}, new double[] {1, -1}, new double[] {1, 1}, new double[] {1, 0});

    /** A narrow valley through (-5, 4) along (1, slope), a hundred times steeper across than along. */
    private static double valley(double[] point, double slope) {
        double length = Math.hypot(1, slope);
        double u = point[0] + 5;
        double v = point[1] - 4;
        double along = (u + slope * v) / length;
        double across = (slope * u - v) / length;
        return 1 + along * along / 100 + across * across;
    }

    @ParameterizedTest
    @CsvSource({"-1", "1", "-0.5", "-2", "0.7", "0", "-3"})
    void findsTheBottomFromAnyStart(double slope) {
        for (double x = LOWER[0]; x <= UPPER[0]; x += 2) {
            for (double y = LOWER[1]; y <= UPPER[1]; y += 2) {
                Walk walk = new Walk(LOWER, UPPER, ALL, p -> valley(p, slope), new double[] {x, y});
                walk.descend(1, 3);
                assertThat(valley(walk.at(), slope))
                        .as("slope %s from (%s, %s)", slope, x, y)
                        .isLessThan(1.02);
            }
        }
    }

    /** Along the axes alone it stands still: that is what the steps across are for. */
    @Test
    void theValleyStopsASearchAlongTheAxes() {
        double[] stuck = {-2, 1};
        double here = valley(stuck, -1);
        for (double step : new double[] {1, 0.5, 0.25}) {
            assertThat(valley(new double[] {-2 + step, 1}, -1)).isGreaterThan(here);
            assertThat(valley(new double[] {-2 - step, 1}, -1)).isGreaterThan(here);
            assertThat(valley(new double[] {-2, 1 + step}, -1)).isGreaterThan(here);
            assertThat(valley(new double[] {-2, 1 - step}, -1)).isGreaterThan(here);
        }
    }

    @Test
    void noPointOutsideIsLookedAt() {
        List<List<Double>> looked = new ArrayList<>();
        Walk walk = new Walk(
                LOWER,
                UPPER,
                ALL,
                p -> {
                    looked.add(List.of(p[0], p[1]));
                    return -p[0] - p[1];
                },
                new double[] {0, 0});
        walk.descend(1, 1);
        assertThat(walk.at()).containsExactly(UPPER);
        assertThat(looked).allMatch(p -> p.get(0) <= 2 && p.get(0) >= -8 && p.get(1) <= 6 && p.get(1) >= 0);
    }

    @Test
    void oneCoordinateAndPointsThatCannotBeJudged() {
        Walk walk = new Walk(
                new double[] {-10},
                new double[] {10},
                List.of(new double[] {1}),
                p -> p[0] < -3 ? Double.NaN : Math.abs(p[0] + 2.2),
                new double[] {5});
        walk.descend(1, 3);
        assertThat(walk.at()[0]).isCloseTo(-2.2, within(0.13));
    }

    /** On a plain bowl whose first axis was searched before, it costs little more than looking once around. */
    @Test
    void aBowlCostsFewLooks() {
        Set<List<Double>> looked = new HashSet<>();
        Walk walk = new Walk(
                LOWER,
                UPPER,
                ALL,
                p -> {
                    looked.add(List.of(p[0], p[1]));
                    return 1 + Math.pow(p[0] + 3, 2) + Math.pow(p[1] - 3, 2);
                },
                new double[] {-3, 3});
        walk.descend(1, 1);
        assertThat(looked).hasSizeLessThanOrEqualTo(17);
    }
}
