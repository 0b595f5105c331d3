package dev.kith.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.checks.CheckData.Layout;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Data at the edge of sense must give finite, sensible, converged models or be refused by name. */
interface DegenerateDataChecks extends TrainerCase {
    @ParameterizedTest
    @EnumSource
    default void aTaskWithoutRowsGetsFinitePredictions(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Dataset more = CheckData.withTasks(data, Names.numbered("t", data.taskCount() + 1), t -> t);
        assertSensible(more, CheckData.probe());
    }

    @ParameterizedTest
    @EnumSource
    default void constantLabelsArePredictedExactly(Layout layout) {
        Assumptions.assumeFalse(classification(), "classes are two");
        Dataset data = CheckData.withLabels(CheckData.related(layout, false), y -> 7);
        Matrix z = assertSensible(data, CheckData.probe());
        assertThat(z.map(v -> v - 7).maxAbs()).isLessThan(1e-9);
    }

    @ParameterizedTest
    @EnumSource
    default void collinearFeaturesShareTheirWeight(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Dataset twice = data.withInputs(CheckData.widened(data.inputs(), x -> x));
        assertSensible(twice, CheckData.widened(CheckData.probe(), x -> x));
        if (trainer(twice).train(twice).model() instanceof LinearModel model) {
            Matrix w = model.weights();
            for (int t = 0; t < w.cols(); t++) {
                assertThat(w.get(CheckData.FEATURES, t)).isCloseTo(w.get(0, t), within(tolerance() * (1 + w.maxAbs())));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    default void manyMoreFeaturesThanRowsAreFine(Layout layout) {
        assertSensible(CheckData.related(layout, classification(), 200, 6), CheckData.probe(200));
    }

    @Test
    default void oneRowIsEnough() {
        Inputs x = DenseInputs.of(Matrix.of(new double[] {1, 2, 3}));
        Dataset data = Dataset.of(
                x,
                Names.numbered("t", 2),
                new int[] {0},
                new int[] {1},
                new double[] {classification() ? 1 : 4},
                null,
                classification() ? List.of("no", "yes") : null);
        Model model = trainer(data).train(data).model();
        Matrix z = model.predict(CheckData.probe());
        assertThat(z.isFinite()).isTrue();
        if (!classification()) {
            assertThat(z.get(0, 1)).isCloseTo(4, within(1e-9));
        }
    }

    @Test
    default void hugeImbalanceOfTasksIsFine() {
        Dataset data = CheckData.related(Layout.LONG, classification(), CheckData.FEATURES, 250);
        int[] kept = java.util.stream.IntStream.range(0, data.size())
                .filter(o -> data.task(o) == 0 || data.row(o) < 12)
                .toArray();
        assertSensible(data.select(kept), CheckData.probe());
    }

    @Test
    default void noLabelsAtAllAreRefused() {
        Dataset data = CheckData.related(Layout.LONG, classification());
        Dataset nothing = data.select();
        assertThatThrownBy(() -> trainer(nothing).train(nothing)).isInstanceOf(DataException.class);
    }

    @Test
    default void numbersThatAreNoneAreRefusedByName() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> DenseInputs.of(Matrix.of(new double[] {1, bad})))
                    .isInstanceOf(DataException.class)
                    .hasMessage("input 0, feature 'x2': must be a finite number, got " + bad);
            Dataset data = CheckData.related(Layout.LONG, false);
            assertThatThrownBy(() -> CheckData.withLabels(data, y -> bad))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("(task 't")
                    .hasMessageContaining("label must be a finite number, got " + bad);
        }
    }

    private Matrix assertSensible(Dataset data, Inputs probe) {
        Fit<? extends Model> fit = trainer(data).train(data);
        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
        Matrix z = fit.model().predict(probe);
        assertThat(z.isFinite()).as("finite predictions").isTrue();
        assertThat(z.rows()).isEqualTo(probe.rows());
        assertThat(z.cols()).isEqualTo(data.taskCount());
        return z;
    }
}
