package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stream --comparator}: what a theorem allows, printed; or why none does. */
class StreamBoundTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private Path rows(int count) throws IOException {
        return Files.writeString(directory.resolve("rows.svm"), StreamLine.libsvm(StreamLine.lines(count)));
    }

    private Path batchModel(Path rows) {
        Path model = directory.resolve("batch.kith");
        Run fit = Run.kith(
                "fit",
                rows,
                "--method",
                "mean",
                "--loss",
                "hinge",
                "--lambda",
                0.01,
                "--no-intercept",
                "-o",
                model,
                "--quiet");
        assertThat(fit.code()).as(fit.err()).isZero();
        return model;
    }

    private static double member(String json, String name) {
        Matcher found =
                Pattern.compile("\"bound\":\\{.*\"" + name + "\":([-0-9.E]+)").matcher(json);
        assertThat(found.find()).as(json).isTrue();
        return Double.parseDouble(found.group(1));
    }

    private static String stable(Run run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().replaceAll("\"rowsPerSecond\":[0-9.E]+", "");
    }

    @Test
    void everyLearnerWithATheoremStaysBelowIt() throws IOException {
        Path rows = rows(600);
        Path model = batchModel(rows);
        for (List<Object> learner : List.<List<Object>>of(
                List.of("--b", 2, "--tasks", 3),
                List.of("--b", 0),
                List.of("--b", 2, "--shuffle"),
                List.of("--b", 2, "--tasks", 3, "--rounds"),
                List.of("--kernel", "linear", "--tasks", 3),
                List.of("--interaction", model),
                List.of("--learner", "pnorm", "--p", 3, "--tasks", 3),
                List.of("--learner", "second-order", "--tasks", 3),
                List.of("--learner", "second-order", "--tasks", 3, "--no-normalize"),
                List.of("--learner", "matrix", "--p", 2),
                List.of("--learner", "matrix", "--p", 2, "--shared-loss", "l2"))) {
            List<Object> args = new ArrayList<>(List.of("stream", rows, "--comparator", model, "--json", "--quiet"));
            args.addAll(learner);
            String json = stable(Run.kith(args.toArray()));
            assertThat(member(json, "reached")).as(learner + json).isPositive().isLessThan(member(json, "allowed"));
        }
    }

    @Test
    void whatAKernelLearnerBecameIsAComparatorOfTheNextOne() throws IOException {
        Path rows = rows(400);
        Path model = directory.resolve("kernel.kith");
        List<Object> args = List.of("stream", rows, "--kernel", "gaussian:1", "--tasks", 3, "--quiet");
        List<Object> first = new ArrayList<>(args);
        first.addAll(List.of("-o", model));
        assertThat(Run.kith(first.toArray()).code()).isZero();
        List<Object> second = new ArrayList<>(args);
        second.addAll(List.of("--comparator", model, "--json"));
        String json = stable(Run.kith(second.toArray()));
        assertThat(member(json, "reached")).isLessThan(member(json, "allowed"));
        assertThat(json).contains("\"theorem\":\"theorem 1\",\"of\":\"mistakes\"");
    }

    @Test
    void columnsAreFoundByNameInAnyOrder() throws IOException {
        Path model = batchModel(rows(300));
        List<StreamLine> lines = StreamLine.lines(300);
        String csv = StreamLine.csv(lines);
        Path straight = Files.writeString(directory.resolve("a.csv"), csv);
        StringBuilder turned = new StringBuilder();
        for (String line : csv.strip().lines().toList()) {
            List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
            java.util.Collections.reverse(cells);
            turned.append(String.join(",", cells)).append('\n');
        }
        Path backwards = Files.writeString(directory.resolve("b.csv"), turned);
        Path own = directory.resolve("own.kith");
        assertThat(Run.kith(
                                "fit",
                                straight,
                                "--task",
                                "who",
                                "--target",
                                "y",
                                "--method",
                                "stl",
                                "--loss",
                                "hinge",
                                "--lambda",
                                0.01,
                                "--no-intercept",
                                "-o",
                                own,
                                "--quiet")
                        .code())
                .isZero();
        String[] results = new String[2];
        for (Path file : List.of(straight, backwards)) {
            Run run = Run.kith(
                    "stream",
                    file,
                    "--task",
                    "who",
                    "--target",
                    "y",
                    "--b",
                    0,
                    "--comparator",
                    own,
                    "--json",
                    "--quiet");
            String json = stable(run);
            results[file == straight ? 0 : 1] = Math.round(1e6 * member(json, "allowed")) + " " + member(json, "scale");
        }
        assertThat(results[1]).isEqualTo(results[0]);
        assertThat(model).exists();
    }

    @Test
    void bMayBeTakenFromAModel() throws IOException {
        Path rows = rows(400);
        Path model = batchModel(rows);
        Run derived = Run.kith("stream", rows, "--b", "from:" + model, "--json");
        Matcher found = Pattern.compile("b = ([0-9.E]+), from:").matcher(derived.err());
        assertThat(found.find()).as(derived.err()).isTrue();
        double b = Double.parseDouble(found.group(1));
        assertThat(b).isPositive();
        assertThat(stable(Run.kith("stream", rows, "--b", b, "--json", "--quiet")))
                .isEqualTo(stable(derived));
        Run missing = Run.kith("stream", rows, "--b", "from:" + directory.resolve("none.kith"));
        assertThat(missing.code()).isEqualTo(ExitCode.DATA);
    }

    @Test
    void whereNoTheoremHoldsItSaysWhy() throws IOException {
        Path rows = rows(200);
        Path model = batchModel(rows);
        for (List<Object> each : List.<List<Object>>of(
                List.of("--b auto changes b while it runs, the theorem is for one b: give --b a number"),
                List.of("the theorem is for a number of tasks known before the first row: give --tasks", "--b", 2),
                List.of(
                        "theorems bound the mistakes of the latest weights, --averaged predicts by their mean",
                        "--b",
                        2,
                        "--averaged"),
                List.of(
                        "the theorem is for steps of size 1 after mistakes, not for --passive-aggressive",
                        "--b",
                        2,
                        "--passive-aggressive",
                        1),
                List.of(
                        "the theorem is for a learner that forgets nothing, --budget forgets",
                        "--learner",
                        "second-order",
                        "--budget",
                        50),
                List.of("no theorem bounds the mistakes of --learner adaptive", "--learner", "adaptive"),
                List.of("--hash forgets the names by which features are compared", "--b", 0, "--hash", 8),
                List.of(
                        "the comparator is none of the functions this learner can become: its kernel must be the"
                                + " learner's",
                        "--kernel",
                        "gaussian:1",
                        "--tasks",
                        3),
                List.of(
                        "theorem 8 is for rows that come one at a time, not in rounds",
                        "--learner",
                        "second-order",
                        "--tasks",
                        3,
                        "--rounds"))) {
            List<Object> args = new ArrayList<>(List.of("stream", rows, "--comparator", model));
            args.addAll(each.subList(1, each.size()));
            Run run = Run.kith(args.toArray());
            assertThat(run.out()).as(run.err()).contains("No bound against the comparator: " + each.get(0) + ".");
            args.add("--json");
            assertThat(stable(Run.kith(args.toArray()))).contains("\"bound\":{\"none\":\"" + each.get(0) + "\"}");
        }
        String text = Run.kith("stream", rows, "--comparator", model, "--b", 2, "--tasks", 3)
                .out();
        assertThat(text)
                .containsPattern("Against the comparator times [0-9.]+, theorem 1 allows mistakes of [0-9.,]+:");
    }

    @Test
    void aRunThatStoppedEndsWithTheSameBound() throws IOException {
        String all = StreamLine.libsvm(StreamLine.lines(900));
        int cut = all.indexOf('\n', all.length() * 2 / 3) + 1;
        Path rows = rows(900);
        Path model = batchModel(rows);
        for (String learner : List.of("perceptron", "second-order", "matrix", "pnorm")) {
            Path state = directory.resolve(learner + ".state");
            List<Object> args = new ArrayList<>(List.of(
                    "stream",
                    rows,
                    "--learner",
                    learner,
                    "--comparator",
                    model,
                    "--tasks",
                    3,
                    "--every",
                    50,
                    "--json"));
            args.addAll(learner.equals("perceptron") ? List.of("--b", 3) : List.of());
            args.addAll(learner.equals("matrix") || learner.equals("pnorm") ? List.of("--p", 3) : List.of());
            Files.writeString(rows, all);
            String expected = stable(Run.kith(args.toArray()));
            args.addAll(List.of("--checkpoint", state, "--resume"));
            Files.writeString(rows, all.substring(0, cut) + "1 qid:ann 1:broken\n" + all.substring(cut));
            assertThat(Run.kith(args.toArray()).code()).isEqualTo(ExitCode.DATA);
            Files.writeString(rows, all);
            assertThat(stable(Run.kith(args.toArray())))
                    .contains("\"allowed\":")
                    .isEqualTo(expected);
        }
    }
}
