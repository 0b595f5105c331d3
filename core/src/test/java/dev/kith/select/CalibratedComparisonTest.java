package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.kith.data.Dataset;
import dev.kith.data.transform.Transform;
import dev.kith.data.transform.Transforming;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.ModelInfo;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.score.OutOfFold;
import dev.kith.score.Split;
import dev.kith.select.Comparison.Compared;
import dev.kith.trust.Coverage;
import dev.kith.trust.spread.Conformal;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a comparison held out calibrates the model it leaves behind. */
class CalibratedComparisonTest {
    private static final double LEVEL = 0.9;

    private static double[] halfWidths(ModelFile.Content content) {
        return Conformal.halfWidths(
                content.uncertainty().errors().orElseThrow(),
                content.model().structure(),
                LEVEL,
                content.model().info().calibratedTasks());
    }

    private static double covered(ModelFile.Content content, Dataset test) {
        double[] half = halfWidths(content);
        Matrix z = content.model().predict(test.inputs());
        long inside = 0;
        for (int o = 0; o < test.size(); o++) {
            inside += Math.abs(test.label(o) - z.get(test.row(o), test.task(o))) <= half[test.task(o)] ? 1 : 0;
        }
        return (double) inside / test.size();
    }

    @Test
    void intervalsOfTheWinnerHoldAsOftenAsTheySay() {
        double best = 0;
        double safe = 0;
        int draws = 20;
        for (int seed = 0; seed < draws; seed++) {
            Coverage rows = Coverage.draw(new Random(seed), 60, 400);
            Comparison comparison = Compare.on(rows.train())
                    .methods("mean", "mtfl")
                    .lambda(0.05)
                    .threads(1)
                    .run();
            best += covered(comparison.calibrated(comparison.winner()), rows.test()) / draws;
            safe += covered(comparison.calibratedSafe(comparison.mixable()), rows.test()) / draws;
        }
        assertThat(best).isBetween(LEVEL - 0.025, LEVEL + 0.035);
        assertThat(safe).isBetween(LEVEL - 0.025, LEVEL + 0.035);
    }

    private static Dataset exp(Dataset data) {
        return data.withLabels(IntStream.range(0, data.size())
                .mapToDouble(o -> Math.exp(data.label(o) / 4))
                .toArray());
    }

    /** Of transformed labels the errors are those that the same comparison of labels transformed beforehand has. */
    @Test
    void labelsLearnedTransformedAreCalibratedWhereTheyAreLearned() {
        Dataset data = Coverage.draw(new Random(5), 40, 1).train();
        Dataset skewed = exp(data);
        Dataset plain = Transforming.learned(skewed, Transform.LOG);
        Comparison before = Compare.on(plain)
                .methods("mean")
                .set("gamma", "1")
                .lambda(0.05)
                .folds(4)
                .run();
        Comparison within = Compare.on(skewed)
                .methods("mean")
                .set("gamma", "1")
                .lambda(0.05)
                .folds(4)
                .transform(Transforming.to(Transform.LOG))
                .run();
        for (boolean safe : List.of(false, true)) {
            Matrix found = scale(within, safe);
            Matrix expected = scale(before, safe);
            for (int t = 0; t < data.taskCount(); t++) {
                assertThat(found.get(0, t)).isCloseTo(expected.get(0, t), withinPercentage(0.01));
            }
        }
    }

    private static Matrix scale(Comparison comparison, boolean safe) {
        Compared mean = comparison.methods().get(1);
        ModelFile.Content content = safe ? comparison.calibratedSafe(mean) : comparison.calibrated(mean);
        return content.uncertainty().errors().orElseThrow().scale();
    }

    /** The same folds trained by hand give the same tables of errors. */
    @Test
    void theErrorsAreThoseOfTheComparison() {
        Dataset data = Coverage.draw(new Random(7), 40, 1).train();
        Comparison comparison = Compare.on(data)
                .methods("mean")
                .set("gamma", "1")
                .lambda(0.05)
                .folds(4)
                .run();
        ModelFile.Content content = comparison.calibrated(comparison.methods().get(1));
        Choice choice = Search.on(data)
                .method("mean")
                .set("gamma", "1")
                .lambda(0.05)
                .training(usual -> usual.withThreads(1))
                .choose();
        double[] byHand = OutOfFold.predictions(
                choice.trainer(), data, Split.folds(data, 4, Training.defaults().seed()), (done, of) -> {});
        ErrorTable expected = Conformal.errors(data, byHand, false).tasks().get(2);
        double[] kept =
                content.uncertainty().errors().orElseThrow().tasks().get(2).kept();
        assertThat(kept).hasSameSizeAs(expected.kept());
        for (int k = 0; k < kept.length; k++) {
            assertThat(Math.abs(kept[k] - expected.kept()[k])).isLessThan(1e-6);
        }
        assertThat(content.model().info().parameters()).containsEntry(ModelInfo.CALIBRATED, "4-fold cross-validation");
    }
}
