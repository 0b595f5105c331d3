package dev.kith.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.checks.CheckData.Layout;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.file.ModelFile;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Model;
import dev.kith.model.Outcome;
import dev.kith.structure.matrix.TaskMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a fit promises whatever the data: same bits again, untouched input, an honest report, a faithful file. */
interface FitChecks extends TrainerCase {
    @ParameterizedTest
    @EnumSource
    default void trainingTwiceGivesTheSameBits(Layout layout, @TempDir Path dir) throws IOException {
        Dataset data = CheckData.related(layout, classification());
        Fit<? extends Model> first = trainer(data).train(data);
        Fit<? extends Model> second = trainer(data).train(data);
        assertThat(second.model().info()).isEqualTo(first.model().info());
        ModelFile.write(first.model(), dir.resolve("1"));
        ModelFile.write(second.model(), dir.resolve("2"));
        assertThat(Files.mismatch(dir.resolve("1"), dir.resolve("2"))).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource
    default void inputIsNeverModified(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Dataset untouched = CheckData.related(layout, classification());
        Inputs probe = CheckData.probe();
        trainer(data).train(data).model().predict(probe);
        assertThat(CheckData.values(data.inputs())).isEqualTo(CheckData.values(untouched.inputs()));
        assertThat(CheckData.values(probe)).isEqualTo(CheckData.values(CheckData.probe()));
        for (int o = 0; o < untouched.size(); o++) {
            assertThat(data.row(o)).isEqualTo(untouched.row(o));
            assertThat(data.task(o)).isEqualTo(untouched.task(o));
            assertThat(data.label(o)).isEqualTo(untouched.label(o));
        }
    }

    @ParameterizedTest
    @EnumSource
    default void aBatchIsPredictedAsRowByRow(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Model model = trainer(data).train(data).model();
        Inputs probe = CheckData.probe();
        Matrix batch = model.predict(probe);
        for (int i = 0; i < probe.rows(); i++) {
            double[] single = model.predict(probe.select(i)).row(0);
            for (int t = 0; t < single.length; t++) {
                assertThat(Math.abs(single[t] - batch.get(i, t))).isLessThanOrEqualTo(1e-12 * (1 + batch.maxAbs()));
            }
        }
        assertThat(model.predict(probe.select()).rows()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    default void aSavedModelPredictsTheSameBits(Layout layout, @TempDir Path dir) throws IOException {
        Dataset data = CheckData.related(layout, classification());
        Model model = trainer(data).train(data).model();
        ModelFile.write(model, dir.resolve("m.kith"));
        Model loaded = ModelFile.read(dir.resolve("m.kith"));
        assertThat(loaded.info()).isEqualTo(model.info());
        assertThat(loaded.structure()).isEqualTo(model.structure());
        assertThat(loaded.intercepts()).isEqualTo(model.intercepts());
        assertThat(loaded.predict(CheckData.probe())).isEqualTo(model.predict(CheckData.probe()));
    }

    @ParameterizedTest
    @EnumSource
    default void theModelSaysWhatItWasTrainedOn(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Fit<? extends Model> fit = trainer(data).train(data);
        assertThat(fit.model().info().tasks()).isEqualTo(data.tasks());
        assertThat(fit.model().info().features()).isEqualTo(data.inputs().features());
        assertThat(fit.model().info().classes()).isEqualTo(data.classes().orElse(List.of()));
        assertThat(fit.model().info().observations()).isEqualTo(data.size());
        assertThat(fit.model().info().columns()).isEqualTo(data.columns());
        assertThat(fit.model().info().outcome()).isEqualTo(Outcome.of(fit.report()));
        assertThat(fit.model().intercepts()).hasSize(data.taskCount());
        fit.model().structure().map(TaskMatrix::dense).ifPresent(a -> {
            assertThat(a.rows()).isEqualTo(data.taskCount());
            assertThat(a.plus(-1, a.transpose()).maxAbs()).isLessThanOrEqualTo(1e-12 * a.maxAbs());
        });
    }

    @ParameterizedTest
    @EnumSource
    default void theGapIsBelowToleranceAndTheObjectiveNeverRises(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        List<Progress> told = new ArrayList<>();
        FitReport report = trainer(data).train(data, told::add).report();
        assertThat(report.status()).isEqualTo(Status.CONVERGED);
        assertThat(report.objective()).isFinite();
        if (largestGap() < Double.POSITIVE_INFINITY) {
            assertThat(report.gap()).isBetween(-1e-12, largestGap());
        }
        assertThat(report.history()).isEqualTo(told).isNotEmpty();
        double slack = 1e-12 * Math.abs(told.get(0).objective());
        for (int k = 1; k < told.size(); k++) {
            assertThat(told.get(k).objective())
                    .isLessThanOrEqualTo(told.get(k - 1).objective() + slack);
        }
    }

    /** Another number of threads may round differently, by no more than this, relative to the largest prediction. */
    @ParameterizedTest
    @EnumSource
    default void threadsDoNotMatterBeyondRounding(Layout layout) {
        Dataset data = CheckData.related(layout, classification(), 40, layout == Layout.LONG ? 25 : 100);
        Inputs probe = CheckData.probe(40);
        Matrix one = trainer(data.tasks(), 1).train(data).model().predict(probe);
        Matrix more = trainer(data.tasks(), 3).train(data).model().predict(probe);
        assertThat(more.plus(-1, one).maxAbs()).isLessThanOrEqualTo(tolerance() * one.maxAbs());
    }

    /** What a fit uses is its own, and the caller's is as before afterwards. */
    @Test
    default void threadsOfTheCallerNeitherMatterNorChange() {
        Dataset data = CheckData.related(Layout.MISSING, classification());
        Set<Integer> inside = new TreeSet<>();
        for (int outside : new int[] {2, 5}) {
            int after = LinearAlgebra.withThreads(outside, () -> {
                trainer(data.tasks(), 3).train(data, step -> inside.add(LinearAlgebra.threads()));
                return LinearAlgebra.threads();
            });
            assertThat(after).isEqualTo(outside);
        }
        assertThat(inside).as("threads during the fit").hasSize(1).containsAnyOf(1, 3);
    }

    @Test
    default void interruptingStopsEarlyWithThatStatus() {
        Dataset data = CheckData.related(Layout.MISSING, classification());
        int steps = trainer(data).train(data).report().history().size();
        Thread.currentThread().interrupt();
        Fit<? extends Model> fit;
        try {
            fit = trainer(data).train(data);
        } finally {
            assertThat(Thread.interrupted()).as("interrupt flag is kept").isTrue();
        }
        assertThat(fit.model().predict(CheckData.probe()).isFinite()).isTrue();
        if (steps > 2) {
            assertThat(fit.report().status()).isEqualTo(Status.INTERRUPTED);
            assertThat(fit.report().history().size()).isLessThan(steps);
        } else {
            assertThat(Arrays.asList(Status.INTERRUPTED, Status.CONVERGED))
                    .contains(fit.report().status());
        }
    }
}
