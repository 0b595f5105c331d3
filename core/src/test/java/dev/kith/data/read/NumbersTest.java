package dev.kith.data.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.kith.checks.Attack;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    private static double parse(String text) {
        String around = "7" + text + "7";
        return Numbers.parse(around.toCharArray(), 1, around.length() - 1);
    }

    /** Compares bits, and builds a message only to fail with: called a million times. */
    private static void assertSameAsJava(String text) {
        double expected = Double.parseDouble(text);
        double found = parse(text);
        boolean refused = Double.isInfinite(expected) && Double.isNaN(found);
        if (Double.doubleToLongBits(found) != Double.doubleToLongBits(expected) && !refused) {
            fail("%s: Java reads %s, got %s", text, expected, found);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "+1",
                "1.",
                ".5",
                "-.5e1",
                "1e22",
                "1e23",
                "9007199254740993",
                "9007199254740993e0",
                "1e-400",
                "4.9e-324",
                "2.2250738585072011e-308",
                "1.7976931348623157e308",
                "1e400",
                "-1e400",
                "18446744073709551615",
                "9223372036854775808",
                "9999999999999999999",
                "0.1000000000000000055511151231257827021181583404541015625",
                "00000000000000000000000000001",
                "0e999999999",
                "1E+5",
                "1e00000000000000000000001",
                "5e-1",
                "8.5e15",
                "4503599627370496.5",
                "4503599627370497.5",
                "9007199254740991.5",
                "1e64",
                "1e-64",
                "1e65",
                "1e-65"
            })
    void decimalNumbersAreReadAsJavaReadsThem(String text) {
        assertSameAsJava(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                "-.",
                "e5",
                "1e",
                "1e+",
                "1e1.5",
                "1d",
                "1f",
                "1D",
                "0x1p3",
                "0x10",
                "NaN",
                "nan",
                "inf",
                "Infinity",
                "-Infinity",
                "1,5",
                "1 2",
                "--1",
                "1-",
                "1_000",
                "\u0661",
                "1e5f",
                "1..2",
                ".e1",
                "n/a"
            })
    void anythingElseIsNoNumber(String text) {
        assertThat(parse(text)).isNaN();
    }

    @Tag(Attack.FUZZ)
    @Test
    void randomDoublesComeBackAsTheyWere() {
        Random random = new Random(20261115);
        int rounds = Attack.rounds(200_000);
        for (int i = 0; i < rounds; i++) {
            double any = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(any)) {
                assertSameAsJava(Double.toString(any));
            }
            assertSameAsJava(Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(13) - 6)));
        }
        Attack.report("numbers", "doubles written by Java and read", 2L * rounds);
    }

    @Tag(Attack.FUZZ)
    @Test
    void randomDigitsAreReadAsJavaReadsThem() {
        Random random = new Random(5);
        int rounds = Attack.rounds(300_000);
        for (int i = 0; i < rounds; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
            int digits = 1 + random.nextInt(21);
            int point = random.nextInt(digits + 1);
            for (int k = 0; k < digits; k++) {
                text.append(k == point ? "." : "").append(random.nextInt(10));
            }
            if (random.nextBoolean()) {
                text.append('e').append(random.nextInt(160) - 80);
            }
            assertSameAsJava(text.toString());
        }
        Attack.report("numbers", "strings of digits beside Double.parseDouble", rounds);
    }

    @Tag(Attack.FUZZ)
    @Test
    void halfWayCasesGoToTheEvenNeighbour() {
        Random random = new Random(3);
        int rounds = Attack.rounds(100_000);
        for (int i = 0; i < rounds; i++) {
            // an odd multiple of half a unit in the last place, exact in at most 19 digits
            long odd = ((1L << 53) | random.nextLong(1L << 53)) | 1;
            assertSameAsJava(Long.toUnsignedString(odd << random.nextInt(10)));
            assertSameAsJava(Long.toString(odd >> 3) + ".5");
            assertSameAsJava(Long.toString((odd >> 5)) + (random.nextBoolean() ? ".25" : ".75"));
        }
        Attack.report("numbers", "halfway cases beside Double.parseDouble", 3L * rounds);
    }

    @ParameterizedTest
    @CsvSource({
        "NaN, is not a finite number",
        "-inf, is not a finite number",
        "1e400, is not a finite number",
        "1d, is not a number",
        "0x1p3, is not a number",
        "'', 'is blank, a number is needed'"
    })
    void theRuleThatWasBrokenIsSaid(String text, String rule) {
        assertThat(Numbers.rule(text)).isEqualTo(rule);
    }
}
