package dev.kith.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.checks.CheckData.Layout;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two ways to say the same thing must give the same predictions. */
interface InvarianceChecks extends TrainerCase {
    @ParameterizedTest
    @EnumSource
    default void orderOfRowsIsIrrelevant(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Dataset shuffled = data.select(CheckData.shuffled(data.size()));
        assertSame(predict(shuffled, CheckData.probe()), predict(data, CheckData.probe()));
    }

    @ParameterizedTest
    @EnumSource
    default void weightsCountAsCopies(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        double[] weights = new double[data.size()];
        Arrays.setAll(weights, o -> o % 4);
        Dataset copies = CheckData.repeated(data, o -> o % 4);
        assertSame(predict(data.withWeights(weights), CheckData.probe()), predict(copies, CheckData.probe()));
    }

    @ParameterizedTest
    @EnumSource
    default void shiftedInputsMoveOnlyIntercepts(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        double[] one = {1, 1, 1};
        double[] shift = {10, -3, 0.5};
        Dataset shifted = data.withInputs(CheckData.moved(data.inputs(), one, shift));
        Inputs probe = CheckData.probe();
        assertSame(predict(shifted, CheckData.moved(probe, one, shift)), predict(data, probe));
    }

    @ParameterizedTest
    @EnumSource
    default void shiftedLabelsMoveOnlyIntercepts(Layout layout) {
        Assumptions.assumeFalse(classification(), "classes cannot be shifted");
        Dataset data = CheckData.related(layout, false);
        Matrix shifted = predict(CheckData.withLabels(data, y -> y + 25), CheckData.probe());
        assertSame(shifted.map(z -> z - 25), predict(data, CheckData.probe()));
    }

    @ParameterizedTest
    @EnumSource
    default void unitsOfFeaturesAreIrrelevant(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        double[] factor = {1000, 0.03, -7};
        double[] zero = new double[CheckData.FEATURES];
        Dataset scaled = data.withInputs(CheckData.moved(data.inputs(), factor, zero));
        Inputs probe = CheckData.probe();
        assertSame(predict(scaled, CheckData.moved(probe, factor, zero)), predict(data, probe));
    }

    @ParameterizedTest
    @EnumSource
    default void predictionsCarryTheUnitsOfLabels(Layout layout) {
        Assumptions.assumeFalse(classification(), "classes have no units");
        Dataset data = CheckData.related(layout, false);
        Matrix scaled = predict(CheckData.withLabels(data, y -> -400 * y), CheckData.probe());
        assertSame(scaled.scale(-1.0 / 400), predict(data, CheckData.probe()));
    }

    @ParameterizedTest
    @EnumSource
    default void orderOfTasksIsIrrelevant(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        List<String> reversed = new ArrayList<>(data.tasks());
        Collections.reverse(reversed);
        int last = data.taskCount() - 1;
        Matrix turned = predict(CheckData.withTasks(data, reversed, t -> last - t), CheckData.probe());
        Matrix expected = predict(data, CheckData.probe());
        for (int t = 0; t <= last; t++) {
            assertSame(column(turned, last - t), column(expected, t));
        }
    }

    @ParameterizedTest
    @EnumSource
    default void twinTasksGetTheSamePredictor(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        int tasks = data.taskCount();
        List<String> names = new ArrayList<>(data.tasks());
        names.add("t1'");
        int[] both = IntStream.concat(
                        IntStream.range(0, data.size()),
                        IntStream.range(0, data.size()).filter(o -> data.task(o) == 0))
                .toArray();
        Dataset doubled = data.select(both);
        int[] taskOf = new int[both.length];
        int[] rows = new int[both.length];
        double[] labels = new double[both.length];
        for (int o = 0; o < both.length; o++) {
            taskOf[o] = o < data.size() ? doubled.task(o) : tasks;
            rows[o] = doubled.row(o);
            labels[o] = doubled.label(o);
        }
        Dataset twins = Dataset.of(
                doubled.inputs(),
                names,
                rows,
                taskOf,
                labels,
                null,
                data.classes().orElse(null));
        Matrix z = predict(twins, CheckData.probe());
        assertSame(column(z, tasks), column(z, 0));
    }

    @ParameterizedTest
    @EnumSource
    default void constantFeaturesAreIgnored(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Dataset wider = data.withInputs(CheckData.widened(data.inputs(), x -> 5));
        Matrix z = predict(wider, CheckData.widened(CheckData.probe(), x -> 5));
        assertSame(z, predict(data, CheckData.probe()));
    }

    @ParameterizedTest
    @EnumSource
    default void sparseInputsAreTheSameInputs(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Dataset sparse = data.withInputs(CheckData.sparse(data.inputs()));
        Inputs probe = CheckData.probe();
        assertSame(predict(sparse, CheckData.sparse(probe)), predict(data, probe));
    }

    @ParameterizedTest
    @EnumSource
    default void oneTaskIsTheSingleTaskProblem(Layout layout) {
        Dataset data = CheckData.related(layout, classification());
        Dataset first = data.select(
                IntStream.range(0, data.size()).filter(o -> data.task(o) == 0).toArray());
        Dataset single = CheckData.withTasks(first, Names.numbered("t", 1), t -> 0);
        assertSame(predict(single, CheckData.probe()), oneTask(single, CheckData.probe()));
    }

    private static Matrix column(Matrix m, int j) {
        return Matrix.wrap(m.rows(), 1, m.column(j));
    }

    /** Equal within the trainer's tolerance, relative to the spread of what is expected. */
    private void assertSame(Matrix actual, Matrix expected) {
        double low = Arrays.stream(expected.data()).min().orElseThrow();
        double high = Arrays.stream(expected.data()).max().orElseThrow();
        assertThat(high - low).as("spread of predictions").isGreaterThan(0.1);
        assertThat(actual.plus(-1, expected).maxAbs() / (high - low)).isLessThanOrEqualTo(tolerance());
    }
}
