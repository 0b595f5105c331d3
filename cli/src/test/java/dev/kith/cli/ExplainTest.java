package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kith explain} and {@code kith query}. */
class ExplainTest {
    @TempDir
    private Path dir;

    private Path shops() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("shop,price,rain,sales\n");
        for (int i = 0; i < 80; i++) {
            double[] x = {random.nextGaussian(), random.nextGaussian()};
            text.append("s" + i % 5 + "," + x[0] + "," + x[1] + "," + (i % 5 + 2 * x[0] - x[1]) + "\n");
        }
        return Files.writeString(dir.resolve("shops.csv"), text);
    }

    private Path fit(Path data, String method) {
        Path model = dir.resolve(method + ".kith");
        Run run = kith(
                "fit", data, "--task", "shop", "--target", "sales", "--method", method, "--lambda", "0.1", "-o", model);
        assertThat(run.err()).isEmpty();
        return model;
    }

    private static double number(String text, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern + " in " + text).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void aPredictionIsTakenApart() throws IOException {
        Path data = shops();
        Path model = fit(data, "mean");
        String predicted = kith("predict", model, data).out();
        Run run = kith("explain", model, data, "--rows", "2");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("Row 1, task s0: ", "Row 2, task s1: ", "for an average row", "price", "rain")
                .contains("is what the rows of s0 say", "other tasks' rows do")
                .doesNotContain("Row 3");
        String json = kith("explain", model, data, "--rows", "1", "--json").out();
        double sum = number(json, "\"sum\" ?: ?([-\\d.eE]+)");
        assertThat(sum).isCloseTo(number(predicted, "\ns0,([-\\d.eE]+)\n"), within(1e-9));
        double parts = number(json, "\"base\" ?: ?([-\\d.eE]+)")
                + number(json, "\"own\" ?: ?([-\\d.eE]+)")
                + number(json, "\"borrowed\" ?: ?([-\\d.eE]+)");
        assertThat(parts).isCloseTo(sum, within(1e-6));
    }

    @Test
    void tasksAloneBorrowNothing() throws IOException {
        Path data = shops();
        assertThat(kith("explain", fit(data, "stl"), data, "--rows", "1").out())
                .contains("All of it is what the rows of s0 say");
        assertThat(kith("explain", fit(data, "stl"), data, "--rows", "0").code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void rowsOfADatabaseAreATable() throws IOException {
        Path data = shops();
        Path copy = dir.resolve("copy.csv");
        Run run = kith("query", "duckdb:", "select * from '" + data + "' where price > 0", "-o", copy);
        assertThat(run.err()).isEmpty();
        long positive = Files.readAllLines(data).stream()
                .skip(1)
                .filter(line -> Double.parseDouble(line.split(",", -1)[1]) > 0)
                .count();
        assertThat(Files.readAllLines(copy)).hasSize((int) positive + 1).first().isEqualTo("shop,price,rain,sales");
        Path text = Files.writeString(dir.resolve("ask.sql"), "select 1 as a");
        assertThat(kith("query", "duckdb:", "@" + text).out()).isEqualTo("a\n1\n");
        Run secret = kith("query", "postgresql://ann:secret@host/db", "select 1");
        assertThat(secret.code()).isEqualTo(ExitCode.USAGE);
        assertThat(secret.err()).contains("must not hold a password");
        assertThat(kith("query", "duckdb:", "select nothing").code()).isEqualTo(ExitCode.DATA);
    }
}
