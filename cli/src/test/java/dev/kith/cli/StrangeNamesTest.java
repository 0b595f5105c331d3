package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names from strangers on a terminal and in a spreadsheet: shown, never obeyed, and ours to read back. */
class StrangeNamesTest {
    private static final List<String> TASKS =
            List.of("=cmd|' /C calc'!A0", "\u001b[31mred\u0007", "\u202egpj.exe", "@SUM(A1)", "plain");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private Path data() throws IOException {
        StringBuilder text = new StringBuilder("who,y,=x1,\u001b]0;title\u0007\n");
        Random random = new Random(3);
        for (int n = 0; n < 60; n++) {
            double x = random.nextGaussian();
            text.append(TASKS.get(n % TASKS.size())).append(',').append(2 * x + random.nextGaussian());
            text.append(',').append(x).append(',').append(random.nextGaussian()).append('\n');
        }
        return Files.writeString(directory.resolve("rows.csv"), text);
    }

    /** Neither control characters nor turned text. */
    private static void assertPrintable(String text) {
        assertThat(text.chars().filter(c -> (c != '\n' && Character.isISOControl(c)) || (c >= 0x202a && c <= 0x202e)))
                .as(text)
                .isEmpty();
    }

    @Test
    void theTerminalShowsControlCharactersAsTheirNumbers() throws IOException {
        Path data = data();
        Path model = directory.resolve("m.kith");
        Run fit =
                Run.kith("fit", data, "--task", "who", "--target", "y", "--method", "mtrl", "--lambda", 1, "-o", model);
        assertThat(fit.code()).as(fit.err()).isZero();
        assertPrintable(fit.out() + fit.err());
        for (Object[] command : new Object[][] {
            {"show", model},
            {"show", model, "--json"},
            {"predict", model, directory.resolve("\u001b[2Jmissing.csv")},
            {"fit", data, "--method", "mean", "--task", "who", "--target", "\u001b[2Jy", "-o", model},
            {"stream", data, "--task", "who", "--target", "\u001b[2Jy"},
            {"\u001b[2J"},
        }) {
            Run run = Run.kith(command);
            assertPrintable(run.out() + run.err());
            assertThat(run.out() + run.err()).containsIgnoringCase("\\u001b");
        }
    }

    @Test
    void predictionsAreGuardedAndReadBack() throws IOException {
        Path data = data();
        Path model = directory.resolve("m.kith");
        Run fit =
                Run.kith("fit", data, "--task", "who", "--target", "y", "--method", "mean", "--lambda", 1, "-o", model);
        assertThat(fit.code()).as(fit.err()).isZero();
        Path first = directory.resolve("first.csv");
        Run predict = Run.kith("predict", model, data, "-o", first);
        assertThat(predict.code()).as(predict.err()).isZero();
        List<String> lines = Files.readAllLines(first);
        assertThat(lines.get(1)).startsWith("'=cmd|' /C calc'!A0,");
        assertThat(lines.get(2)).as("files keep what is in names").startsWith("\u001b[31mred\u0007,");
        assertThat(lines.get(4)).startsWith("'@SUM(A1),");
        assertThat(lines).as("numbers stay numbers").anyMatch(line -> line.matches(".*,-[0-9].*"));
        // The names of the predictions name the model's tasks.
        StringBuilder again = new StringBuilder("who,=x1,\u001b]0;title\u0007\n");
        lines.subList(1, lines.size())
                .forEach(line -> again.append(line, 0, line.lastIndexOf(',')).append(",1,1\n"));
        Path second = Files.writeString(directory.resolve("again.csv"), again);
        Run predicted = Run.kith("predict", model, second);
        assertThat(predicted.code()).as(predicted.err()).isZero();
        assertThat(predicted.out().lines().skip(1).map(line -> line.substring(0, line.lastIndexOf(','))))
                .containsExactlyElementsOf(lines.subList(1, lines.size()).stream()
                        .map(line -> line.substring(0, line.lastIndexOf(',')))
                        .toList());
    }

    @Test
    void onATerminalEvenDataIsPrintable() throws IOException {
        Path model = directory.resolve("m.kith");
        Run.kith("fit", data(), "--task", "who", "--target", "y", "--method", "mean", "--lambda", 1, "-o", model);
        System.setProperty("kith.terminal", "true");
        try {
            assertPrintable(Run.kith("predict", model, data()).out());
        } finally {
            System.clearProperty("kith.terminal");
        }
    }
}
