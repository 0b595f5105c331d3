package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.read.Numbers;
import dev.kith.data.read.Symbols;
import dev.kith.data.table.DatasetCsv;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables of names, suggestions of names, and rows written in the order of their inputs. */
class NameTablesTest {
    /**
     * With the point 2 a name is hashed to ((1 * 2 + a) * 2 + b) and so on: "ab" and "b`" collide, and so do "ab" and one
     * character of 2 * 97 + 98 + 2.
     */
    @Test
    void namesOfOneHashAreToldApart() {
        List<String> names = List.of("ab", "b`", String.valueOf((char) (2 * 'a' + 'b' + 2)), "a`", "c^");
        Symbols symbols = new Symbols(0, 1);
        for (int round = 0; round < 2; round++) {
            for (int k = 0; k < names.size(); k++) {
                char[] text = names.get(k).toCharArray();
                assertThat(symbols.add(text, 0, text.length)).isEqualTo(k);
                assertThat(symbols.find(text, 0, text.length)).isEqualTo(k);
            }
        }
        assertThat(symbols.size()).isEqualTo(names.size());
        assertThat(symbols.name(1)).isEqualTo("b`");
        assertThat(symbols.longestSearch()).as("four names in one slot").isGreaterThanOrEqualTo(4);
    }

    @Test
    void thousandsOfNamesKeepTheirNumbersAndAreFoundQuickly() {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < 5000; k++) {
            names.add("name " + k * 7919L);
        }
        for (long seed = 1; seed < 5; seed++) {
            Symbols symbols = new Symbols(seed * 1_000_000_007L * 998_244_353L, seed * 6_364_136_223_846_793_005L + 11);
            for (String name : names) {
                symbols.add(name.toCharArray(), 0, name.length());
            }
            assertThat(symbols.names()).isEqualTo(names);
            for (int k = 0; k < names.size(); k++) {
                char[] text = names.get(k).toCharArray();
                assertThat(symbols.find(text, 0, text.length)).isEqualTo(k);
            }
            assertThat(symbols.size()).isEqualTo(5000);
            assertThat(symbols.longestSearch()).isBetween(2, 40);
        }
    }

    /** Distances 0 (case), 1 (swap), 1 (insert), 2; nearest first, ties in the order given, three at most. */
    @Test
    void theNearestNamesComeFirst() {
        assertThat(Names.closest("weight", List.of("freight", "wieght", "weights", "WEIGHT", "height")))
                .containsExactly("WEIGHT", "wieght", "weights");
        assertThat(Names.closest("weight", List.of("freight"))).containsExactly("freight");
        assertThat(Names.closest("abc", List.of("xbc", "abcd", "acb", "xyc"))).containsExactly("xbc", "abcd", "acb");
        assertThat(Names.closest("abc", List.of("xyc", "abcde", "a"))).isEmpty();
        assertThat(Names.closest("a", List.of("b"))).as("nothing in common").isEmpty();
        assertThat(Names.closest("abcdef", List.of("cdef", "ghabef"))).containsExactly("cdef");
        assertThat(Names.closest("ba", List.of("ab"))).containsExactly("ab");
    }

    @Test
    void wideRowsAreWrittenInTheOrderOfInputs() throws IOException {
        Dataset data = Dataset.of(
                new DenseInputs(Matrix.of(new double[][] {{10}, {20}, {30}}), List.of("x")),
                List.of("a", "b"),
                new int[] {2, 0, 1, 2, 0},
                new int[] {1, 0, 1, 0, 1},
                new double[] {1, 2, 3, 4, 5},
                null,
                null);
        StringWriter out = new StringWriter();
        DatasetCsv.write(data, DatasetCsv.Shape.WIDE, out);
        assertThat(out.toString()).isEqualTo("x,a,b\n10,2,5\n20,,3\n30,4,1\n");
    }

    @Test
    void numbersThatAreNotFiniteAreToldFromOtherText() {
        for (String text : List.of("NaN", "-inf", "+Infinity", "1e999", "-1e400", "123e+1000")) {
            assertThat(Numbers.rule(text)).as(text).isEqualTo("is not a finite number");
        }
        for (String text : List.of("abc", "1e", "1x999", "0x1p2000", "1e999f", "infinite")) {
            assertThat(Numbers.rule(text)).as(text).isEqualTo("is not a number");
        }
        assertThat(Numbers.rule("")).isEqualTo("is blank, a number is needed");
    }

    @Test
    void noScalingChangesNothing() {
        Standardizer none = Standardizer.none(2, 1);
        assertThat(none.featureScale()).isEqualTo(Matrix.of(new double[] {1, 1}));
        assertThat(none.labelScale()).isEqualTo(Matrix.of(new double[] {1}));
        assertThat(none.featureMean()).isEqualTo(Matrix.zeros(1, 2));
        assertThat(none.labelMean()).isEqualTo(Matrix.zeros(1, 1));
    }
}
