package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training.Weighting;
import dev.kith.score.CrossValidation;
import dev.kith.score.Validation;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RaceTest {
    private static final int FOLDS = 4;

    /** Tasks of 12 rows, weights around common ones. */
    private static Dataset data(int tasks) {
        Random random = new Random(5);
        int n = 12 * tasks;
        Matrix x = Matrix.zeros(n, 3).map(zero -> random.nextGaussian());
        double[] own = random.doubles(tasks).toArray();
        int[] task = IntStream.range(0, n).map(i -> i % tasks).toArray();
        double[] y = IntStream.range(0, n)
                .mapToDouble(i -> (1 + own[task[i]]) * x.get(i, 0) - x.get(i, 1) + 0.5 * random.nextGaussian())
                .toArray();
        return Dataset.ofLong(
                DenseInputs.of(x),
                IntStream.range(0, tasks).mapToObj(t -> "t" + t).toList(),
                task,
                y);
    }

    private static Validation validation(Dataset data, Weighting weighting) {
        return new CrossValidation(FOLDS, 1, Losses.squared(), TargetScale.ALL, weighting).on(data);
    }

    /** Counts its fits. */
    private static final class Counted implements Trainer<Model> {
        private final Trainer<Model> trainer;
        private int fits;

        Counted(double lambda) {
            trainer = new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), lambda);
        }

        @Override
        public Fit<Model> train(Dataset data, Consumer<FitReport.Progress> progress) {
            fits++;
            return trainer.train(data, progress);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoIsClearlyBehindIsStoppedAndItsScoreEstimated(Weighting weighting) {
        Dataset data = data(200);
        Validation race = validation(data, weighting);
        double good = race.race(new Counted(0.1));
        Counted hopeless = new Counted(1000);
        double estimate = race.race(hopeless);
        assertThat(hopeless.fits).isEqualTo(1);
        double all = validation(data, weighting).score(new Counted(1000));
        assertThat(estimate).isGreaterThan(good).isCloseTo(all, within(0.05 * all));
    }

    /** In whatever order they come, the winner has been through every fold and has the score it has without a race. */
    @Test
    void theBestWinsInAnyOrder() {
        Dataset data = data(200);
        Map<Double, Double> scores = new TreeMap<>();
        for (double lambda = 1e-3; lambda < 5; lambda *= 2) {
            scores.put(lambda, validation(data, Weighting.TASK).score(new Counted(lambda)));
        }
        double best = Collections.min(scores.values());
        List<Double> order = new ArrayList<>(scores.keySet());
        for (int seed = 0; seed < 5; seed++) {
            Collections.shuffle(order, new Random(seed));
            Validation race = validation(data, Weighting.TASK);
            Map<Double, Double> raced = new TreeMap<>();
            order.forEach(lambda -> raced.put(lambda, race.race(new Counted(lambda))));
            assertThat(Collections.min(raced.values())).isEqualTo(best);
            assertThat(raced).hasSameSizeAs(scores).isNotEqualTo(scores);
        }
    }

    /** The best is what others are compared with, not the last. */
    @Test
    void losersDoNotLowerTheBar() {
        Validation race = validation(data(200), Weighting.TASK);
        race.race(new Counted(0.1));
        race.race(new Counted(1000));
        Counted also = new Counted(900);
        race.race(also);
        assertThat(also.fits).isEqualTo(1);
    }

    @Test
    void fewTasksAreNeverCutShort() {
        Validation race = validation(data(20), Weighting.TASK);
        race.race(new Counted(0.1));
        Counted hopeless = new Counted(1000);
        race.race(hopeless);
        assertThat(hopeless.fits).isEqualTo(FOLDS);
    }

    @Test
    void whereFoldsAreLargeWhoIsClearlyAheadNeedsNoMore() {
        Validation race = validation(data(700), Weighting.TASK);
        double bad = race.race(new Counted(1000));
        Counted good = new Counted(0.1);
        double estimate = race.race(good);
        assertThat(good.fits).isEqualTo(1);
        double all = validation(data(700), Weighting.TASK).score(new Counted(0.1));
        assertThat(estimate).isLessThan(bad).isCloseTo(all, within(0.05 * all));
        // from now on it is what others are compared with
        Counted between = new Counted(1);
        assertThat(race.race(between)).isGreaterThan(estimate);
        assertThat(good.fits).isEqualTo(between.fits);
    }

    /** At the bottom of the valley a small step makes some tasks better and some worse. */
    @Test
    void whereFoldsAreLargeWhoIsNoBetterAndNoWorseNeedsNoMore() {
        Dataset data = data(700);
        Validation scores = validation(data, Weighting.TASK);
        double bottom = 1e-3;
        for (double lambda = 1e-3; lambda < 1; lambda *= 1.1) {
            bottom = scores.glance(new Counted(lambda)) < scores.glance(new Counted(bottom)) ? lambda : bottom;
        }
        Validation race = validation(data, Weighting.TASK);
        double first = race.race(new Counted(bottom));
        for (double step : new double[] {0.98, 1.02}) {
            Counted alike = new Counted(step * bottom);
            assertThat(race.race(alike)).isGreaterThanOrEqualTo(first);
            assertThat(alike.fits).isEqualTo(1);
        }
    }

    @Test
    void whereFoldsAreSmallWhoIsAheadIsGivenEveryFold() {
        Validation race = validation(data(200), Weighting.TASK);
        race.race(new Counted(1000));
        Counted good = new Counted(0.1);
        race.race(good);
        assertThat(good.fits).isEqualTo(FOLDS);
    }

    @Test
    void aGlanceIsTheFirstFoldWhereItIsLarge() {
        assertThat(validation(data(200), Weighting.TASK).largeFolds()).isFalse();
        Validation large = validation(data(700), Weighting.TASK);
        assertThat(large.largeFolds()).isTrue();
        Counted once = new Counted(0.1);
        double glance = large.glance(once);
        assertThat(once.fits).isEqualTo(1);
        double all = large.score(new Counted(0.1));
        assertThat(glance).isCloseTo(all, within(0.1 * all)).isNotEqualTo(all);
    }
}
