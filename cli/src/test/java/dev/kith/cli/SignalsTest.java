package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that would run for minutes are told to end in the middle of what they do. */
class SignalsTest {
    private static final int TERMINATED = 128 + 15;
    private static final int INTERRUPTED = 128 + 2;
    private static final List<String> JAVA = List.of("-Xmx1g", "-XX:+UseParallelGC", "-Dkith.keeping.millis=60000");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path work = Path.of("");

    @BeforeAll
    static void needsSignals() {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a POSIX system");
    }

    @BeforeEach
    void makeDirectory() throws IOException {
        work = Files.createDirectory(dir.resolve("work"));
    }

    private KithProcess start(Object... args) throws IOException {
        ProcessBuilder builder = KithProcess.builder(JAVA, "", args).directory(work.toFile());
        builder.environment().put("TMPDIR", work.toString());
        return KithProcess.start(builder);
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path simulated(Object... args) {
        Path file = dir.resolve("d.csv");
        Object[] all = Stream.concat(Stream.of("data"), Stream.concat(Stream.of(args), Stream.of("-o", file)))
                .toArray();
        assertThat(Run.kith(all).code()).isZero();
        return file;
    }

    private static String targets(String name, int count) {
        return java.util.stream.IntStream.rangeClosed(1, count)
                .mapToObj(t -> name + t)
                .collect(java.util.stream.Collectors.joining(","));
    }

    @Test
    void aFitInsideTheLinearAlgebraEnds() throws Exception {
        Path data = simulated("relations", "--tasks", 30, "--dimensions", 600, "--train", 1200);
        for (String signal : List.of("TERM", "INT")) {
            try (KithProcess fit = start(
                    "fit", data, "--targets", targets("y", 30), "--method", "mtrl", "--threads", 2, "--tol", 1e-14)) {
                fit.awaitError("cross-validating").signal(signal);
                assertThat(fit.exitCode()).isEqualTo(signal.equals("INT") ? INTERRUPTED : TERMINATED);
            }
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void readingEnds() throws Exception {
        StringBuilder csv = new StringBuilder("t,x,y\n");
        for (int i = 0; i < 2_000_000; i++) {
            csv.append(i % 50)
                    .append(',')
                    .append(i % 9973)
                    .append(',')
                    .append(i % 13)
                    .append('\n');
        }
        Path file = Files.writeString(dir.resolve("rows.csv"), csv);
        try (KithProcess fit = start("fit", file, "--task", "t", "--target", "y", "--method", "mean")) {
            fit.awaitError("reading rows.csv").signal("TERM");
            assertThat(fit.exitCode()).isEqualTo(TERMINATED);
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void predictionsThatNobodyTakesEnd() throws Exception {
        Path data = simulated("arm", "--train", 5000);
        Path model = dir.resolve("m.kith");
        String torques = targets("torque", 7);
        assertThat(Run.kith("fit", data, "--targets", torques, "--method", "stl", "--lambda", 1, "-o", model)
                        .code())
                .isZero();
        try (KithProcess predict = start("predict", model, data)) {
            assertThat(predict.out().read()).isEqualTo('t');
            predict.signal("TERM");
            assertThat(predict.exitCode()).isEqualTo(TERMINATED);
        }
    }

    @Test
    void dataKeptOnDiskDoNotStayThere() throws Exception {
        StringBuilder svm = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            svm.append((i * 7919L) % 13 > 6 ? 1 : -1).append(" qid:t").append(i % 11);
            for (int j = 1; j <= 5; j++) {
                svm.append(' ').append(20 * j + i % (5 + j)).append(':').append(j);
            }
            svm.append('\n');
        }
        Path file = Files.writeString(dir.resolve("d.svm"), svm);
        try (KithProcess fit = start(
                "fit", file, "--method", "mkl", "--loss", "hinge", "--memory", "2600k", "--tol", 1e-15, "--C", 1e6)) {
            fit.awaitError("mkl: iteration").signal("TERM");
            assertThat(fit.exitCode()).isEqualTo(TERMINATED);
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void aComparisonKeepsWhatIsFinished() throws Exception {
        Path data = simulated("relations", "--tasks", 40, "--dimensions", 200, "--train", 400);
        Path json = work.resolve("c.json");
        Object[] args = {
            "compare",
            data,
            "--targets",
            targets("y", 40),
            "--methods",
            "sparse,mean",
            "--lambda",
            0.1,
            "--tol",
            1e-15,
            "--threads",
            2,
            "--json",
            json
        };
        Run run;
        try (KithProcess compare = start(args)) {
            run = compare.awaitError("comparing: 2 of 3 methods done (stl, mean)")
                    .signal("TERM")
                    .ended();
        }
        assertThat(run.code()).as(run.err()).isEqualTo(TERMINATED);
        assertThat(run.err()).contains("Cut short: 2 of 3 methods had finished (stl, mean); no model was saved.");
        assertThat(run.out()).contains("Saved " + json);
        assertThat(json)
                .content()
                .contains("Cut short: 2 of 3 methods had finished", "\"mean\"")
                .doesNotContain("\"sparse\"");
        assertThat(left()).containsExactly("c.json");
    }

    @Test
    void aComparisonThatWasToSaveAModelSavesTheBestOfThoseThatAreFinished() throws Exception {
        Path data = simulated("relations", "--tasks", 40, "--dimensions", 200, "--train", 400);
        Path model = work.resolve("m.kith");
        Run run;
        try (KithProcess compare = start(
                "compare",
                data,
                "--targets",
                targets("y", 40),
                "--methods",
                "sparse,mean",
                "--lambda",
                0.1,
                "--tol",
                1e-15,
                "--threads",
                2,
                "--save",
                "best",
                "--calibrate",
                "-o",
                model)) {
            run = compare.awaitError("comparing: 2 of 3 methods done (stl, mean)")
                    .signal("INT")
                    .ended();
        }
        assertThat(run.code()).as(run.err()).isEqualTo(INTERRUPTED);
        assertThat(run.err())
                .contains("Cut short: 2 of 3 methods had finished (stl, mean); the model saved is as one of its folds"
                        + " trained it, not on all rows.");
        assertThat(run.out()).contains("Saved " + model);
        assertThat(left()).containsExactly("m.kith");
        Run predict = Run.kith("predict", model, data, "--interval", 0.9);
        assertThat(predict.code()).as(predict.err()).isZero();
        assertThat(predict.out()).startsWith("y1,y1:low,y1:high,");
    }

    @Test
    void aStreamKeepsWhatItLearnedAndGoesOnFromThere() throws Exception {
        String rows = StreamLine.libsvm(StreamLine.lines(3000));
        Path file = Files.writeString(dir.resolve("rows.svm"), rows);
        Path state = work.resolve("run.state");
        int cut = rows.indexOf('\n', rows.length() * 2 / 3) + 1;
        try (KithProcess stream = start("stream", "-", "--every", 100, "--json", "--checkpoint", state)) {
            OutputStream in = stream.in();
            in.write(rows.substring(0, cut).getBytes(StandardCharsets.UTF_8));
            in.flush();
            stream.awaitError("1,000 rows").signal("TERM");
            assertThat(stream.exitCode()).isEqualTo(TERMINATED);
        }
        assertThat(left()).containsExactly("run.state");
        String whole;
        try (KithProcess stream = start("stream", "-", "--every", 100, "--json")) {
            whole = all(stream, file);
        }
        try (KithProcess stream = start("stream", "-", "--every", 100, "--json", "--checkpoint", state, "--resume")) {
            assertThat(all(stream, file)).isEqualTo(whole);
            stream.awaitError("resuming after ");
        }
    }

    private static String all(KithProcess stream, Path rows) throws IOException, InterruptedException {
        try (OutputStream in = stream.in()) {
            Files.copy(rows, in);
        }
        Run run = stream.ended();
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().replaceAll("\"rowsPerSecond\":[0-9.E]+", "");
    }
}
