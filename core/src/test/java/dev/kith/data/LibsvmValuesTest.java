package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.read.LibsvmEntries;
import dev.kith.data.read.NumberedFeatures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Every value of a LIBSVM line has the bits that Double.parseDouble gives its text, by whichever way it was read. */
class LibsvmValuesTest {
    private static final List<String> NUMBERS = List.of(
            "1",
            "-1",
            "+1",
            "12.5",
            "-12.5",
            "+0.25",
            ".5",
            "-.5",
            "5.",
            "-5.",
            "0.1",
            "123456789.123456789",
            "999999999999999999",
            "9007199254740992",
            "9007199254740993",
            "9007199254740993.5",
            "0.9007199254740993",
            "123456789012345678",
            "1234567890123456789",
            "0.123456789012345678",
            "0.1234567890123456789",
            "1e3",
            "-1.5e-3",
            "+2E10",
            "1.7976931348623157e308",
            "4.9e-324",
            "1e-400",
            "0.000000000000000000000000000000000000001",
            "3.14159265358979323846264338327950288419716939937510");

    private static LibsvmEntries entries() {
        return new LibsvmEntries(new NumberedFeatures("f", List.of()));
    }

    private static int read(LibsvmEntries entries, String words) {
        byte[] line = (words + "\n").getBytes(StandardCharsets.UTF_8);
        return entries.read(line, 0, line.length - 1);
    }

    private static void same(String number) {
        LibsvmEntries entries = entries();
        assertThat(read(entries, "  1:7  3:" + number + "\t9:8 # 10:1"))
                .as(number)
                .isEqualTo(-1);
        double expected = Double.parseDouble(number);
        int kept = expected == 0 ? 2 : 3;
        assertThat(entries.size()).as(number).isEqualTo(kept);
        assertThat(entries.value(0)).isEqualTo(7);
        assertThat(entries.value(kept - 1)).isEqualTo(8);
        if (expected != 0) {
            assertThat(entries.index(1)).isEqualTo(2);
            assertThat(entries.value(1)).as(number).isEqualTo(expected);
        }
        assertThat(entries.last()).isEqualTo(9);
    }

    @Test
    void valuesAreThoseOfTheirText() {
        NUMBERS.forEach(LibsvmValuesTest::same);
    }

    @Test
    void soAreRandomOnesOfEveryLength() {
        SplittableRandom random = new SplittableRandom(3);
        for (int k = 0; k < 3000; k++) {
            StringBuilder number = new StringBuilder(List.of("", "-", "+").get(random.nextInt(3)));
            int digits = 1 + random.nextInt(22);
            int point = random.nextInt(30);
            for (int d = 0; d < digits; d++) {
                number.append(d == point ? "." : "").append((char) ('0' + random.nextInt(10)));
            }
            same(number.toString());
        }
    }

    @Test
    void whatIsNoNumberIsRefusedWhereItsWordBegins() {
        for (String wrong : List.of("", "-", "+", ".", "-.", "1x", "1.x", "--1", "1.2.3", "nan", "1e", "0x10")) {
            assertThat(read(entries(), "1:2 4:" + wrong + " 5:1")).as(wrong).isEqualTo(4);
        }
        for (String wrong : List.of("x:1", ":1", "1:1", "2:1", "-3:1", "16777217:1", "3", "3 :1")) {
            LibsvmEntries entries = entries();
            assertThat(read(entries, "2:2 " + wrong)).as(wrong).isEqualTo(4);
            assertThat(entries.last()).isEqualTo(2);
        }
        assertThat(read(entries(), "16777216:1")).isEqualTo(-1);
    }

    @Test
    void hundredsOfEntriesAndLongWordsAreKept() {
        StringBuilder words = new StringBuilder();
        for (int k = 1; k <= 300; k++) {
            words.append(2 * k)
                    .append(':')
                    .append(k)
                    .append(k % 50 == 0 ? ".0" + "0".repeat(k) : "")
                    .append(' ');
        }
        LibsvmEntries entries = entries();
        assertThat(read(entries, words.toString())).isEqualTo(-1);
        assertThat(entries.size()).isEqualTo(300);
        for (int k = 1; k <= 300; k++) {
            assertThat(entries.index(k - 1)).isEqualTo(2 * k - 1);
            assertThat(entries.value(k - 1)).isEqualTo(k);
        }
        assertThat(read(entries, "5:1")).as("a new line starts anew").isEqualTo(-1);
        assertThat(entries.size()).isEqualTo(1);
    }

    /** Given features x9, x2, x5 are 0, 1, 2; what else there is counts as ignored, zeros among the given as nothing. */
    @Test
    void givenFeaturesComeInTheirOwnOrder() {
        LibsvmEntries entries = new LibsvmEntries(new NumberedFeatures("f", List.of("x9", "x2", "x5")));
        assertThat(read(entries, "1:10 2:20 5:50 9:90 11:1")).isEqualTo(-1);
        assertThat(entries.size()).isEqualTo(3);
        assertThat(List.of(entries.index(0), entries.index(1), entries.index(2)))
                .containsExactly(0, 1, 2);
        assertThat(List.of(entries.value(0), entries.value(1), entries.value(2)))
                .containsExactly(90.0, 20.0, 50.0);
        assertThat(entries.ignored()).isEqualTo(2);
        assertThat(read(entries, "3:0 9:0")).isEqualTo(-1);
        assertThat(entries.size()).isZero();
        assertThat(entries.ignored()).isEqualTo(3);
    }
}
