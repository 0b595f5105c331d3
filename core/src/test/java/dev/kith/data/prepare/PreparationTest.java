package dev.kith.data.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Columns become features by what training rows say. */
class PreparationTest {
    private static final double NONE = Double.NaN;

    private static RawInputs numbers(String[] tasks, double... values) {
        return new RawInputs(
                List.of(RawColumn.Numbers.of("age", values)),
                Optional.of(RawColumn.Texts.of("school", List.of(tasks))),
                Recipe.of(new Recipe.Numeric("age")));
    }

    private static RawInputs texts(@Nullable String... values) {
        return new RawInputs(
                List.of(RawColumn.Texts.of("colour", Arrays.asList(values))),
                Optional.empty(),
                Recipe.of(new Recipe.Category("colour")));
    }

    private static double[] row(Preparation preparation, RawInputs rows, int i) {
        return preparation.apply(rows).values().row(i);
    }

    @Test
    void aMissingNumberIsTheMedianOfItsTaskDrawnToThatOfAllRows() {
        RawInputs rows = numbers(new String[] {"a", "a", "a", "a", "b", "b"}, 1, 2, 9, NONE, 20, 30);
        Preparation preparation = Preparation.fit(rows);
        // overall: the middle of 1 2 9 20 30; within a: 2 from 3 numbers, within b: 25 from 2
        assertThat(row(preparation, rows, 3)).containsExactly((3 * 2 + 5 * 9) / 8.0);
        RawInputs others = numbers(new String[] {"b", "c"}, NONE, NONE);
        assertThat(row(preparation, others, 0)).containsExactly((2 * 25 + 5 * 9) / 7.0);
        assertThat(row(preparation, others, 1)).containsExactly(9);
        assertThat(preparation.words()).containsExactly("age: missing -> 9 (1 of 6 rows; by task 6.38 to 13.6)");
    }

    @Test
    void tenMissingCellsHaveAFeatureAndThoseOfTheSameRowsShareIt() {
        double[] values = new double[40];
        Arrays.setAll(values, i -> i < 10 ? NONE : i);
        RawColumn a = RawColumn.Numbers.of("a", values);
        RawColumn b = RawColumn.Numbers.of("b", values);
        values[0] = 1;
        RawColumn nine = RawColumn.Numbers.of("nine", values);
        RawInputs rows = new RawInputs(
                List.of(a, b, nine),
                Optional.empty(),
                Recipe.of(new Recipe.Numeric("a"), new Recipe.Numeric("b"), new Recipe.Numeric("nine")));
        Preparation preparation = Preparation.fit(rows);
        assertThat(preparation.features()).containsExactly("a", "a is missing", "b", "nine");
        assertThat(row(preparation, rows, 0)).containsExactly(24.5, 1, 24.5, 1);
        assertThat(row(preparation, rows, 20)).containsExactly(20, 0, 20, 20);
    }

    @Test
    void rareValuesAreOneAndSoIsAnyNewOne() {
        String[] values = new String[100];
        Arrays.setAll(values, i -> i < 60 ? "red" : i < 96 ? "blue" : i < 98 ? "green" : "only " + i);
        Preparation preparation = Preparation.fit(texts(values));
        assertThat(preparation.features()).containsExactly("colour=blue", "colour=green", "colour=red", "colour=other");
        RawInputs others = texts("red", "only 99", "mauve", null);
        assertThat(row(preparation, others, 0)).containsExactly(0, 0, 1, 0);
        assertThat(row(preparation, others, 1)).containsExactly(0, 0, 0, 1);
        assertThat(row(preparation, others, 2)).containsExactly(0, 0, 0, 1);
        assertThat(row(preparation, others, 3)).as("as the most frequent").containsExactly(0, 0, 1, 0);
        assertThat(preparation.words()).containsExactly("colour: 3 values; 2 rare values -> 'other', as any new one");
    }

    @Test
    void withoutRareValuesANewOneIsNoneOfThem() {
        Preparation preparation = Preparation.fit(texts("red", "blue", "red"));
        assertThat(row(preparation, texts("mauve"), 0)).containsExactly(0, 0);
        assertThat(preparation.words()).containsExactly("colour: 2 values; a new value counts as an average one");
    }

    @Test
    void aValueCalledOtherTakesTheRareOnesIn() {
        String[] values = new String[100];
        Arrays.setAll(values, i -> i < 60 ? "red" : i < 98 ? "other" : "only " + i);
        Preparation preparation = Preparation.fit(texts(values));
        assertThat(preparation.features()).containsExactly("colour=other", "colour=red");
        assertThat(row(preparation, texts("only 99"), 0)).containsExactly(1, 0);
    }

