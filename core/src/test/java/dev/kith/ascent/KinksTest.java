package dev.kith.ascent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Where a sum of steps passes a level, with and without steps at the same place. */
class KinksTest {
    /** Dyadic numbers, so that sums are exact in any order. */
    @Test
    void theFirstKinkBeyondTheLevelIsFound() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int n = random.nextInt(40);
            double[] at = new double[n];
            double[] low = new double[n];
            double[] high = new double[n];
            Kinks kinks = new Kinks(n);
            for (int i = 0; i < n; i++) {
                at[i] = random.nextInt(seed % 2 == 0 ? 5 : 1000) / 8.0;
                low[i] = -random.nextInt(8) / 8.0;
                high[i] = random.nextInt(8) / 8.0;
                kinks.add(at[i], low[i], high[i]);
            }
            for (double level : new double[] {-0.5, 0, 0.25, 3, -40, 40}) {
                assertThat(kinks.passes(level))
                        .as("seed " + seed + ", level " + level)
                        .isEqualTo(expected(at, low, high, level));
            }
        }
    }

    private static double expected(double[] at, double[] low, double[] high, double level) {
        if (Arrays.stream(low).sum() > level) {
            return Double.NEGATIVE_INFINITY;
        }
        return Arrays.stream(at)
                .sorted()
                .filter(kink -> {
                    double sum = 0;
                    for (int i = 0; i < at.length; i++) {
                        sum += at[i] <= kink ? high[i] : low[i];
                    }
                    return sum > level;
                })
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** It went on for ever. */
    @Test
    void aKinkThatIsNoNumberHasNoPlace() {
        Kinks kinks = new Kinks(2);
        kinks.add(1, -1, 1);
        kinks.add(Double.NaN, -1, 1);
        assertThat(kinks.passes(0)).isNaN();
    }
}
