package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.file.ModelFile;
import dev.kith.model.LinearModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kith adapt}. */
class AdaptTest {
    private static final String HEADER = "t,y,x1,x2,x3,x4,x5\n";
    private static final List<String> TASKS = List.of("a", "b", "c", "d");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path data;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path fresh;

    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        TASKS.forEach(task -> text.append(rows(task, task.charAt(0), 25, false)));
        data = Files.writeString(dir.resolve("d.csv"), text);
        fresh = Files.writeString(dir.resolve("new.csv"), HEADER + rows("e", 'e', 6, false));
    }

    /** y = 3 x1 - 2 x2 + x3 + own x4 + noise; or a task of other features. */
    private static String rows(String task, int seed, int count, boolean stranger) {
        Random random = new Random(seed);
        double own = random.nextGaussian() / 4;
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < count; n++) {
            double[] x = random.doubles(5, -1, 1).toArray();
            double y = stranger ? 4 * x[4] - 3 * x[3] : 3 * x[0] - 2 * x[1] + x[2] + own * x[3];
            text.append(task).append(',').append(y + 0.2 * random.nextGaussian());
            Arrays.stream(x).forEach(v -> text.append(',').append(v));
            text.append('\n');
        }
        return text.toString();
    }

    private Path fit(String name, Object... options) {
        Path model = dir.resolve(name);
        List<Object> args = new ArrayList<>(List.of("fit", data, "--task", "t", "--target", "y", "-o", model));
        args.addAll(List.of(options));
        Run run = kith(args.toArray());
        assertThat(run.code()).as(run.err()).isZero();
        return model;
    }

    @ParameterizedTest
    @ValueSource(strings = {"stl", "pooled", "mean", "mtfl", "okl", "schatten", "mtrl", "cluster", "sparse", "logdet"})
    void aTaskJoinsAndPredictsByName(String method) throws IOException {
        Path model = fit("m.kith", "--method", method, "--lambda", 0.05);
        Path wider = dir.resolve("m2.kith");
        Run run = kith("adapt", model, fresh, "-o", wider);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("'e' joined 4 tasks with 6 labels", "nearest", "6 rows left out in turn");
        LinearModel before = (LinearModel) ModelFile.read(model);
        LinearModel after = (LinearModel) ModelFile.read(wider);
        for (int t = 0; t < 4; t++) {
            assertThat(after.weights().column(t)).isEqualTo(before.weights().column(t));
            assertThat(after.intercepts()[t]).isEqualTo(before.intercepts()[t]);
        }
        Run predicted = kith("predict", wider, fresh);
        assertThat(predicted.out().lines()).hasSize(7).element(1).asString().startsWith("e,");
        assertThat(kith("diff", model, wider).out()).contains("1 task new: e");
        assertThat(kith("show", wider, "--json").out()).contains("\"joined\":\"e\"", "\"gap\":null");
    }

    @Test
    void trainedTensorsAreTheSameBytesInTheFile() throws IOException {
        Path model = fit("m.kith", "--method", "mtrl", "--lambda", 0.05);
        Path wider = dir.resolve("m2.kith");
        kith("adapt", model, fresh, "-o", wider);
        byte[] before = tensors(model);
        byte[] after = tensors(wider);
        // weights are d x T row by row: the first T of T + 1 numbers of each row
        for (int j = 0; j < 5; j++) {
            assertThat(Arrays.copyOfRange(after, 8 * 5 * j, 8 * (5 * j + 4)))
                    .isEqualTo(Arrays.copyOfRange(before, 8 * 4 * j, 8 * 4 * (j + 1)));
        }
    }

    private static byte[] tensors(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        long header = IntStream.range(0, 8)
                .mapToLong(i -> (all[i] & 0xFFL) << (8 * i))
                .sum();
        String text = new String(all, 8, (int) header, java.nio.charset.StandardCharsets.UTF_8);
        int at = text.indexOf("\"weights\"");
        int offset = Integer.parseInt(text.substring(text.indexOf("[", text.indexOf("data_offsets", at)) + 1)
                .split(",", 2)[0]);
        return Arrays.copyOfRange(all, (int) (8 + header + offset), all.length);
    }

    @Test
    void whatBecameOfATaskIsWrittenAsJson() throws IOException {
        Path model = fit("m.kith", "--method", "mtfl", "--lambda", 0.01);
        Path json = dir.resolve("e.json");
        assertThat(kith("adapt", model, fresh, "-o", dir.resolve("m2.kith"), "--json", json)
                        .err())
                .isEmpty();
        assertThat(Files.readString(json))
                .startsWith("{\"method\":\"mtfl\",\"trained\":4,\"tasks\":[{\"name\":\"e\",\"labels\":6,\"nearest\":[{")
                .contains("\"alike\":true", "\"gain\":{\"measure\":\"rmse\",\"joined\":", "\"warning\":null");
    }

    @Test
    void aStrangerIsNamedOne() throws IOException {
        Path model = fit("m.kith", "--method", "mtfl", "--lambda", 0.01);
        Path odd = Files.writeString(dir.resolve("odd.csv"), HEADER + rows("odd", 5, 12, true));
        assertThat(kith("adapt", model, odd, "-o", dir.resolve("m2.kith")).err())
                .contains("Warning: nothing in the model is like 'odd': ", "Expect no help from the others.");
        Path alone = fit("s.kith", "--method", "stl", "--lambda", 0.01);
        assertThat(kith("adapt", alone, fresh, "-o", dir.resolve("m2.kith")).err())
                .contains("Warning: method stl shares nothing, 'e' was learned from its own rows alone.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "gaussian:2"})
    void classesJoinByTheirNames(String kernel) throws IOException {
        String classes = Files.readString(data).replaceAll("(?m)^(\\w),-[^,]*", "$1,no");
        Files.writeString(data, classes.replaceAll("(?m)^(\\w),[0-9][^,]*", "$1,yes"));
        String few = Files.readString(fresh).replaceAll("(?m)^(\\w),-[^,]*", "$1,no");
        Files.writeString(fresh, few.replaceAll("(?m)^(\\w),[0-9][^,]*", "$1,yes"));
        Path model = fit("m.kith", "--method", "mtfl", "--lambda", 0.01, "--kernel", kernel);
        Run run = kith("adapt", model, fresh, "-o", dir.resolve("m2.kith"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("logistic loss");
        Run predicted = kith("predict", dir.resolve("m2.kith"), fresh);
        assertThat(predicted.out()).containsPattern("e,(yes|no),0\\.");
    }

    @Test
    void rowsOfOneTaskNeedNoTaskColumn() throws IOException {
        Path model = fit("m.kith", "--method", "mean", "--lambda", 0.05);
        Path bare = Files.writeString(
                dir.resolve("bare.csv"), Files.readString(fresh).replaceAll("(?m)^\\w,", ""));
        assertThat(kith("adapt", model, bare, "--name", "e", "-o", dir.resolve("m2.kith"))
                        .code())
                .isZero();
        assertThat(kith("adapt", model, fresh, "-o", dir.resolve("m3.kith")).code())
                .isZero();
        LinearModel one = (LinearModel) ModelFile.read(dir.resolve("m2.kith"));
        LinearModel other = (LinearModel) ModelFile.read(dir.resolve("m3.kith"));
        assertThat(one.weights()).isEqualTo(other.weights());
    }

    @Test
    void aKnownStructureNeedsItsFileWithTheNewTask() throws IOException {
        Path old = Files.writeString(dir.resolve("g.csv"), "task,task,weight\na,b,1\nb,c,1\nc,d,1\n");
        Path graph = Files.writeString(dir.resolve("g2.csv"), "task,task,weight\na,b,1\nb,c,1\nc,d,1\nd,e,5\n");
        Path model = fit("m.kith", "--method", "graph", "--graph", old, "--gamma", 0.5, "--lambda", 0.5);
        assertThat(kith("adapt", model, fresh, "-o", dir.resolve("m2.kith")).err())
                .contains("a model of method 'graph' needs --graph FILE, with the new tasks in it.");
        Run run = kith("adapt", model, fresh, "--graph", graph, "-o", dir.resolve("m2.kith"));
        assertThat(run.code()).as(run.err()).isZero();
        // drawn to 5/5.5 of its only neighbour d
        LinearModel wider = (LinearModel) ModelFile.read(dir.resolve("m2.kith"));
        assertThat(wider.structure().orElseThrow().entry(4, 0))
                .isEqualTo(5 / 5.5 * wider.structure().orElseThrow().entry(3, 0), within(1e-9));
    }

    @Test
    void aTaskMayCountAsAWholeOne() throws IOException {
        Path model = fit("m.kith", "--method", "mean", "--lambda", 0.05);
        Path rows = dir.resolve("m2.kith");
        Path whole = dir.resolve("m3.kith");
        kith("adapt", model, fresh, "-o", rows);
        assertThat(kith("adapt", model, fresh, "--count", "task", "-o", whole).code())
                .isZero();
        assertThat(((LinearModel) ModelFile.read(rows)).weights())
                .isNotEqualTo(((LinearModel) ModelFile.read(whole)).weights());
        Path each = fit("o.kith", "--method", "mean", "--lambda", 1, "--weighting", "observation");
        assertThat(kith("adapt", each, fresh, "--count", "task", "-o", whole).err())
                .contains("--count is for models whose tasks count the same");
    }

    @Test
    void mistakesAreNamed() throws IOException {
        Path model = fit("m.kith", "--method", "mtfl", "--lambda", 0.05);
        Path out = dir.resolve("m2.kith");
        assertThat(kith("adapt", model, data, "-o", out).err())
                .isEqualTo("kith adapt: task 'a' is in the model already; leave its rows out, or fit all tasks again to"
                        + " change it\n");
        Path narrow = Files.writeString(dir.resolve("n.csv"), "t,y,x1,x2,x3,x4\ne,1,2,3,4,5\n");
        Run missing = kith("adapt", model, narrow, "-o", out);
        assertThat(missing.code()).isEqualTo(ExitCode.DATA);
        assertThat(missing.err()).contains("'x5'");
        assertThat(kith("adapt", model, fresh, "-o", out, "--graph", data).err())
                .contains("--graph is not used by method 'mtfl'");
        assertThat(kith("adapt", model, fresh, "-o", out, "--name", "e", "--task", "t")
                        .err())
                .contains("--name says that all rows are of one task");
        assertThat(kith("adapt", model, fresh).err()).contains("-o");
        Path features = fit("l.kith", "--method", "l21", "--lambda", 0.05);
        assertThat(kith("adapt", features, fresh, "-o", out).err())
                .contains("a model of method 'l21' has no structure that a new task could join; fit all tasks again");
        Path many = fit("k.kith", "--method", "mkl", "--loss", "squared");
        assertThat(kith("adapt", many, fresh, "-o", out).err())
                .contains("a model of method 'mkl' has no structure that a new task could join");
        assertThat(out).doesNotExist();
    }

    /** Intervals of a model of later rows, a new task's by rows in between: said, and what helps. */
    @Test
    void intervalsForwardInTime() throws IOException {
        Path timed = withYears(data, "timed.csv");
        Path more = withYears(fresh, "more.csv");
        Path model = dir.resolve("timed.kith");
        for (String method : List.of("mean", "boosted")) {
            Object[] words = {
                "fit",
                timed,
                "--task",
                "t",
                "--target",
                "y",
                "--time",
                "year",
                "--method",
                method,
                "--calibrate",
                "-o",
                model
            };
            assertThat(kith(words).code()).isZero();
            Run between = kith("adapt", model, more, "-o", dir.resolve("2.kith"));
            assertThat(between.out()).contains("left out in turn");
            assertThat(between.err()).contains("too narrow for the future. --time COL makes them of later rows.");
            Run later = kith("adapt", model, more, "--time", "year", "-o", dir.resolve("2.kith"));
            assertThat(later.out()).contains("predicted from those before, by 'year'");
            assertThat(later.err()).doesNotContain("--time");
            assertThat(kith("predict", dir.resolve("2.kith"), more, "--interval", "0.5")
                            .code())
                    .isZero();
        }
        assertThat(kith("adapt", model, more, "--graph", "g.csv", "-o", dir.resolve("2.kith"))
                        .err())
                .contains("--graph is not used by method 'boosted'");
    }

    private Path withYears(Path file, String name) throws IOException {
        List<String> lines = Files.readAllLines(file);
        StringBuilder text = new StringBuilder(lines.get(0)).append(",year\n");
        for (int i = 1; i < lines.size(); i++) {
            text.append(lines.get(i)).append(',').append(1990 + i % 25).append('\n');
        }
        return Files.writeString(dir.resolve(name), text);
    }
}
