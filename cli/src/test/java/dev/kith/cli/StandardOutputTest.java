package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.StandardOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardOutputTest {
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path data = Path.of("");
    private Path model = Path.of("");

    @BeforeEach
    void fit() throws IOException {
        StringBuilder text = new StringBuilder("t,y,x\n");
        for (int n = 0; n < 2000; n++) {
            text.append(n % 2 == 0 ? "a," : "b,")
                    .append(n)
                    .append(',')
                    .append(n % 7)
                    .append('\n');
        }
        data = Files.writeString(dir.resolve("d.csv"), text);
        model = dir.resolve("m.kith");
        assertThat(Run.kith(fit(model)).code()).isZero();
    }

    private Object[] fit(Path to) {
        return new Object[] {"fit", data, "--task", "t", "--target", "y", "--method", "stl", "--lambda", 1, "-o", to};
    }

    /** Every command that writes results to standard output. */
    private List<Object[]> commands() throws IOException {
        Path rows = Files.writeString(dir.resolve("rows.svm"), StreamLine.libsvm(StreamLine.lines(500)));
        return List.of(
                new Object[] {"predict", model, data},
                new Object[] {"show", model},
                new Object[] {"show", model, "--json"},
                new Object[] {"data", "arm"},
                new Object[] {"data", "--list"},
                new Object[] {"extract", model, "--task", "a", "--format", "csv"},
                new Object[] {"diff", model, model},
                new Object[] {"stream", rows, "--every", 50},
                new Object[] {"stream", rows, "--json"},
                fit(dir.resolve("again.kith")),
                new Object[] {"compare", data, "--task", "t", "--target", "y", "--methods", "pooled", "--lambda", 1},
                new Object[] {"--help"},
                new Object[] {"--version"});
    }

    /** Has room for some characters only. */
    private static final class SmallDisk extends Writer {
        private final String error;
        private int room;

        SmallDisk(int room, String error) {
            this.room = room;
            this.error = error;
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            room -= length;
            if (room < 0) {
                throw new IOException(error);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static Run onto(Writer disk, Object... args) {
        java.io.StringWriter err = new java.io.StringWriter();
        String[] texts = java.util.Arrays.stream(args).map(Object::toString).toArray(String[]::new);
        PrintWriter out = new PrintWriter(new StandardOutput(disk, () -> false), true);
        int code = Main.run(new Ending(), out, new PrintWriter(err, true), texts);
        return new Run(code, "", err.toString());
    }

    @Test
    void aResultThatDoesNotFitIsAnErrorInOneLine() throws IOException {
        for (Object[] command : commands()) {
            for (int room : new int[] {0, 40}) {
                Run run = onto(new SmallDisk(room, "No space left on device"), command);
                assertThat(run.code()).as(List.of(command) + ", " + room).isEqualTo(ExitCode.DATA);
                assertThat(run.err().lines().filter(line -> line.contains("standard output")))
                        .as(List.of(command).toString())
                        .singleElement()
                        .asString()
                        .endsWith(": standard output: No space left on device");
                assertThat(run.err()).doesNotContain("\tat ");
            }
        }
    }

    @Test
    void aReaderThatHasSeenEnoughEndsTheCommandQuietly() throws IOException {
        for (Object[] command : commands()) {
            Run run = onto(new SmallDisk(0, "Broken pipe"), command);
            assertThat(run.code()).as(List.of(command).toString()).isEqualTo(ExitCode.READER_GONE);
            assertThat(run.err()).doesNotContain("Broken", "rror", "\tat ");
        }
    }

    @Test
    void aSummaryNobodyReadsDoesNotCostTheModel() throws IOException {
        for (String error : List.of("Broken pipe", "No space left on device")) {
            Path kept = dir.resolve(error + ".kith");
            assertThat(onto(new SmallDisk(0, error), fit(kept)).code()).isNotZero();
            assertThat(Files.readAllBytes(kept)).isEqualTo(Files.readAllBytes(model));
        }
    }

    @Test
    void nothingArrivesAfterALostWrite() {
        StringBuilder arrived = new StringBuilder();
        Writer once = new Writer() {
            private boolean failed;

            @Override
            public void write(char[] text, int from, int length) throws IOException {
                if (!failed) {
                    failed = true;
                    throw new IOException("once");
                }
                arrived.append(text, from, length);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        PrintWriter out = new PrintWriter(new StandardOutput(once, () -> false), true);
        for (int k = 0; k < 2; k++) {
            assertThatThrownBy(() -> out.println("line"))
                    .isInstanceOf(StandardOutput.Lost.class)
                    .hasMessage("standard output: once");
        }
        out.close();
        assertThat(arrived).isEmpty();
    }

    @Test
    void aFullOrClosedOutputIsSaidByTheProcess() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "needs /dev/full");
        List<Object[]> some = List.of(
                new Object[] {"predict", model, data}, new Object[] {"show", model}, fit(dir.resolve("full.kith")));
        for (Object[] command : some) {
            for (String redirection : List.of(">/dev/full", ">&-")) {
                try (KithProcess process = KithProcess.start(SMALL, redirection, command)) {
                    Run run = process.ended();
                    assertThat(run.code()).as(List.of(command) + redirection).isEqualTo(ExitCode.DATA);
                    assertThat(run.err()).contains("kith " + command[0] + ": standard output: ");
                }
            }
        }
    }

    @Test
    void aClosedPipeEndsTheProcessQuietly() throws Exception {
        List<String> shown = new ArrayList<>();
        try (KithProcess process = KithProcess.start(SMALL, "", "predict", model, data)) {
            shown.add(Integer.toString(process.out().read()));
            process.out().close();
            assertThat(process.exitCode()).isEqualTo(ExitCode.READER_GONE);
        }
        assertThat(shown).containsExactly(Integer.toString('t'));
    }
}
