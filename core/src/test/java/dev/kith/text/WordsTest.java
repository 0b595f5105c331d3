package dev.kith.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0.0,0",
        "1,1",
        "0.5,0.5",
        "0.12345,0.123",
        "-12.345,-12.3",
        "999.6,1000",
        "1234.4,1234",
        "0.001,0.001",
        "0.000999,9.99e-04",
        "1e6,1.00e+06",
        "NaN,NaN",
        "-Infinity,-Infinity"
    })
    void numbersHaveThreeDigits(double number, String text) {
        assertThat(Words.number(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0 tasks", "1,1 task", "2,2 tasks", "12345,'12,345 tasks'"})
    void countsHaveTheirPlural(long count, String text) {
        assertThat(Words.count(count, "task")).isEqualTo(text);
    }
}
