package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskLossesTest {
    private static final Loss SQUARED = new Squared();
    private static final Loss LOGISTIC = new Logistic();
    private static final TaskLosses MIXED = TaskLosses.each(Map.of("a", SQUARED, "b", LOGISTIC));

    /** Two labels of task a, then two of task b. */
    private static Dataset data(double... labels) {
        return Dataset.ofLong(DenseInputs.of(Matrix.zeros(4, 1)), List.of("a", "b"), new int[] {0, 0, 1, 1}, labels);
    }

    @Test
    void oneLossServesAllTasks() {
        TaskLosses all = TaskLosses.all(LOGISTIC);
        assertThat(all.common()).contains(LOGISTIC);
        assertThat(all.name()).isEqualTo("logistic").isEqualTo(all.toString());
        assertThat(all.of("anybody")).isEqualTo(LOGISTIC);
        assertThat(all.of(List.of("x", "y"))).containsExactly(LOGISTIC, LOGISTIC);
        assertThat(all.each()).isEmpty();
        assertThat(all.any(Loss::classification)).isTrue();
        assertThat(all.any(Loss::quadratic)).isFalse();
    }

    @Test
    void tasksMayHaveALossEach() {
        assertThat(MIXED.common()).isEmpty();
        assertThat(MIXED.name()).isEqualTo(TaskLosses.MIXED).isEqualTo("mixed");
        assertThat(MIXED.each()).containsExactly(Map.entry("a", SQUARED), Map.entry("b", LOGISTIC));
        assertThat(MIXED.toString()).isEqualTo(MIXED.each().toString());
        assertThat(MIXED.of("a")).isEqualTo(SQUARED);
        assertThat(MIXED.of(List.of("b", "a"))).containsExactly(new Multiple(LOGISTIC, 4), SQUARED);
        assertThat(MIXED.any(Loss::classification)).isTrue();
        assertThat(MIXED.any(Loss::wedge)).isFalse();
        assertThat(TaskLosses.all(new Hinge()).any(Loss::wedge)).isTrue();
    }

    @Test
    void equalLossesAreOneForAll() {
        assertThat(TaskLosses.each(Map.of("a", SQUARED, "b", new Squared()))).isEqualTo(TaskLosses.all(SQUARED));
    }

    @Test
    void areEqualWhereAllLossesAre() {
        assertThat(MIXED).isEqualTo(TaskLosses.each(Map.of("a", SQUARED, "b", LOGISTIC)));
        assertThat(MIXED)
                .hasSameHashCodeAs(TaskLosses.each(Map.of("b", LOGISTIC, "a", SQUARED)))
                .doesNotHaveSameHashCodeAs(TaskLosses.all(SQUARED));
        assertThat(MIXED).isNotEqualTo(TaskLosses.each(Map.of("a", LOGISTIC, "b", SQUARED)));
        assertThat(TaskLosses.all(SQUARED))
                .isNotEqualTo(TaskLosses.all(LOGISTIC))
                .isNotEqualTo("squared");
    }

    @Test
    void aTaskWithoutALossIsRefused() {
        assertThatThrownBy(() -> MIXED.of("c"))
                .isInstanceOf(DataException.class)
                .hasMessage("task 'c' has no loss: name the loss of every task");
        assertThatThrownBy(() -> TaskLosses.each(Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("losses must name the loss of every task, got none");
    }

    /** Zeros of either sign are one label; a task of ones alone counts as classes only beside one that has both. */
    @ParameterizedTest
    @CsvSource({
        "0,1,2,3, logistic,squared",
        "-0.0,1,1,1, logistic,logistic",
        "0,0,0,1, logistic,logistic",
        "-1,1,-1,0.5, logistic,squared",
        "-1,-1,-1,1, logistic,logistic",
        "1,1,1,1, squared,squared",
        "0,1,-1,1, logistic,squared",
        "2,3,4,5, squared,squared"
    })
    void lossesSuitTheLabels(double a, double b, double c, double d, String first, String second) {
        TaskLosses suiting = TaskLosses.suiting(data(a, b, c, d));
        assertThat(suiting.of("a").name()).isEqualTo(first);
        assertThat(suiting.of("b").name()).isEqualTo(second);
    }

    @Test
    void namedClassesAreClassesWhateverTheirLabels() {
        Dataset named = Dataset.of(
                DenseInputs.of(Matrix.zeros(2, 1)),
                List.of("a", "b"),
                new int[] {0, 1},
                new int[] {0, 1},
                new double[] {1, 1},
                null,
                List.of("no", "yes"));
        assertThat(TaskLosses.suiting(named)).isEqualTo(TaskLosses.all(LOGISTIC));
    }

    @Test
    void onlyTasksWithALossOfClassesAreReadAsClasses() {
        Dataset numbers = data(2, 3, 0, 1);
        assertThat(TaskLosses.all(SQUARED).labelled(numbers)).isSameAs(numbers);
        Dataset read = MIXED.labelled(numbers);
        assertThat(read.hasClasses(0)).isFalse();
        assertThat(read.hasClasses(1)).isTrue();
        assertThat(new double[] {read.label(0), read.label(1), read.label(2), read.label(3)})
                .containsExactly(2, 3, -1, 1);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "NaN", "Infinity"})
    void factorsMustBePositive(double factor) {
        assertThatThrownBy(() -> new Multiple(LOGISTIC, factor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("factor must be a finite number > 0, got " + factor);
    }
}
