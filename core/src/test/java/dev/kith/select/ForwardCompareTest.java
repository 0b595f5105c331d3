package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.score.Folding;
import dev.kith.score.Measure;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Comparisons and searches that go forward in time. */
class ForwardCompareTest {
    private static final int TASKS = 4;
    private static final int DAYS = 60;

    /**
     * The label drifts, and features are a code of the stretch of days, which says nothing about other stretches. On random folds neighbours of
     * every test row tell the level behind its code; for the future nothing does, and the features are noise.
     */
    private static Dataset leaking(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        int stretches = 15;
        Matrix inputs = Matrix.zeros(TASKS * DAYS, stretches);
        double[] labels = new double[TASKS * DAYS];
        int[] taskOf = new int[labels.length];
        double[] level = dice.doubles(stretches, -5, 5).toArray();
        double[][] codes = new double[stretches][];
        Arrays.setAll(codes, c -> dice.doubles(stretches, -1, 1).toArray());
        for (int i = 0; i < labels.length; i++) {
            int day = i / TASKS;
            taskOf[i] = i % TASKS;
            for (int j = 0; j < stretches; j++) {
                inputs.set(i, j, codes[day * stretches / DAYS][j]);
            }
            labels[i] = level[day * stretches / DAYS] + 0.1 * dice.nextGaussian();
        }
        return Dataset.ofLong(
                DenseInputs.of(inputs),
                IntStream.range(0, TASKS).mapToObj(t -> "t" + t).toList(),
                taskOf,
                labels);
    }

    private static Folding forward(double gap) {
        List<String> days = IntStream.range(0, TASKS * DAYS)
                .mapToObj(i ->
                        java.time.LocalDate.of(2024, 2, 1).plusDays(i / TASKS).toString())
                .toList();
        return Folding.forward("day", days, gap, OptionalDouble.empty());
    }

    private static Compare compare(Dataset data) {
        return Compare.on(data).methods("pooled").folds(4).threads(1).measure(Measure.NMSE);
    }

    @Test
    void whatOnlyNeighboursTellIsNoUseForTheFuture() {
        Dataset data = leaking(3);
        assertThat(compare(data).run().sharing().mean()).isLessThan(0.05);
        Comparison future = compare(data).folding(forward(0)).run();
        assertThat(future.sharing().mean()).isGreaterThan(0.8);
        assertThat(future.headline()).endsWith("Tested on later rows than those learned from, by 'day'.");
        assertThat(future.validation()).isEqualTo("4-fold cross-validation forward in time");
        assertThat(future.sentences())
                .anyMatch(s -> s.startsWith("Rows were held out forward in time: 4 times every method learned from rows"
                        + " up to a moment of 'day' and predicted what came next, 2024-02-13 to 2024-03-31 in all;"));
    }

    /** On random folds the leak pays, so little is penalised; forward in time it does not, so nearly everything is. */
    @Test
    void settingsAreChosenForwardInTimeToo() {
        Dataset data = leaking(3);
        Choice random = Search.on(data).method("pooled").choose();
        Choice forward = Search.on(data).method("pooled").folding(forward(0)).choose();
        assertThat(forward.lambda().orElseThrow())
                .isGreaterThan(20 * random.lambda().orElseThrow());
        assertThat(forward.by().get("lambda")).isEqualTo("5-fold cross-validation forward in time");
        List<Contender.Trained> fits =
                compare(data).folding(forward(0)).run().sharing().heldOut().fits();
        assertThat(fits)
                .extracting(fit -> Double.parseDouble(fit.chosen().get("lambda")))
                .allSatisfy(lambda ->
                        assertThat(lambda).isGreaterThan(20 * random.lambda().orElseThrow()));
    }

    /** Neighbours err alike: four rows of a day are one observation, and intervals know it. */
    @Test
    void intervalsAreAsWideAsTheTimesAllow() {
        SplittableRandom dice = new SplittableRandom(8);
        Dataset plain = leaking(3);
        double[] shock = dice.doubles(DAYS, -1, 1).toArray();
        double[] labels = IntStream.range(0, plain.size())
                .mapToDouble(i -> shock[i / TASKS] + 0.01 * dice.nextGaussian())
                .toArray();
        Dataset data = plain.withLabels(labels);
        Comparison found = compare(data).folding(forward(0)).lambda(1).run();
        HeldOut held = found.baseline().heldOut();
        double wide = width(held.mean(Measure.MSE, 0.95, data));
        int[] rows = IntStream.range(0, data.size()).toArray();
        double narrow = width(new HeldOut("same", held.predictions(), held.splits(), rows, List.of(), 0)
                .mean(Measure.MSE, 0.95, data));
        assertThat(wide).isGreaterThan(1.5 * narrow);
    }

    private static double width(dev.kith.score.Interval interval) {
        return interval.high() - interval.low();
    }

    @Test
    void tasksThatBeginLaterAreLearnedAllTheSame() {
        Dataset data = leaking(5);
        int[] kept = IntStream.range(0, data.size())
                .filter(o -> data.task(o) != 3 || data.row(o) / TASKS > 30)
                .toArray();
        Comparison found = Compare.on(data.select(kept))
                .methods("pooled", "mean", "mtfl", "cluster")
                .folds(3)
                .threads(1)
                .folding(forward(2))
                .run();
        assertThat(found.methods())
                .allSatisfy(method -> assertThat(method.mean()).isFinite());
    }
}
