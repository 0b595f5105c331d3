package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClassNamesTest {
    @Test
    void theSmallerIsNegative() {
        assertThat(ClassNames.ofTexts("spam", "ham")).isEqualTo(new ClassNames("ham", "spam"));
        assertThat(ClassNames.ofTexts("a", "B").list()).containsExactly("B", "a");
        assertThat(ClassNames.ofTexts("9", "10").list()).containsExactly("10", "9");
        assertThat(ClassNames.ofNumbers(9, 10).list()).containsExactly("9", "10");
        assertThat(ClassNames.ofNumbers(1, -0.5).list()).containsExactly("-0.5", "1");
    }

    @Test
    void thereAreTwo() {
        assertThatThrownBy(() -> new ClassNames("a", "a"))
                .hasMessage("classes must have two different names, got 'a' twice");
    }
}
