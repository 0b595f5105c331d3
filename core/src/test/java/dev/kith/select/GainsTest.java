package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GainsTest {
    private static final int N = 30;

    private static double[] noise(long seed, double scale) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[N];
        Arrays.setAll(values, o -> scale * random.nextGaussian());
        return values;
    }

    private static Dataset oneTask(double... labels) {
        return Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(labels.length, 1)), List.of("only"), new int[labels.length], labels);
    }

    @Test
    void forMeansTheIntervalIsThePairedTInterval() {
        double[] y = noise(1, 1);
        double[] baseline = noise(2, 1);
        double[] contender = noise(3, 0.5);
        double[] difference = new double[N];
        Arrays.setAll(difference, o -> Math.pow(y[o] - baseline[o], 2) - Math.pow(y[o] - contender[o], 2));
        double mean = Arrays.stream(difference).average().orElseThrow();
        double variance =
                Arrays.stream(difference).map(d -> (d - mean) * (d - mean)).sum() / (N - 1);
        double half = StudentT.twoSided(0.9, N - 1) * Math.sqrt(variance / N);
        Interval gain = Gains.of(Measure.MSE, 0.9, oneTask(y), baseline, contender)
                .perTask()
                .get(0)
                .gain();
        assertThat(gain.estimate()).isCloseTo(mean, within(1e-12));
        assertThat(gain.low()).isCloseTo(mean - half, within(1e-10));
        assertThat(gain.high()).isCloseTo(mean + half, within(1e-10));
    }

    /** DeLong's variance of a difference of two AUCs on the same observations, with n - 1 in place of n. */
    @Test
    void forAucTheSpreadIsDeLongs() {
        int n = 60;
        SplittableRandom random = new SplittableRandom(5);
        double[] y = new double[n];
        Arrays.setAll(y, o -> o % 3 == 0 ? 1 : -1);
        double[][] z = new double[2][n];
        for (double[] row : z) {
            Arrays.setAll(row, o -> y[o] + 1.5 * random.nextGaussian());
        }
        double deLong = StudentT.twoSided(0.95, n - 1) * deLong(y, z);
        Interval gain = Gains.of(Measure.AUC, 0.95, oneTask(y).asClasses(), z[0], z[1])
                .perTask()
                .get(0)
                .gain();
        assertThat((gain.high() - gain.low()) / 2).isCloseTo(deLong, within(0.03 * deLong));
    }

    private static double deLong(double[] y, double[][] z) {
        int n = y.length;
        double[] part = new double[n];
        double plus = Arrays.stream(y).filter(v -> v > 0).count();
        double minus = n - plus;
        for (int o = 0; o < n; o++) {
            for (int k = 0; k < n; k++) {
                if (y[o] != y[k]) {
                    double sign = y[o] > 0 ? 1 : -1;
                    double won = (sign * (z[1][o] - z[1][k]) > 0 ? 1 : 0) - (sign * (z[0][o] - z[0][k]) > 0 ? 1 : 0);
                    part[o] += won / (y[o] > 0 ? minus : plus);
                }
            }
        }
        return Math.sqrt(variance(part, y, 1) / plus + variance(part, y, -1) / minus);
    }

    private static double variance(double[] part, double[] y, double label) {
        double[] own = java.util.stream.IntStream.range(0, y.length)
                .filter(o -> y[o] == label)
                .mapToDouble(o -> part[o])
                .toArray();
        double mean = Arrays.stream(own).average().orElseThrow();
        return Arrays.stream(own).map(v -> (v - mean) * (v - mean)).sum() / (own.length - 1);
    }

    @Test
    void improvementIsNormalisedByTheGeometricMean() {
        double[] y = noise(1, 1);
        double[] baseline = noise(2, 1);
        double[] contender = noise(3, 0.5);
        Dataset data = oneTask(y);
        double before = Scores.of(Measure.NMSE, data, baseline).mean().orElseThrow();
        double after = Scores.of(Measure.NMSE, data, contender).mean().orElseThrow();
        Interval improvement =
                Gains.of(Measure.NMSE, 0.95, data, baseline, contender).improvement();
        assertThat(improvement.estimate()).isCloseTo((before - after) / Math.sqrt(before * after), within(1e-12));
        Interval back = Gains.of(Measure.NMSE, 0.95, data, contender, baseline).improvement();
        assertThat(back.estimate()).isCloseTo(-improvement.estimate(), within(1e-12));
        assertThat(back.low()).isCloseTo(-improvement.high(), within(1e-12));
    }

    @Test
    void whereHigherIsBetterMoreIsAGain() {
        double[] y = noise(1, 1);
        Gains gains = Gains.of(Measure.EXPLAINED_VARIANCE, 0.95, oneTask(y), noise(2, 1), y.clone());
        assertThat(gains.perTask().get(0).gain().estimate()).isPositive();
        assertThat(gains.perTask().get(0).verdict()).isEqualTo(Verdict.SHARE);
    }

    @Test
    void equalPredictionsAreUnclear() {
        double[] z = noise(2, 1);
        Gains gains = Gains.of(Measure.NMSE, 0.95, oneTask(noise(1, 1)), z, z.clone());
        assertThat(gains.perTask().get(0).gain()).isEqualTo(new Interval(0, 0, 0));
        assertThat(gains.count(Verdict.UNCLEAR)).isEqualTo(1);
    }

    @Test
    void oneObservationSaysNothing() {
        Gains gains = Gains.of(Measure.MSE, 0.95, oneTask(1), new double[] {5}, new double[] {1});
        assertThat(gains.perTask().get(0).gain().low()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(gains.perTask().get(0).verdict()).isEqualTo(Verdict.UNCLEAR);
    }

    @Test
    void observationsOfOneInputAreLeftOutTogether() {
        // Both tasks always err together: as much information as one task, not as two.
        double[] y = noise(1, 1);
        double[] baseline = noise(2, 1);
        double[] contender = noise(3, 0.5);
        Matrix both = Matrix.zeros(N, 2);
        double[] baselineTwice = new double[2 * N];
        double[] contenderTwice = new double[2 * N];
        for (int i = 0; i < N; i++) {
            for (int t = 0; t < 2; t++) {
                both.set(i, t, y[i]);
                baselineTwice[2 * i + t] = baseline[i];
                contenderTwice[2 * i + t] = contender[i];
            }
        }
        Dataset wide = Dataset.ofWide(DenseInputs.of(Matrix.zeros(N, 1)), List.of("a", "b"), both);
        Interval one =
                Gains.of(Measure.NMSE, 0.95, oneTask(y), baseline, contender).improvement();
        Interval two = Gains.of(Measure.NMSE, 0.95, wide, baselineTwice, contenderTwice)
                .improvement();
        assertThat(two.low()).isCloseTo(one.low(), within(1e-12));
        assertThat(two.high()).isCloseTo(one.high(), within(1e-12));
    }
}
