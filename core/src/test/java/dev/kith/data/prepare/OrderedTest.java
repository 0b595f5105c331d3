package dev.kith.data.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of values in an order, and of hashed ones. */
class OrderedTest {
    private static final List<String> LEVELS = List.of("low", "medium", "high", "extreme");

    private static RawInputs rows(boolean impute, @Nullable String... cells) {
        return new RawInputs(
                List.of(RawColumn.Texts.of("size", Arrays.asList(cells))),
                Optional.empty(),
                new Recipe(List.of(new Recipe.Ordered("size", LEVELS)), impute, List.of()));
    }

    @Test
    void aLevelIsAllStepsUpToIt() {
        RawInputs rows = rows(true, "low", "high", "extreme", "medium", "medium");
        Preparation preparation = Preparation.fit(rows);
        assertThat(preparation.features()).containsExactly("size>=medium", "size>=high", "size>=extreme");
        assertThat(preparation.apply(rows).values().row(0)).containsExactly(0, 0, 0);
        assertThat(preparation.apply(rows).values().row(1)).containsExactly(1, 1, 0);
        assertThat(preparation.apply(rows).values().row(2)).containsExactly(1, 1, 1);
        assertThat(preparation.apply(rows).values().row(3)).containsExactly(1, 0, 0);
        assertThat(preparation.words()).containsExactly("size: low < medium < high < extreme");
    }

    @Test
    void aLevelNobodyHadIsOnTheStepBelow() {
        Preparation preparation = Preparation.fit(rows(true, "low", "medium", "extreme"));
        assertThat(preparation.features()).containsExactly("size>=medium", "size>=extreme");
        assertThat(preparation.apply(rows(true, "high")).values().row(0)).containsExactly(1, 0);
    }

    @Test
    void anotherTextIsMissingAndCounted() {
        RawInputs rows = rows(true, "low", "medium", "high", "high", "high", null, "huge");
        Preparation preparation = Preparation.fit(rows);
        // five levels: the third is high
        assertThat(preparation.apply(rows).values().row(5)).containsExactly(1, 1);
        assertThat(preparation.apply(rows(true, "gigantic")).values().row(0)).containsExactly(1, 1);
        assertThat(preparation.words())
                .containsExactly(
                        "size: low < medium < high < extreme; missing -> 'high' (2 of 7 rows, 1 of them another text)");
    }

    @Test
    void tenOthersHaveAFeature() {
        @Nullable String[] cells = new @Nullable String[30];
        Arrays.setAll(cells, i -> i < 5 ? null : i < 10 ? "huge" : i < 20 ? "low" : "high");
        Preparation preparation = Preparation.fit(rows(true, cells));
        assertThat(preparation.features()).containsExactly("size>=high", "size is missing");
        assertThat(preparation.apply(rows(true, "huge")).values().row(0)).containsExactly(0, 1);
    }

    @Test
    void anotherTextIsRefusedWhereNothingShallBeFilled() {
        assertThatThrownBy(() -> Preparation.fit(rows(false, "low", "huge", "high")))
                .isInstanceOf(DataException.class)
                .hasMessage("input 1, column 'size': \"huge\" is none of the levels low < medium < high < extreme");
        Preparation preparation = Preparation.fit(rows(false, "low", "high"));
        assertThatThrownBy(() -> preparation.apply(rows(false, "high", "huge")))
                .isInstanceOf(DataException.class)
                .hasMessage("input 1, column 'size': \"huge\" is none of the levels low < medium < high < extreme");
    }

    @Test
    void anOrderThatNoRowHasIsAMistake() {
        assertThatThrownBy(() -> Preparation.fit(rows(true, "Low", "High")))
                .isInstanceOf(DataException.class)
                .hasMessage("input 0, column 'size': \"Low\" is none of the levels low < medium < high < extreme");
        assertThatThrownBy(() -> new Recipe.Ordered("size", List.of("low")))
                .hasMessage("an order must have at least two levels, got [low] for column 'size'");
    }

    @Test
    void hashedTextsHaveOnePlaceEachWhoeverTrained() {
        RawInputs rows = new RawInputs(
                List.of(RawColumn.Texts.of("sku", Arrays.asList("a-1", "b-2", null, "a-1"))),
                Optional.empty(),
                Recipe.of(new Recipe.Hashed("sku", 3)));
        Preparation preparation = Preparation.fit(rows);
        assertThat(preparation.features()).hasSize(8).startsWith("sku#0", "sku#1");
        assertThat(preparation.words())
                .containsExactly("sku: 2 values dealt to 8 places; missing -> an average one (1 of 4 rows)");
        RawInputs others = new RawInputs(
                List.of(RawColumn.Texts.of("sku", Arrays.asList("never seen", "a-1", null))),
                Optional.empty(),
                rows.recipe());
        double[][] made = {
            preparation.apply(others).values().row(0),
            preparation.apply(others).values().row(1),
            preparation.apply(others).values().row(2)
        };
        assertThat(Arrays.stream(made[0]).sum()).isEqualTo(1);
        assertThat(made[1]).containsExactly(preparation.apply(rows).values().row(0));
        assertThat(made[2]).containsExactly(new double[8]);
        assertThatThrownBy(() -> new Recipe.Hashed("sku", 13))
                .hasMessage("bits of column 'sku' must be a whole number from 1 to 12, got 13");
    }
}
