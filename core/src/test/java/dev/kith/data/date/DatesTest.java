package dev.kith.data.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What texts are as dates. */
class DatesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2024-02-29|yyyy-MM-dd|2024-02-29|0",
                "2024-02-29 06:30|yyyy-MM-dd HH:mm|2024-02-29|6.5",
                "2024-02-29T06:30:36|yyyy-MM-dd HH:mm|2024-02-29|6.51",
                "2024-02-29T06:30Z|yyyy-MM-dd HH:mm|2024-02-29|6.5",
                "2024-02-29 06:30 PM|yyyy-MM-dd HH:mm|2024-02-29|18.5",
                "29.2.2024|dd.MM.yyyy|2024-02-29|0",
                "29/02/2024|dd/MM/yyyy|2024-02-29|0",
                "02/29/2024|MM/dd/yyyy|2024-02-29|0",
                "03/04/2024|dd/MM/yyyy or MM/dd/yyyy|2024-04-03|0",
                "20240229|yyyyMMdd|2024-02-29|0",
                "2024-02|yyyy-MM|2024-02-01|0",
                "2024Q3|yyyyQq|2024-07-01|0",
                "2024|yyyy|2024-01-01|0",
                "18:45|HH:mm|1970-01-01|18.75",
                "18:45:36|HH:mm|1970-01-01|18.76",
            })
    void momentsAreWhatIsWritten(String text, String way, LocalDate date, double hours) {
        int ways = Dates.named(text);
        assertThat(Dates.name(ways)).isEqualTo(way);
        assertThat(Dates.moment(ways, text)).hasValue(new Moment(date, hours, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "2023-02-29",
        "29/29/2024",
        "2024-02-29 24:10",
        "2024-02-29 10:60",
        "20241301",
        "1.5",
        "24:00",
        "2024 10:30"
    })
    void otherTextsAreNoDates(String text) {
        assertThat(Dates.of(text)).isZero();
    }

    @Test
    void aYearAloneIsANumberUnlessItsColumnIsNamed() {
        assertThat(Dates.of("2024")).isZero();
        assertThat(Dates.named("2024")).isNotZero();
    }

    @Test
    void aZoneMovesTheTimeInUtcAndNotTheClock() {
        String text = "2024-02-29T01:30+02:00";
        Moment moment = Dates.moment(Dates.of(text), text).orElseThrow();
        assertThat(moment.date()).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(moment.hours()).isEqualTo(1.5);
        assertThat(moment.universal() - moment.date().toEpochDay())
                .isEqualTo(-0.5 / 24, org.assertj.core.api.Assertions.within(1e-9));
    }

    @Test
    void everyNameIsFoundAgain() {
        for (String name : Dates.names()) {
            assertThat(Dates.name(Dates.way(name).orElseThrow())).isEqualTo(name);
        }
        assertThat(Dates.way("dd MM")).isEmpty();
    }
}
