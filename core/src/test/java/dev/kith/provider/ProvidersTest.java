package dev.kith.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProvidersTest {
    /** What providers of this test implement. */
    interface Part {
        String name();
    }

    private record One(String name) implements Part {}

    private record Two(String name) implements Part {}

    private static final Providers<Part> PARTS = new Providers<>("part", Part.class, Part::name, List.of("own"));

    @Test
    void namesAreThoseOfTheProviders() {
        assertThat(PARTS.load(List.of(new One("b"), new Two("a")))).containsOnlyKeys("a", "b");
    }

    @Test
    void oneNameIsOneProviders() {
        assertThatThrownBy(() -> PARTS.load(List.of(new One("a"), new Two("a"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("part 'a' is given by both " + One.class.getName() + " and " + Two.class.getName());
        assertThatThrownBy(() -> PARTS.load(List.of(new One("own"))))
                .hasMessage("part 'own' is Kith's own, and " + One.class.getName() + " gives it again");
    }

    @Test
    void namesAreWordsWithoutColons() {
        for (String name : List.of("", " ", "a:b", " a")) {
            assertThatThrownBy(() -> PARTS.load(List.of(new One(name))))
                    .hasMessage("part provider " + One.class.getName() + ": a name must be a word without colons, got '"
                            + name + "'");
        }
    }
}
