package dev.kith.data.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeColumnsTest {
    @TempDir
    private Path dir;

    @Test
    void datesAndYearsAreFoundAndNothingElse() throws IOException {
        Path file = Files.writeString(dir.resolve("t.csv"), """
                Year,open,code,born,stamp,years_old,fixed,x
                2019,08:30,2020,2020-01-05,20200105,1990,2020-01-01,1
                2020,09:30,3,,20200106,12,2020-01-01,2
                2021,10:15,4,NA,20200203,13,2020-01-01,3
                2021,10:15,4,2021-03-05,20200203,13,2020-01-01,3
                """);
        assertThat(Inspect.timeColumns(file)).containsExactly("born", "stamp", "Year");
    }

    @Test
    void aFileWithoutColumnsHasNone() throws IOException {
        assertThat(Inspect.timeColumns(Files.writeString(dir.resolve("t.svm"), "1 qid:a 1:2\n")))
                .isEmpty();
    }
}
