package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.shape.OneAgainstRest;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Labels that are classes: two of them, or several as one task each. */
class ClassesTest {
    private static Dataset data(double... labels) {
        return Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(labels.length, 1)),
                List.of("a", "b"),
                IntStream.range(0, labels.length).map(o -> o % 2).toArray(),
                labels);
    }

    private static double[] labels(Dataset data) {
        return IntStream.range(0, data.size()).mapToDouble(data::label).toArray();
    }

    @Test
    void theSmallerValueIsMinusOne() {
        Dataset classes = data(7, 0.5, 0.5, 7).asClasses();
        assertThat(labels(classes)).containsExactly(1, -1, -1, 1);
        assertThat(classes.classes()).contains(List.of("0.5", "7"));
        assertThat(classes.asClasses()).isSameAs(classes);
        assertThat(data(-3, 1e15, 1e15, -3).asClasses().classes()).contains(List.of("-3", "1.0E15"));
    }

    @Test
    void zerosOfEitherSignAreOneValue() {
        assertThat(labels(data(-0.0, 1, 0.0, 1).asClasses())).containsExactly(-1, 1, -1, 1);
        assertThat(data(-0.0, 1, 0.0, 1).asClasses().classes()).contains(List.of("0", "1"));
        assertThat(data(-0.0, 1, 0.0, 1).twoValued()).isTrue();
        assertThat(data(-0.0, 0.0).twoValued()).isFalse();
    }

    @Test
    void otherNumbersOfValuesAreRefused() {
        assertThatThrownBy(() -> data(1, 2, 3, 4).asClasses())
                .isInstanceOf(DataException.class)
                .hasMessage("two-class learning needs labels with exactly two values, got more than two: [1.0, 2.0,"
                        + " 3.0]...");
        assertThatThrownBy(() -> data(1, 1).asClasses())
                .hasMessage("two-class learning needs labels with exactly two values, got [1.0]");
        assertThat(data(1, 2, 3).twoValued()).isFalse();
        assertThat(data(1, 2, 2).twoValued()).isTrue();
    }

    @Test
    void someTasksMayHaveClassesAndOthersNumbers() {
        Dataset mixed = data(0, 5, 1, 6).asClasses(List.of("a"));
        assertThat(labels(mixed)).containsExactly(-1, 5, 1, 6);
        assertThat(mixed.hasClasses(0)).isTrue();
        assertThat(mixed.hasClasses(1)).isFalse();
        assertThat(mixed.select(1, 3).hasClasses(1)).isFalse();
        assertThatThrownBy(() -> data(0, 5, 1, 6).asClasses(List.of("z")))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("unknown task 'z'");
        assertThatThrownBy(() -> Classes.ofAll(List.of("one"))).hasMessage("classes must name two classes, got [one]");
    }

    @Test
    void severalClassesAreOneTaskEach() {
        Dataset members = Dataset.ofLong(
                        DenseInputs.of(Matrix.zeros(3, 1)),
                        List.of("red", "green", "blue"),
                        new int[] {1, 0, 2},
                        new double[] {1, 1, 1})
                .withWeights(1, 2, 3)
                .withSource(new Source("f", 9, 6, ""), new int[] {4, 6, 8});
        Dataset each = OneAgainstRest.of(members);
        assertThat(each.size()).isEqualTo(9);
        assertThat(labels(each)).containsExactly(-1, 1, -1, 1, -1, -1, -1, -1, 1);
        assertThat(IntStream.range(0, 9).map(each::task)).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2);
        assertThat(IntStream.range(0, 9).map(each::row)).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2);
        assertThat(each.weight(8)).isEqualTo(3);
        assertThat(each.classes()).contains(List.of("other", "this"));
        assertThat(each.sourceRow(2)).isEqualTo(8);
        assertThat(each.source().name()).isEqualTo("f");
        assertThat(OneAgainstRest.of(members.withWeights(1, 1, 1)).weighted()).isTrue();
        Dataset one = Dataset.ofLong(DENSE, List.of("red"), new int[] {0}, new double[] {1});
        assertThatThrownBy(() -> OneAgainstRest.of(one))
                .isInstanceOf(DataException.class)
                .hasMessage(": all rows are of class 'red', at least two classes are needed");
        assertThat(OneAgainstRest.of(Dataset.ofLong(DENSE, List.of("r", "g"), new int[] {0}, new double[] {1}))
                        .weighted())
                .isFalse();
    }

    private static final DenseInputs DENSE = DenseInputs.of(Matrix.zeros(1, 1));
}
