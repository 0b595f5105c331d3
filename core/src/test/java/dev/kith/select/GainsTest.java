package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.StudentT;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
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
    void equalPredictionsMakeNoDifference() {
        double[] z = noise(2, 1);
        Gains gains = Gains.of(Measure.NMSE, 0.95, oneTask(noise(1, 1)), z, z.clone());
        assertThat(gains.perTask().get(0).gain()).isEqualTo(new Interval(0, 0, 0));
        assertThat(gains.count(Verdict.SAME)).isEqualTo(1);
        assertThat(gains.verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void whatIsWithinAHundredthOfTheErrorIsNoDifference() {
        assertThat(new Interval(0.004, -0.002, 0.009).verdict(0.01)).isEqualTo(Verdict.SAME);
        assertThat(new Interval(0.004, 0.002, 0.009).verdict(0.01)).isEqualTo(Verdict.SAME);
        assertThat(new Interval(0.004, -0.002, 0.011).verdict(0.01)).isEqualTo(Verdict.UNCLEAR);
        assertThat(new Interval(0.02, 0.002, 0.03).verdict(0.01)).isEqualTo(Verdict.SHARE);
        assertThat(new Interval(-0.02, -0.03, -0.002).verdict(0.01)).isEqualTo(Verdict.ISOLATE);
        assertThat(new Interval(0, Double.NaN, Double.NaN).verdict(0.01)).isEqualTo(Verdict.UNCLEAR);
        assertThat(new Interval(0, 0, 0).verdict(Double.NaN)).isEqualTo(Verdict.UNCLEAR);
        double[] y = noise(1, 1);
        double[] z = noise(2, 1);
        double[] nearly = Arrays.stream(z).map(v -> v * (1 + 1e-4)).toArray();
        assertThat(Gains.of(Measure.MSE, 0.95, oneTask(y), z, nearly).verdict()).isEqualTo(Verdict.SAME);
    }

    /** Two classifiers that agree on n rows may disagree on 3/n of all others: few rows do not make them equal. */
    @Test
    void decisionsThatAgreeOnFewRowsAreUnclearAndOnManyTheSame() {
        for (int n : new int[] {3, 100, 5381}) {
            double[] y = new double[n];
            double[] z = new double[n];
            Arrays.setAll(y, o -> o % 3 == 0 ? 1 : -1);
            Arrays.setAll(z, o -> o % 10 == 0 ? -y[o] : y[o]);
            double[] other = Arrays.stream(z).map(v -> 2 * v).toArray();
            Gains gains = Gains.of(Measure.ERROR, 0.95, oneTask(y).asClasses(), z, other);
            Verdict expected = n > 3000 ? Verdict.SAME : Verdict.UNCLEAR;
            assertThat(gains.perTask().get(0).verdict()).as("%d rows", n).isEqualTo(expected);
            assertThat(gains.verdict()).as("%d rows", n).isEqualTo(expected);
            assertThat(gains.perTask().get(0).gain().high()).isBetween(2.9 / (n + 2), 3.0 / n);
        }
    }

    @Test
    void roundingIsNoGain() {
        double[] y = noise(1, 1);
        double[] z = noise(2, 1);
        double[] nearly = Arrays.stream(z).map(v -> v * (1 + 1e-15)).toArray();
        assertThat(Gains.of(Measure.NMSE, 0.95, oneTask(y), z, nearly)
                        .perTask()
                        .get(0)
                        .gain())
                .isEqualTo(new Interval(0, 0, 0));
    }

    /** 20 tasks of 30 labels that gain, and one of two labels, nearly equal, that loses a thousandfold. */
    @Test
    void aTaskOfTwoLabelsDoesNotRuleTheMean() {
        int large = 20;
        int size = large * N + 2;
        SplittableRandom random = new SplittableRandom(9);
        int[] task = new int[size];
        double[] y = new double[size];
        double[] before = new double[size];
        double[] after = new double[size];
        for (int o = 0; o < size; o++) {
            task[o] = o / N;
            y[o] = task[o] < large ? random.nextGaussian() : 1e-3 * o;
            before[o] = y[o] + (task[o] < large ? random.nextGaussian() : 0.01);
            after[o] = y[o] + (task[o] < large ? 0.8 * (before[o] - y[o]) : 0.5);
        }
        List<String> names = java.util.stream.IntStream.range(0, large + 1)
                .mapToObj(t -> "t" + t)
                .toList();
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.zeros(size, 1)), names, task, y);
        Gains gains = Gains.of(Measure.NMSE, 0.95, data, before, after);
        assertThat(gains.verdict()).isEqualTo(Verdict.SHARE);
        Scores scores = Scores.of(Measure.NMSE, data, after);
        assertThat(scores.mean().orElseThrow()).isGreaterThan(1000);
        assertThat(scores.steadyMean().orElseThrow()).isLessThan(1);
        assertThat(scores.tooFew()).isEqualTo(1);
        assertThat(scores.fewest()).isEqualTo(6);
        assertThat(Scores.of(Measure.RMSE, data, after).tooFew()).isZero();
        assertThat(Answer.of(gains).kind()).isEqualTo(Answer.Kind.HELPS);
    }

    @Test
    void familiesOfSmallTasksAreMeasuredAllTheSame() {
        int[] task = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3};
        double[] y = {1, 2, 3, 4, 6, 8, 1, 0, 5, 2, 3};
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.zeros(y.length, 1)), List.of("a", "b", "c", "d"), task, y);
        Scores scores = Scores.of(Measure.NMSE, data, new double[y.length]);
        assertThat(scores.fewest()).isEqualTo(3);
        assertThat(scores.tooFew()).isEqualTo(1);
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
