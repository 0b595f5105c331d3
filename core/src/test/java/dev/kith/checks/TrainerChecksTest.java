package dev.kith.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.checks.CheckData.Layout;
import dev.kith.data.Dataset;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every check can fail: each meets a trainer that breaks its law and no other. */
class TrainerChecksTest {
    private static final Training SOUND = Training.defaults();

    /** A sound trainer that sees other data than it was given. */
    private static KnownCase seeing(UnaryOperator<Dataset> change) {
        return around((data, train) -> train.apply(change.apply(data)));
    }

    private interface Around {
        Fit<Model> train(Dataset data, java.util.function.Function<Dataset, Fit<Model>> train);
    }

    private static KnownCase around(Around around) {
        return new KnownCase("stl", KnownCase.LINEAR, SOUND) {
            @Override
            public Trainer<Model> trainer(List<String> tasks, int threads) {
                Trainer<Model> sound = super.trainer(tasks, threads);
                return new Trainer<>() {
                    @Override
                    public Fit<Model> train(Dataset data, Consumer<Progress> progress) {
                        return around.train(data, seen -> sound.train(seen, progress));
                    }
                };
            }
        };
    }

    private static KnownCase with(Training training) {
        return known("stl", KnownCase.LINEAR, training);
    }

    private static KnownCase known(String method, String kernel, Training training) {
        return new KnownCase(method, kernel, training) {};
    }

    private static void assertCaught(ThrowingCallable check) {
        assertThatThrownBy(check).isInstanceOf(AssertionError.class);
    }

    @Test
    void aSoundTrainerPasses() {
        with(SOUND).orderOfRowsIsIrrelevant(Layout.LONG);
        with(SOUND).weightsCountAsCopies(Layout.MISSING);
        with(SOUND).interruptingStopsEarlyWithThatStatus();
    }

    @Test
    void favouringTheFirstRowIsCaught() {
        assertCaught(() -> seeing(TrainerChecksTest::firstHeavy).orderOfRowsIsIrrelevant(Layout.LONG));
        assertCaught(() -> seeing(TrainerChecksTest::firstHeavy).oneTaskIsTheSingleTaskProblem(Layout.WIDE));
    }

    private static Dataset firstHeavy(Dataset data) {
        double[] weights = new double[data.size()];
        Arrays.setAll(weights, o -> o == 0 ? 2 : data.weight(o));
        return data.withWeights(weights);
    }

    @Test
    void ignoringWeightsIsCaught() {
        UnaryOperator<Dataset> unweighted = data -> CheckData.withTasks(data, data.tasks(), t -> t);
        assertCaught(() -> seeing(unweighted).weightsCountAsCopies(Layout.WIDE));
    }

    @Test
    void aMissingInterceptIsCaught() {
        KnownCase none = with(SOUND.withIntercept(false));
        assertCaught(() -> none.shiftedInputsMoveOnlyIntercepts(Layout.LONG));
        assertCaught(() -> none.shiftedLabelsMoveOnlyIntercepts(Layout.LONG));
        assertCaught(() -> none.constantLabelsArePredictedExactly(Layout.WIDE));
        assertCaught(() -> none.oneTaskIsTheSingleTaskProblem(Layout.WIDE));
    }

    @Test
    void unscaledFeaturesAreCaught() {
        KnownCase raw = with(SOUND.withScaling(false, TargetScale.ALL));
        assertCaught(() -> raw.unitsOfFeaturesAreIrrelevant(Layout.LONG));
        KnownCase uncentred = known("stl", "polynomial:2:1", SOUND.withScaling(false, TargetScale.ALL));
        assertCaught(() -> uncentred.constantFeaturesAreIgnored(Layout.LONG));
    }

    @Test
    void anotherScaleForSparseInputsIsCaught() {
        UnaryOperator<Dataset> halved = data -> data.inputs() instanceof SparseInputs sparse
                ? data.withInputs(new SparseInputs(sparse.values().scaleColumns(j -> 0.5), sparse.features()))
                : data;
        assertCaught(() -> seeing(halved).sparseInputsAreTheSameInputs(Layout.LONG));
    }

    @Test
    void clippedLabelsAreCaught() {
        UnaryOperator<Dataset> clipped = data -> CheckData.withLabels(data, y -> Math.min(20, y));
        assertCaught(() -> seeing(clipped).predictionsCarryTheUnitsOfLabels(Layout.LONG));
    }

    @Test
    void neglectingTheLastTaskIsCaught() {
        UnaryOperator<Dataset> neglecting = data -> data.select(IntStream.range(0, data.size())
                .filter(o -> data.task(o) < data.taskCount() - 1)
                .toArray());
        assertCaught(() -> seeing(neglecting).orderOfTasksIsIrrelevant(Layout.LONG));
        assertCaught(() -> seeing(neglecting).twinTasksGetTheSamePredictor(Layout.LONG));
        assertCaught(() -> seeing(neglecting).theModelSaysWhatItWasTrainedOn(Layout.LONG));
    }

    @Test
    void anotherAnswerEachTimeIsCaught(@TempDir Path dir) {
        AtomicInteger calls = new AtomicInteger();
        UnaryOperator<Dataset> drifting = data -> CheckData.withLabels(data, y -> y + 1e-12 * calls.get());
        KnownCase restless = around((data, train) -> {
            calls.incrementAndGet();
            return train.apply(drifting.apply(data));
        });
        assertCaught(() -> restless.trainingTwiceGivesTheSameBits(Layout.LONG, dir));
    }

    @Test
    void writingIntoTheInputIsCaught() {
        KnownCase writing = around((data, train) -> {
            CheckData.values(data.inputs()).add(0, 0, 1e-9);
            return train.apply(data);
        });
        assertCaught(() -> writing.inputIsNeverModified(Layout.LONG));
    }

    @Test
    void stoppingShortOfTheToleranceIsCaught() {
        KnownCase hasty = known("mean", KnownCase.LINEAR, SOUND.withStopping(1e-15, 1));
        assertCaught(() -> hasty.theGapIsBelowToleranceAndTheObjectiveNeverRises(Layout.MISSING));
        assertCaught(() -> hasty.hugeImbalanceOfTasksIsFine());
        assertCaught(() -> hasty.manyMoreFeaturesThanRowsAreFine(Layout.MISSING));
    }

    @Test
    void anUnevenShareOfEqualFeaturesIsCaught() {
        UnaryOperator<Dataset> tilted = data -> {
            double[] factor = new double[data.inputs().features().size()];
            Arrays.fill(factor, 1);
            double[] shift = new double[factor.length];
            factor[0] = data.inputs().features().size() > CheckData.FEATURES ? 3 : 1;
            return data.withInputs(CheckData.moved(data.inputs(), factor, shift));
        };
        assertCaught(() -> seeing(tilted).collinearFeaturesShareTheirWeight(Layout.LONG));
    }

    @Test
    void swallowingAnInterruptIsCaught() {
        KnownCase deaf = around((data, train) -> {
            Thread.interrupted();
            return train.apply(data);
        });
        assertCaught(deaf::interruptingStopsEarlyWithThatStatus);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void threadsThatChangeTheAnswerAreCaught() {
        KnownCase racing = new KnownCase("stl", KnownCase.LINEAR, SOUND) {
            @Override
            public Trainer<Model> trainer(List<String> tasks, int threads) {
                return threads == 1
                        ? super.trainer(tasks, 1)
                        : known("mean", KnownCase.LINEAR, SOUND).trainer(tasks, threads);
            }
        };
        assertCaught(() -> racing.threadsDoNotMatterBeyondRounding(Layout.WIDE));
    }
}
