package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.TextWidth;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text keeps to its columns on a terminal, whatever it is written in. */
class TextWidthTest {
    private static final String PROSE =
            "Sharing helps on the whole, but not everybody. ".repeat(5).strip();

    @AfterEach
    void noTerminal() {
        System.clearProperty("kith.columns");
        System.clearProperty("kith.terminal");
    }

    @ParameterizedTest
    @CsvSource({"shop 1, 6", "Zürich, 6", "東京都, 6", "e\u0301, 1", "서울, 4", "فرع, 3", "🛒, 2"})
    void lettersTakeTheirColumns(String text, int columns) {
        assertThat(TextWidth.of(text)).isEqualTo(columns);
        assertThat(TextWidth.of(TextWidth.fitted(text, 12))).isEqualTo(12);
        assertThat(TextWidth.of(TextWidth.fitted(text.repeat(9), 11))).isEqualTo(11);
    }

    @Test
    void proseIsBrokenWhereTheTerminalEnds() {
        System.setProperty("kith.terminal", "true");
        for (int columns : new int[] {60, 80}) {
            System.setProperty("kith.columns", Integer.toString(columns));
            StringWriter out = new StringWriter();
            new Terminal(new PrintWriter(out), new PrintWriter(new StringWriter()), false).say(PROSE);
            assertThat(out.toString().lines())
                    .hasSizeGreaterThan(2)
                    .allSatisfy(line -> assertThat(line.length()).isLessThan(columns));
            assertThat(String.join(" ", out.toString().lines().toList())).isEqualTo(PROSE);
        }
    }

    @Test
    void whatAProgramReadsStaysALine() {
        System.setProperty("kith.columns", "60");
        StringWriter out = new StringWriter();
        new Terminal(new PrintWriter(out), new PrintWriter(new StringWriter()), false).say(PROSE);
        assertThat(out.toString().lines()).containsExactly(PROSE);
    }

    @Test
    void rowsOfTablesAreNotBroken() {
        System.setProperty("kith.terminal", "true");
        System.setProperty("kith.columns", "40");
        String row = "  "
                + String.join(
                        "  ", IntStream.range(0, 40).mapToObj(Integer::toString).toList());
        StringWriter out = new StringWriter();
        new Terminal(new PrintWriter(out), new PrintWriter(new StringWriter()), false).say(row);
        assertThat(out.toString().lines()).containsExactly(row);
    }

    @Test
    void aComparisonFitsEightyColumns(@TempDir Path dir) throws IOException {
        StringBuilder text = new StringBuilder("shop,price,sales\n");
        for (int i = 0; i < 90; i++) {
            text.append("東京都の支店 the branch ")
                    .append(i % 3)
                    .append(',')
                    .append(i % 7)
                    .append(',');
            text.append(i % 7 * (2 + i % 3) + 0.37 * (i % 11)).append('\n');
        }
        Path file = Files.writeString(dir.resolve("shops.csv"), text);
        System.setProperty("kith.terminal", "true");
        System.setProperty("kith.columns", "80");
        Run run = Run.kith("compare", file, "--task", "shop", "--target", "sales", "--methods", "mean", "--folds", 3);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("vs stl", "東京都の", "<- best");
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(TextWidth.of(line)).isLessThanOrEqualTo(80));
    }
}
