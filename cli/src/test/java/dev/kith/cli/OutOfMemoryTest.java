package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.ExitCode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors of the machine, in processes with little memory. */
class OutOfMemoryTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path rows(int rows, int features) throws IOException {
        Path file = dir.resolve("d.csv");
        Random random = new Random(3);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("t,y");
            for (int j = 0; j < features; j++) {
                out.write(",x" + j);
            }
            for (int n = 0; n < rows; n++) {
                out.write("\n" + (char) ('a' + n % 4) + "," + random.nextInt(100));
                for (int j = 0; j < features; j++) {
                    out.write("," + random.nextInt(100000));
                }
            }
        }
        return file;
    }

    private static Run run(String memory, Object... args) throws IOException, InterruptedException {
        List<String> java = List.of("-Xmx" + memory, "-XX:TieredStopAtLevel=1", "-XX:+UseParallelGC");
        try (KithProcess process = KithProcess.start(java, "", args)) {
            return process.ended();
        }
    }

    /** What is left on the screen: a carriage return takes back the progress before it. */
    private static List<String> lines(Run run) {
        return run.err().replaceAll("[^\n]*\r", "").lines().toList();
    }

    @Test
    void whatWasReadAndWhatToTryIsSaidInOneLine() throws Exception {
        Path data = rows(20000, 60);
        Object[] fit = {
            "fit", data, "--task", "t", "--target", "y", "--method", "mean", "--lambda", 1, "-o", dir.resolve("m.kith")
        };
        Run run = run("16m", fit);
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.BUG);
        assertThat(lines(run))
                .singleElement()
                .asString()
                .satisfies(line -> assertThat(line)
                        .startsWith("kith fit: out of memory at \"reading d.csv...\": Java may take ")
                        .contains("; the file has 7 MB")
                        .contains(
                                "Try KITH_JAVA_OPTS=-Xmx1g, or for a kernel on many inputs --approximate landmarks, or")
                        .contains("--method mkl --memory SIZE"));
        Object[] debug = java.util.Arrays.copyOf(fit, fit.length + 1);
        debug[fit.length] = "--debug";
        assertThat(run("16m", debug).err()).contains("java.lang.OutOfMemoryError", "\tat dev.kith.");
    }

    @Test
    void theSizeOfAKernelMatrixIsSaid() throws Exception {
        Run run = run(
                "64m",
                "fit",
                rows(4000, 3),
                "--task",
                "t",
                "--target",
                "y",
                "--method",
                "mean",
                "--kernel",
                "gaussian",
                "--approximate",
                "none",
                "--lambda",
                1,
                "-o",
                dir.resolve("m.kith"));
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.BUG);
        assertThat(lines(run))
                .singleElement()
                .asString()
                .contains(
                        "kith fit: out of memory at \"mean: fitting...\"",
                        "4,000 rows of 3 features",
                        "their kernel matrix 122 MB");
    }

    @Test
    void anErrorInAThreadOfItsOwnIsTheSame() throws Exception {
        Run run = run(
                "48m",
                "compare",
                rows(3000, 3),
                "--task",
                "t",
                "--target",
                "y",
                "--methods",
                "mean",
                "--kernel",
                "gaussian",
                "--approximate",
                "none",
                "--lambda",
                1,
                "--threads",
                2);
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.BUG);
        assertThat(lines(run)).singleElement().asString().contains("out of memory");
    }

    @Test
    void otherErrorsSayOneLineToo() {
        Kith root = new Kith(new Ending());
        java.io.StringWriter err = new java.io.StringWriter();
        picocli.CommandLine command = Main.commandLine(root).setErr(new java.io.PrintWriter(err, true));
        Throwable wrapped =
                new IllegalStateException(new java.util.concurrent.ExecutionException(new StackOverflowError()));
        assertThat(new Failures(root).failed(wrapped, command)).isEqualTo(ExitCode.BUG);
        assertThat(err.toString())
                .isEqualTo(
                        "kith: unexpected error: java.lang.StackOverflowError (this is a bug; --debug shows where)\n");
    }
}
