package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class DatasetTest {
    private static final DenseInputs INPUTS = DenseInputs.of(Matrix.of(new double[][] {{1, 2}, {3, 4}, {5, 6}}));
    private static final List<String> TASKS = List.of("a", "b");

    private static double[] labels(Dataset data) {
        return IntStream.range(0, data.size()).mapToDouble(data::label).toArray();
    }

    private static int[] rows(Dataset data) {
        return IntStream.range(0, data.size()).map(data::row).toArray();
    }

    private static int[] tasks(Dataset data) {
        return IntStream.range(0, data.size()).map(data::task).toArray();
    }

    @Test
    void longDataHasOneObservationForEachInput() {
        Dataset data = Dataset.ofLong(INPUTS, TASKS, new int[] {1, 0, 1}, new double[] {7, 8, 9});
        assertThat(rows(data)).containsExactly(0, 1, 2);
        assertThat(tasks(data)).containsExactly(1, 0, 1);
        assertThat(data.countPerTask()).containsExactly(1, 2);
        assertThat(data.weight(2)).isEqualTo(1);
        assertThat(data.source()).isEqualTo(Source.NONE);
        assertThat(data.sourceRow(2)).isEqualTo(2);
    }

    @Test
    void wideDataLeavesMissingLabelsOut() {
        double nan = Double.NaN;
        Dataset data = Dataset.ofWide(INPUTS, TASKS, Matrix.of(new double[][] {{1, nan}, {nan, nan}, {2, 3}}));
        assertThat(rows(data)).containsExactly(0, 2, 2);
        assertThat(tasks(data)).containsExactly(0, 0, 1);
        assertThat(labels(data)).containsExactly(1, 2, 3);
    }

    @Test
    void selectionKeepsOrderSharesInputsAndLeavesOthersOut() {
        Dataset data = Dataset.ofWide(INPUTS, TASKS, Matrix.of(new double[][] {{1, 2}, {3, 4}, {5, 6}}))
                .withWeights(1, 2, 3, 4, 5, 6);
        Dataset part = data.select(5, 4, 1, 5);
        assertThat(rows(part)).containsExactly(0, 0, 1, 0);
        assertThat(labels(part)).containsExactly(6, 5, 2, 6);
        assertThat(part.weight(1)).isEqualTo(5);
        assertThat(part.tasks()).isEqualTo(TASKS);
        assertThat(((DenseInputs) part.inputs()).values()).isEqualTo(Matrix.of(new double[][] {{5, 6}, {1, 2}}));
        assertThat(part.sourceRow(0)).isEqualTo(2);
        assertThat(part.select(2).sourceRow(0)).isEqualTo(0);
        assertThat(data.select().size()).isZero();
    }

    @Test
    void sparseRowsAndStringsAreSelectedAlike() {
        SparseInputs sparse = new SparseInputs(
                new SparseRows(3, new int[] {0, 1, 1, 3}, new int[] {2, 0, 1}, new double[] {5, 6, 7}),
                List.of("x", "y", "z"));
        assertThat(sparse.select(2, 1).values().toDense()).isEqualTo(Matrix.of(new double[][] {{6, 7, 0}, {0, 0, 0}}));
        assertThat(new StringInputs(List.of("AB", "C"), "s").select(1, 1).values())
                .containsExactly("C", "C");
    }

    @Test
    void twoValuesBecomeClassesInOrder() {
        Dataset data = Dataset.ofLong(INPUTS, TASKS, new int[] {0, 0, 1}, new double[] {2, 0.5, 2})
                .asClasses();
        assertThat(labels(data)).containsExactly(1, -1, 1);
        assertThat(data.classes()).contains(List.of("0.5", "2"));
        assertThat(data.asClasses()).isSameAs(data);
        assertThat(data.select(1, 0).classes()).contains(List.of("0.5", "2"));
        assertThat(data.withWeights(1, 2, 3).classes()).contains(List.of("0.5", "2"));
    }

    @Test
    void otherNumbersOfValuesAreNoClasses() {
        assertThatThrownBy(() -> Dataset.ofLong(INPUTS, TASKS, new int[3], new double[] {1, 2, 3})
                        .asClasses())
                .isInstanceOf(DataException.class)
                .hasMessage("two-class learning needs labels with exactly two values, got more than two: "
                        + "[1.0, 2.0, 3.0]...");
        assertThatThrownBy(() -> Dataset.ofLong(INPUTS, TASKS, new int[3], new double[] {1, 1, 1})
                        .asClasses())
                .isInstanceOf(DataException.class)
                .hasMessage("two-class learning needs labels with exactly two values, got [1.0]");
    }

    @Test
    void whatIsWrongIsSaid() {
        int[] rows = {0, 1, 2};
        int[] tasks = {0, 0, 1};
        double[] fine = {1, 2, 3};
        assertRefused(
                "observation 1 (task 'a'): label must be a finite number, got NaN",
                () -> Dataset.of(INPUTS, TASKS, rows, tasks, new double[] {1, Double.NaN, 2}, null, null));
        assertRefused(
                "observation 2 (task 'b'): weight must be a finite number >= 0, got -1.0",
                () -> Dataset.of(INPUTS, TASKS, rows, tasks, fine, new double[] {1, 0, -1}, null));
        assertRefused(
                "observation 2 (task 'b'): weight must be a finite number >= 0, got NaN",
                () -> Dataset.of(INPUTS, TASKS, rows, tasks, fine, new double[] {1, 0, Double.NaN}, null));
        assertRefused(
                "observation 0: row 3 of 3, task 0 of 2 is out of range",
                () -> Dataset.of(INPUTS, TASKS, new int[] {3, 1, 2}, tasks, fine, null, null));
        assertRefused(
                "observation 0 (task 'a'): label of a two-class problem must be -1 or 1, got 2.0",
                () -> Dataset.of(INPUTS, TASKS, rows, tasks, new double[] {2, 1, 1}, null, List.of("no", "yes")));
        assertRefused(
                "task names must differ, 'a' occurs twice",
                () -> Dataset.of(INPUTS, List.of("a", "a"), rows, tasks, fine, null, null));
        assertRefused(
                "input 1, feature 'x2': must be a finite number, got Infinity",
                () -> DenseInputs.of(Matrix.of(new double[][] {{1, 2}, {3, Double.POSITIVE_INFINITY}})));
        assertRefused("inputs have 2 columns but 1 names", () -> new DenseInputs(INPUTS.values(), List.of("only")));
        assertRefused("input 1, column 's': must be a non-empty string", () -> new StringInputs(List.of("A", ""), "s"));
        assertRefused(
                "labels must be 3 x 2, got 1 x 2", () -> Dataset.ofWide(INPUTS, TASKS, Matrix.of(new double[] {1, 2})));
    }

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(DataException.class).hasMessage(message);
    }

    @Test
    void replacementsKeepSourceAndObservations() {
        Source source = new Source("f.csv", 3, 0, "ab");
        Dataset data = Dataset.ofLong(INPUTS, TASKS, new int[3], new double[3]).withSource(source, new int[] {4, 5, 6});
        assertThat(data.withLabels(1, 2, 3).sourceRow(1)).isEqualTo(5);
        assertThat(data.withWeights(1, 2, 3).sourceRow(2)).isEqualTo(6);
        assertThat(data.withInputs(INPUTS).source()).isEqualTo(source);
        assertThat(data.withInputs(INPUTS).sourceRow(0)).isEqualTo(4);
        assertThatThrownBy(() -> data.withInputs(INPUTS.select(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("replacement must have 3 rows, got 1");
    }
}