    @Test
    void manyMissingTextsAreAValueOfTheirOwn() {
        @Nullable String[] values = new @Nullable String[40];
        Arrays.setAll(values, i -> i < 12 ? null : i < 30 ? "red" : "blue");
        Preparation preparation = Preparation.fit(texts(values));
        assertThat(preparation.features()).containsExactly("colour=blue", "colour=red", "colour is missing");
        assertThat(row(preparation, texts(new @Nullable String[] {null}), 0)).containsExactly(0, 0, 1);
    }

    @Test
    void yesAndNoAreOneNumberWhetherTextOrNumber() {
        RawInputs fitted = new RawInputs(
                List.of(RawColumn.Numbers.of("married", 1, 0, 1)),
                Optional.empty(),
                Recipe.of(new Recipe.Truth("married")));
        Preparation preparation = Preparation.fit(fitted);
        RawInputs spelled = new RawInputs(
                List.of(RawColumn.Texts.of("married", Arrays.asList("Yes", "f", null, "TRUE"))),
                Optional.empty(),
                Recipe.of(new Recipe.Truth("married")));
        assertThat(preparation.apply(spelled).values().column(0)).containsExactly(1, 0, 1, 1);
        RawInputs wrong = new RawInputs(
                List.of(RawColumn.Texts.of("married", List.of("perhaps"))),
                Optional.empty(),
                Recipe.of(new Recipe.Truth("married")));
        assertThatThrownBy(() -> preparation.apply(wrong))
                .isInstanceOf(DataException.class)
                .hasMessage("column 'married': \"perhaps\" is not a number");
    }

    @Test
    void aColumnWithoutAValueMakesNoFeatureAndIsNotAskedForAgain() {
        RawInputs rows = new RawInputs(
                List.of(RawColumn.Numbers.of("x", 1, 2), RawColumn.Texts.of("c", Collections.nCopies(2, null))),
                Optional.empty(),
                Recipe.of(new Recipe.Numeric("x"), new Recipe.Category("c")));
        Preparation preparation = Preparation.fit(rows);
        assertThat(preparation.features()).containsExactly("x");
        assertThat(preparation.columns()).containsExactly("x");
        assertThat(preparation.inputs(Roles.none()).columns(Roles.Part.CATEGORICAL))
                .isEmpty();
        assertThat(preparation.words()).containsExactly("c: left out, no row has a value");
    }

    @Test
    void missingCellsAreRefusedWhereTheyShallNotBeFilled() {
        RawInputs complete = new RawInputs(
                List.of(RawColumn.Numbers.of("x", 1, 2)),
                Optional.empty(),
                new Recipe(List.of(new Recipe.Numeric("x")), false, List.of()));
        RawInputs gap = new RawInputs(List.of(RawColumn.Numbers.of("x", 1, NONE)), Optional.empty(), complete.recipe());
        assertThatThrownBy(() -> Preparation.fit(gap))
                .isInstanceOf(DataException.class)
                .hasMessage("input 1, column 'x': is missing, and missing cells shall not be filled");
        assertThatThrownBy(() -> Preparation.fit(complete).apply(gap))
                .isInstanceOf(DataException.class)
                .hasMessage("input 1, column 'x': is missing, and the model was fitted to complete rows");
    }

    @Test
    void columnsAreFoundByNameAndComplainedAboutByName() {
        RawInputs rows = numbers(new String[] {"a", "a"}, 1, NONE);
        Preparation preparation = Preparation.fit(rows);
        RawInputs other = new RawInputs(
                List.of(RawColumn.Numbers.of("aeg", 1)), Optional.empty(), Recipe.of(new Recipe.Numeric("aeg")));
        assertThatThrownBy(() -> preparation.apply(other))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("unknown column 'age'; did you mean 'aeg'?");
    }

    @Test
    void numbersMustBeFiniteOrMissing() {
        assertThatThrownBy(() -> RawColumn.Numbers.of("x", 1, Double.NEGATIVE_INFINITY))
                .isInstanceOf(DataException.class)
                .hasMessage("input 1, column 'x': must be a finite number, got -Infinity");
    }

    @Test
    void selectedRowsSayWhatTheySay() {
        RawInputs rows = numbers(new String[] {"a", "b", "b", "a"}, 1, 100, NONE, 3);
        int[] chosen = IntStream.of(0, 3, 2).toArray();
        assertThat(Preparation.fit(rows.select(chosen)))
                .isEqualTo(Preparation.fit(numbers(new String[] {"a", "a", "b"}, 1, 3, NONE)));
    }
}
