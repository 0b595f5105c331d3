package dev.kith.data.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a condition says of a row, and what is no condition. */
class ConditionTest {
    private static final List<String> HEADER = List.of("price", "kind", "unit price", "sold", "day", "a\"b");
    private static final List<String> ROW = List.of("2.50", "tea's", "-1e3", "NA", "2024-02-29", "7");

    private static boolean holds(String condition) {
        return Condition.of(condition).on(HEADER, List.of("none")).holds(ROW::get);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "price = 2.5",
                "price > 2 and price < 3",
                "PRICE_IS = 1 or price = 2.5",
                "not price <> 2.5",
                "kind = 'tea''s'",
                "kind like 't_a%'",
                "kind not like 'coffee%'",
                "\"unit price\" = -1000",
                "\"unit price\" / price = -400",
                "1 - 2 * 3 = -5",
                "(1 - 2) * -3 = 3",
                "((price + 1) * 2 = 7)",
                "(price) in (1, 2.5)",
                "price not in (1, 2)",
                "price between 2 and 3 and not price between 3 and 4",
                "sold is null",
                "price is not null",
                "day >= '2024-01-01' and day < '2024-03-01'",
                "\"a\"\"b\" = 7",
                "price < \"a\"\"b\"",
                "kind > day",
                "sold = 1 or price = 2.5",
                "price != 2.5 and sold = 1 or price = 2.5"
            })
    void holdsOfTheRow(String condition) {
        List<String> header = new java.util.ArrayList<>(HEADER);
        header.add("PRICE_IS");
        List<String> row = new java.util.ArrayList<>(ROW);
        row.add("0");
        assertThat(Condition.of(condition).on(header, List.of()).holds(row::get))
                .isTrue();
    }

    /** Three-valued logic: what is unknown does not become true by turning it round. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sold = 1",
                "sold <> 1",
                "not sold = 1",
                "sold in (1, 2)",
                "sold not in (1, 2)",
                "sold like '%'",
                "sold + 1 > 0",
                "1 / 0 > 0",
                "1e308 * 10 > 0",
                "sold = 1 and price = 2.5",
                "not (sold = 1 and price = 2.5)",
                "price = 1 or sold = 1"
            })
    void whatIsUnknownIsNotKept(String condition) {
        assertThat(holds(condition)).isFalse();
    }

    @Test
    void otherSpellingsAreMissingToo() {
        Condition condition = Condition.of("price is null");
        assertThat(condition.on(HEADER, List.of("2.5")).holds(ROW::get)).isTrue();
        assertThat(condition.on(HEADER, List.of()).holds(ROW::get)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "price > 0; drop table x|one condition is wanted, not several statements; take the ';' out",
                "price > 'a|the quote at character 9 is never closed",
                "price # 3|'#' at character 7 means nothing in a condition",
                "price >|a column, a number or a text in quotes is needed at its end",
                "price|a comparison, such as > 0 or = 'text', is needed at its end",
                "price > 1 2|'and', 'or' or its end is needed at character 11, where '2' stands",
                "(price > 1|')' is needed at its end",
                "price in 3|'(' is needed at character 10, where '3' stands",
                "price is 3|'null' is needed at character 10, where '3' stands",
                "read_csv('/etc/passwd') = 1|there are no functions, such as 'read_csv'; a query of a database has"
                        + " them",
                "price = (select 1)|')' is needed at character 17, where '1' stands",
                "and = 3|a column, a number or a text in quotes is needed at character 1, where 'and' stands",
                "3x > 1|'3' at character 1 means nothing in a condition",
            })
    void whatIsNoConditionIsRefusedWithThePlace(String condition, String message) {
        assertThatThrownBy(() -> Condition.of(condition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("condition '" + condition + "': " + message);
    }

    @Test
    void nothingAndTooMuchAreRefused() {
        assertThatThrownBy(() -> Condition.of(" ")).hasMessage("condition ' ': there is none");
        String deep = "(".repeat(5_000) + "price > 1" + ")".repeat(5_000);
        assertThatThrownBy(() -> Condition.of(deep)).hasMessageEndingWith("it is nested more than 100 deep");
        String minus = "price > " + "-".repeat(5_000) + "1";
        assertThatThrownBy(() -> Condition.of(minus)).hasMessageEndingWith("it is nested more than 100 deep");
    }

    @Test
    void cellsThatMustBeNumbersAndAreNoneAreRefused() {
        assertThatThrownBy(() -> holds("kind > 3"))
                .isInstanceOf(DataException.class)
                .hasMessage("column 'kind': \"tea's\" is not a number, and the condition takes it for one");
        assertThatThrownBy(() -> holds("kind = price"))
                .hasMessage(
                        "columns 'kind' and 'price' are compared, but of \"tea's\" and \"2.50\" only one is a number");
        assertThatThrownBy(() -> holds("3 = '3'"))
                .hasMessage("the text '3' is compared with a number; write a number without quotes");
        assertThatThrownBy(() -> holds("prise > 3"))
                .hasMessage("condition 'prise > 3': unknown column 'prise'; did you mean 'price'?");
    }
}
