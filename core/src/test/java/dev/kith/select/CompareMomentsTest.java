package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.moments.Moments;
import dev.kith.data.moments.OnePass;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.method.SettingException;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.score.Outcomes;
import dev.kith.score.Scores;
import dev.kith.score.Split;
import dev.kith.select.Comparison.Compared;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A comparison out of moments by task and block says what one out of the rows does. */
class CompareMomentsTest {
    private static final int FOLDS = 4;
    private static final int BLOCKS = OnePass.blocks(FOLDS);
    private static final long SEED = 1;

    /** Two ways to the same sums, and direct solves of well-conditioned systems. */
    private static final double ROUNDING = 1e-9;

    private static Dataset rows() {
        SplittableRandom random = new SplittableRandom(8);
        int n = 2400;
        Matrix x = Matrix.zeros(n, 3);
        int[] task = new int[n];
        double[] y = new double[n];
        double[] weight = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = random.nextInt(6);
            weight[i] = 1 + random.nextInt(3);
            y[i] = 20 * task[i] + 4 * random.nextDouble(-1, 1);
            for (int j = 0; j < 3; j++) {
                x.set(i, j, 5 + random.nextDouble(-1, 1));
                y[i] += (1 + 0.2 * ((task[i] + j) % 3)) * x.get(i, j);
            }
        }
        List<String> names = Names.numbered("t", 6);
        return Dataset.of(DenseInputs.of(x), names, IntStream.range(0, n).toArray(), task, y, weight, null);
    }

    private static Compare compare(Dataset data) {
        return Compare.on(data)
                .methods("mean")
                .folds(FOLDS)
                .loss(Losses.squared())
                .training(training -> training.withSeed(SEED));
    }

    /** The block of every row, as rows that pass by are dealt. */
    private static int[] blocks(Dataset rows) {
        int[] block = new int[rows.size()];
        List<Split> splits = Split.folds(rows, BLOCKS, SEED);
        for (int b = 0; b < BLOCKS; b++) {
            for (int o : splits.get(b).testObservations()) {
                block[o] = b;
            }
        }
        return block;
    }

    /** What models trained without a fold predict for its rows. */
    private static double[] predictions(Dataset rows, int[] block, String method, double lambda) {
        double[] predictions = new double[rows.size()];
        for (int f = 0; f < FOLDS; f++) {
            int fold = f;
            Split split = Split.of(rows, o -> block[o] % FOLDS == fold);
            Search search = Search.on(split.train()).method(method).defaultsForTheRest();
            if (method.equals("mean")) {
                search.set("gamma", "1");
            }
            double[] z = split.predictions(
                    search.lambda(lambda).loss(Losses.squared()).run().model());
            int[] tested = split.testObservations();
            for (int k = 0; k < tested.length; k++) {
                predictions[tested[k]] = z[k];
            }
        }
        return predictions;
    }

    @ParameterizedTest
    @ValueSource(strings = {"mse", "rmse", "nmse", "explained-variance"})
    void heldOutErrorsAndIntervalsAreThoseOfTheRows(String name) {
        Measure measure = Measure.named(name);
        Dataset rows = rows();
        Dataset few = Moments.of(rows, BLOCKS, SEED).dataset();
        Comparison found =
                compare(few).set("gamma", "1").lambda(0.01).measure(measure).run();
        int[] block = blocks(rows);
        double[] alone = predictions(rows, block, "stl", 0.01);
        double[] shared = predictions(rows, block, "mean", 0.01);
        near(found.baseline(), Scores.of(measure, rows, alone));
        near(found.methods().get(1), Scores.of(measure, rows, shared));
        int[][] byTask = Scores.byTask(rows, alone);
        for (int t = 0; t < byTask.length; t++) {
            int[] own = byTask[t];
            Interval expected = Interval.jackknife(
                    Arrays.stream(own).map(o -> block[o]).toArray(),
                    BLOCKS,
                    found.level(),
                    keep -> cost(measure, rows, alone, own, keep) - cost(measure, rows, shared, own, keep));
            Interval gain = found.methods().get(1).gains().perTask().get(t).gain();
            double unit = Math.abs(expected.high()) + 1;
            assertThat(gain.estimate()).isCloseTo(expected.estimate(), within(ROUNDING * unit));
            assertThat(gain.low()).isCloseTo(expected.low(), within(ROUNDING * unit));
            assertThat(gain.high()).isCloseTo(expected.high(), within(ROUNDING * unit));
        }
    }

    private static double cost(Measure measure, Dataset rows, double[] predictions, int[] own, double[] keep) {
        double[] weights = new double[own.length];
        Arrays.setAll(weights, k -> keep[k] * rows.weight(own[k]));
        Outcomes all = Outcomes.of(rows, predictions, new int[rows.size()], own);
        return measure.cost(measure.of(all.reweighted(weights)).orElseThrow());
    }

    private static void near(Compared found, Scores expected) {
        assertThat(found.scores().labels()).isEqualTo(expected.labels());
        for (int t = 0; t < expected.perTask().size(); t++) {
            double score = expected.perTask().get(t).orElseThrow();
            assertThat(found.scores().perTask().get(t).orElseThrow())
                    .isCloseTo(score, within(ROUNDING * Math.abs(score)));
        }
        double overall = expected.overall().orElseThrow();
        assertThat(found.scores().overall().orElseThrow()).isCloseTo(overall, within(ROUNDING * overall));
    }

    @Test
    void lambdaIsChosenInsideEveryFold() {
        Dataset few = Moments.of(rows(), BLOCKS, SEED).dataset();
        Comparison found = compare(few).run();
        assertThat(found.baseline().heldOut().fits())
                .hasSize(FOLDS)
                .allSatisfy(fit -> assertThat(fit.chosen()).containsKey("lambda"));
        assertThat(found.trainingLabels().stream().mapToInt(Integer::intValue).sum())
                .isBetween(1790, 1810);
        assertThat(found.sentences())
                .contains("Rows were collapsed into moments: errors are those of all rows, and intervals come from"
                        + " leaving out one of " + BLOCKS + " blocks of them at a time.");
        assertThat(found.best().model().info().observations()).isEqualTo(2400);
    }

    @Test
    void whatNeedsEachRowIsRefusedByName() {
        Dataset few = Moments.of(rows(), BLOCKS, SEED).dataset();
        assertThatThrownBy(() -> compare(few).measure(Measure.MAE).run())
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("mae needs each row, and these were collapsed into moments");
    }
}
