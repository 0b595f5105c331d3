package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankingCurveTest {
    private static final int ROWS = 400;

    /** Values between points are unknown to half a step, of a curve that rises by at most 1 in all. */
    private static final double STEP = 1.0 / (RankingCurve.POINTS - 1);

    private static Dataset data(int tasks, Random random) {
        int[] task = new int[ROWS];
        double[] y = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            task[i] = i % tasks;
            y[i] = random.nextDouble() < 0.3 ? 1 : -1;
        }
        List<String> names = IntStream.range(0, tasks).mapToObj(t -> "t" + t).toList();
        return dataset(names, task, y);
    }

    private static Dataset dataset(List<String> names, int[] task, double[] y) {
        int[] rows = IntStream.range(0, ROWS).toArray();
        return Dataset.of(DenseInputs.of(Matrix.zeros(ROWS, 1)), names, rows, task, y, null, List.of("no", "yes"));
    }

    private static double[] decisions(Dataset data, Random random) {
        double[] z = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            // rounded, so that there are ties
            z[i] = Math.rint(4 * (data.label(i) + 1.5 * random.nextGaussian())) / 4;
        }
        return z;
    }

    /** Thresholds one by one: counts of everything at least as high, and what lies straight between. */
    @Test
    void isWhatThresholdsGive() {
        Random random = new Random(4);
        Dataset data = data(1, random);
        double[] z = decisions(data, random);
        RankingCurve roc = RankingCurve.roc(data, z, new int[ROWS]);
        RankingCurve precision = RankingCurve.precisionRecall(data, z, new int[ROWS]);
        double all = IntStream.range(0, ROWS).filter(i -> data.label(i) > 0).count();
        double[] thresholds = IntStream.range(0, ROWS)
                .mapToDouble(i -> z[i])
                .distinct()
                .sorted()
                .toArray();
        double lastX = 0;
        double lastY = 0;
        double lastRecall = -1;
        for (int k = thresholds.length - 1; k >= 0; k--) {
            double threshold = thresholds[k];
            double plus = IntStream.range(0, ROWS)
                    .filter(i -> z[i] >= threshold && data.label(i) > 0)
                    .count();
            double minus = IntStream.range(0, ROWS)
                    .filter(i -> z[i] >= threshold && data.label(i) < 0)
                    .count();
            double x = minus / (ROWS - all);
            double y = plus / all;
            for (int p = 0; p < RankingCurve.POINTS; p++) {
                double at = p * STEP;
                if (at > lastX && at < x) {
                    double between = lastY + (y - lastY) * (at - lastX) / (x - lastX);
                    assertThat(roc.values().get(p)).isCloseTo(between, within(1e-12));
                }
                if (at > lastRecall + 1e-9 && at < y - 1e-9) {
                    assertThat(precision.values().get(p)).isCloseTo(plus / (plus + minus), within(1e-12));
                }
            }
            lastX = x;
            lastY = y;
            lastRecall = y;
        }
        assertThat(roc.values().get(RankingCurve.POINTS - 1)).isEqualTo(1);
    }

    @Test
    void areasAreTheMeasures() {
        Random random = new Random(5);
        Dataset data = data(3, random);
        double[] z = decisions(data, random);
        int[] models = new int[ROWS];
        for (int i = 0; i < ROWS; i++) {
            models[i] = random.nextInt(4);
            z[i] += 10 * models[i]; // which ranks across models would show
        }
        RankingCurve roc = RankingCurve.roc(data, z, models);
        RankingCurve precision = RankingCurve.precisionRecall(data, z, models);
        double auc = 0;
        double average = 0;
        for (int t = 0; t < 3; t++) {
            int task = t;
            int[] own =
                    IntStream.range(0, ROWS).filter(i -> data.task(i) == task).toArray();
            Outcomes outcomes = Outcomes.of(data, z, models, own);
            auc += Ranking.auc(outcomes) / 3;
            average += Ranking.averagePrecision(outcomes) / 3;
        }
        assertThat(roc.area()).isCloseTo(auc, within(1e-12));
        assertThat(precision.area()).isCloseTo(average, within(1e-12));
        assertThat(area(roc)).isCloseTo(auc, within(STEP));
        assertThat(area(precision)).isCloseTo(average, within(3 * STEP));
        assertThat(roc.values()).isSorted();
    }

    private static double area(RankingCurve curve) {
        double sum = 0;
        for (int k = 1; k < RankingCurve.POINTS; k++) {
            sum += STEP * (curve.values().get(k) + curve.values().get(k - 1)) / 2;
        }
        return sum;
    }

    @Test
    void withoutBothClassesThereIsNone() {
        double[] ones = new double[ROWS];
        java.util.Arrays.fill(ones, 1);
        Dataset same = dataset(List.of("t"), new int[ROWS], ones);
        assertThat(RankingCurve.roc(same, new double[ROWS], new int[ROWS]).values())
                .isEmpty();
    }
}
