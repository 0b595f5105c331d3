package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    private static final List<String> SCHOOLS = List.of("school-1", "school-12", "school-17", "college", "house");

    @Test
    void slipsOfThePenFindTheirName() {
        assertThat(Names.closest("colege", SCHOOLS)).containsExactly("college");
        assertThat(Names.closest("hosue", SCHOOLS)).containsExactly("house");
        assertThat(Names.closest("HOUSE", SCHOOLS)).containsExactly("house");
        assertThat(Names.closest("school-16", SCHOOLS)).containsExactly("school-1", "school-12", "school-17");
        assertThat(Names.closest("zebra", SCHOOLS)).isEmpty();
        assertThat(Names.closest("a", List.of("b", "c"))).isEmpty();
        assertThat(Names.closest("", SCHOOLS)).isEmpty();
    }

    @Test
    void messagesOfferWhatIsNearOrElseWhatThereIs() {
        assertThat(Names.unknown("task", "hous", SCHOOLS)).isEqualTo("unknown task 'hous'; did you mean 'house'?");
        assertThat(Names.unknown("task", "zebra", List.of("a", "b")))
                .isEqualTo("unknown task 'zebra'; there are 'a', 'b'");
        assertThat(Names.unknown("task", "zebra", List.of())).isEqualTo("unknown task 'zebra'; there are none");
        assertThat(Names.unknown("task", "zebra", Names.numbered("t", 12)))
                .isEqualTo(
                        "unknown task 'zebra'; there are 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9', 't10' "
                                + "and 2 more");
    }

    @Test
    void namesOfOneHashMayDifferAndTwiceTheSameMayNot() {
        List<String> alike = List.of("Aa", "BB", "c", "AaBB", "BBAa", "AaAa");
        List<String> names = Names.distinct("task", alike);
        assertThat(names).isEqualTo(alike).hasSameHashCodeAs(alike);
        assertThat(Names.distinct("task", names)).isSameAs(names);
        assertThatThrownBy(() -> Names.distinct("task", List.of("BB", "x", "Aa", "y", "BB", "Aa")))
                .isInstanceOf(DataException.class)
                .hasMessage("task names must differ, 'BB' occurs twice");
        assertThatThrownBy(() -> names.set(0, "z")).isInstanceOf(UnsupportedOperationException.class);
    }
}
