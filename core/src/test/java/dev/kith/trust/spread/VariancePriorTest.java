package dev.kith.trust.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.numeric.PolyGamma;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VariancePriorTest {
    /** Values of DLMF 5.4.12, 5.4.13 and 5.15.3. */
    @Test
    void knownValues() {
        double euler = 0.5772156649015329;
        assertThat(PolyGamma.digamma(1)).isCloseTo(-euler, within(1e-12));
        assertThat(PolyGamma.digamma(0.5)).isCloseTo(-euler - 2 * Math.log(2), within(1e-12));
        assertThat(PolyGamma.digamma(30)).isCloseTo(PolyGamma.digamma(29) + 1.0 / 29, within(1e-12));
        assertThat(PolyGamma.trigamma(1)).isCloseTo(Math.PI * Math.PI / 6, within(1e-12));
        assertThat(PolyGamma.trigamma(0.5)).isCloseTo(Math.PI * Math.PI / 2, within(1e-12));
        assertThat(PolyGamma.trigamma(30)).isCloseTo(PolyGamma.trigamma(29) - 1.0 / (29 * 29), within(1e-12));
    }

    /** 400 tasks of 12 errors; the variance of a task is 4 d / chi^2 of d degrees of freedom, d infinite for equal ones. */
    private static VariancePrior found(int d) {
        Random random = new Random(3);
        double[] squares = new double[400];
        int[] counts = new int[400];
        for (int t = 0; t < 400; t++) {
            double chi = 0;
            for (int k = 0; k < d; k++) {
                chi += Math.pow(random.nextGaussian(), 2);
            }
            double variance = d == 0 ? 4 : 4 * d / chi;
            counts[t] = 12;
            for (int k = 0; k < 12; k++) {
                squares[t] += variance * Math.pow(random.nextGaussian(), 2);
            }
        }
        return VariancePrior.of(squares, counts);
    }

    @Test
    void findsHowMuchTasksDiffer() {
        assertThat(found(0).count()).isGreaterThan(40);
        assertThat(found(0).variance()).isCloseTo(4, within(0.2));
        assertThat(found(4).count()).isBetween(3.0, 5.5);
        assertThat(found(4).variance()).isCloseTo(4, within(0.4));
        assertThat(found(1).count()).isBetween(0.7, 1.4);
    }

    @Test
    void fewTasksLeaveTheUsual() {
        assertThat(VariancePrior.of(new double[] {10, 2}, new int[] {4, 2})).isEqualTo(new VariancePrior(5, 2));
        assertThat(VariancePrior.of(new double[] {10, 0, 3}, new int[] {4, 3, 1})
                        .count())
                .isEqualTo(5);
    }
}
