package dev.kith.data.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SymbolsTest {
    /** 65,536 names with one value of {@link String#hashCode()}. */
    private static List<String> colliding() {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < 1 << 16; k++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 16; bit++) {
                name.append(((k >> bit) & 1) == 0 ? "Aa" : "BB");
            }
            names.add(name.toString());
        }
        assertThat(new HashSet<>(names.stream().map(String::hashCode).toList())).hasSize(1);
        return names;
    }

    /** Searches as long as the list of names would take minutes with names that a stranger made to collide. */
    @Test
    void namesMadeToCollideDoNot() {
        List<String> names = colliding();
        Symbols symbols = Symbols.of(names);
        assertThat(symbols.longestSearch()).isLessThan(64);
        assertThat(symbols.names()).isEqualTo(names);
    }

    @Test
    void numbersAreThoseOfFirstAppearanceWhateverTheSeed() {
        List<String> names = List.of("b", "", "a", "\u00e4", "b\u0000", "\u0000b", "\ud83d\ude00", "ab", "ba");
        for (int run = 0; run < 50; run++) {
            Symbols symbols = new Symbols(run, 31L * run + 7);
            for (int round = 0; round < 2; round++) {
                for (int k = 0; k < names.size(); k++) {
                    char[] text = ("x" + names.get(k) + "y").toCharArray();
                    assertThat(symbols.add(text, 1, text.length - 1)).isEqualTo(k);
                    assertThat(symbols.find(text, 1, text.length - 1)).isEqualTo(k);
                }
            }
            assertThat(symbols.names()).isEqualTo(names);
            assertThat(symbols.find("new".toCharArray(), 0, 3)).isEqualTo(-1);
        }
    }
}
