package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictTest {
    @TempDir
    private Path dir;

    private Path data;
    private Path model;

    @BeforeEach
    void train() throws IOException {
        data = Files.writeString(
                dir.resolve("d.csv"),
                "id,school,score,x1,x2\np1,red,3,1,2\np2,red,5,2,1\np3,blue,4,3,3\np4,blue,9,4,0\np5,blue,2,0,5\n");
        model = dir.resolve("m.kith");
        Run run = kith(
                "fit",
                data,
                "--task",
                "school",
                "--target",
                "score",
                "--id",
                "id",
                "--method",
                "mean",
                "--lambda",
                0.1,
                "-o",
                model);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    /** A number array (or array of arrays) of the JSON text, flattened. */
    private static List<Double> numbers(String json, String name) {
        Matcher found =
                Pattern.compile("\"" + name + "\":(\\[[-\\d.eE,\\[\\]]*\\])").matcher(json);
        assertThat(found.find()).isTrue();
        List<Double> numbers = new ArrayList<>();
        Matcher number = Pattern.compile("-?\\d[\\d.eE+-]*").matcher(found.group(1));
        while (number.find()) {
            numbers.add(Double.valueOf(number.group()));
        }
        return numbers;
    }

    @Test
    void reproducesFromTheWeightsInTheJson() {
        String json = kith("show", model, "--json").out();
        assertThat(json).contains("\"tasks\":[\"red\",\"blue\"],\"features\":[\"x1\",\"x2\"]");
        List<Double> w = numbers(json, "weights");
        List<Double> b = numbers(json, "intercepts");
        Run run = kith("predict", model, data, "--id", "id");
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("id,task,prediction");
        double[][] x = {{1, 2}, {2, 1}, {3, 3}, {4, 0}, {0, 5}};
        for (int i = 0; i < 5; i++) {
            int t = i < 2 ? 0 : 1;
            double byHand = b.get(t) + x[i][0] * w.get(t) + x[i][1] * w.get(2 + t);
            String[] fields = lines.get(i + 1).split(",", -1);
            assertThat(fields[0]).isEqualTo("p" + (i + 1));
            assertThat(fields[1]).isEqualTo(t == 0 ? "red" : "blue");
            assertThat(Double.parseDouble(fields[2])).isCloseTo(byHand, org.assertj.core.data.Offset.offset(1e-12));
        }
    }

    @Test
    void needsNoLabelsAndFindsColumnsByName() throws IOException {
        Path other = Files.writeString(dir.resolve("new.csv"), "x2,school,x1\n2,red,1\n");
        Path out = dir.resolve("p.csv");
        Run run = kith("predict", model, other, "-o", out);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("Predicted 1 row into " + out + "\n");
        String first =
                kith("predict", model, data).out().lines().skip(1).findFirst().orElseThrow();
        assertThat(Files.readAllLines(out)).containsExactly("task,prediction", first);
    }

    @Test
    void allTasksGiveOneColumnEach() {
        List<String> wide =
                kith("predict", model, data, "--all-tasks").out().lines().toList();
        List<String> tall = kith("predict", model, data).out().lines().toList();
        assertThat(wide.get(0)).isEqualTo("red,blue");
        assertThat("red," + wide.get(1).split(",", -1)[0]).isEqualTo(tall.get(1));
        assertThat("blue," + wide.get(5).split(",", -1)[1]).isEqualTo(tall.get(5));
    }

    @Test
    void everyTrainersModelRemembersItsTaskColumn() {
        for (String method : List.of("stl", "mtfl", "l21")) {
            Run run = kith(
                    "fit",
                    data,
                    "--task",
                    "school",
                    "--target",
                    "score",
                    "--id",
                    "id",
                    "--method",
                    method,
                    "--lambda",
                    0.1,
                    "-o",
                    model);
            assertThat(run.err()).isEmpty();
            assertThat(kith("predict", model, data).out().lines())
                    .as(method)
                    .hasSize(6)
                    .contains("task,prediction");
        }
    }

    @Test
    void anUnknownTaskNamesTheClosest() throws IOException {
        Path other = Files.writeString(dir.resolve("new.csv"), "school,x1,x2\nred,1,2\nbleu,1,2\n");
        Run run = kith("predict", model, other);
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("kith predict: new.csv:3: column 'school': unknown task 'bleu'; did you mean 'blue'?"
                        + " (--unknown common predicts such rows by what all tasks have in common, --unknown"
                        + " missing leaves them blank)\n");
    }

    @Test
    void rowsOfUnknownTasksAreBlankOrCommonAndMarked() throws IOException {
        Path other = Files.writeString(dir.resolve("new.csv"), "school,x1,x2\nred,1,2\nbleu,1,2\n");
        List<String> known = kith(
                        "predict", model, Files.writeString(dir.resolve("red.csv"), "school,x1,x2\nred,1,2\n"))
                .out()
                .lines()
                .toList();

        Run missing = kith("predict", model, other, "--unknown", "missing");
        assertThat(missing.code()).isZero();
        assertThat(missing.out().lines()).containsExactly("task,prediction,unknown", known.get(1) + ",0", "bleu,,1");
        assertThat(missing.err()).isEqualTo("1 row of unknown tasks, marked 1 in column 'unknown': left blank.\n");

        Run common = kith("predict", model, other, "--unknown", "common");
        assertThat(common.out().lines().toList().get(1)).isEqualTo(known.get(1) + ",0");
        assertThat(common.out().lines().toList().get(2)).matches("bleu,-?[0-9.E-]+,1");
        assertThat(common.err())
                .isEqualTo("1 row of unknown tasks, marked 1 in column 'unknown': predicted by what all tasks have in"
                        + " common.\n");

        Run all = kith("predict", model, other, "--all-tasks", "--unknown", "common");
        assertThat(all.code()).isEqualTo(ExitCode.USAGE);
        assertThat(all.err())
                .contains("--unknown is for rows that name their task, and these are asked about all tasks");
    }

    @Test
    void aMissingColumnIsNamed() throws IOException {
        Path other = Files.writeString(dir.resolve("new.csv"), "school,x1\nred,1\n");
        Run run = kith("predict", model, other);
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).contains("new.csv").contains("'x2'");
    }

    @Test
    void aFileThatIsNoModelIsRefused() {
        Run run = kith("predict", data, data);
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).startsWith("kith predict: " + data + ": ");
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void showDescribesTheModel() {
        Run run = kith("show", model);
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("method    mean (common mean), squared loss, linear kernel, lambda 0.1")
                .contains("tasks     2: red, blue")
                .contains("features  2: x1, x2")
                .contains("data      d.csv: 5 rows read, 0 skipped, 5 labels");
    }

    /** More rows than are in memory at a time: the bytes of all of them at once, to a file or not; a bad row leaves no file. */
    @Test
    void manyRowsArePredictedInBatches() throws IOException {
        int rows = 70_000;
        StringBuilder text = new StringBuilder("id,school,x1,x2\n");
        StringBuilder expected = new StringBuilder();
        List<String> few =
                kith("predict", model, data, "--id", "id").out().lines().toList();
        List<String> lines = Files.readAllLines(data);
        expected.append(few.get(0)).append('\n');
        for (int i = 0; i < rows; i++) {
            String[] f = lines.get(1 + i % 5).split(",", -1);
            text.append("r" + i + "," + f[1] + "," + f[3] + "," + f[4] + "\n");
            expected.append("r" + i + few.get(1 + i % 5).substring(2) + "\n");
        }
        Path many = Files.writeString(dir.resolve("many.csv"), text);
        assertThat(kith("predict", model, many, "--id", "id").out()).isEqualTo(expected.toString());
        Path out = dir.resolve("p.csv");
        Run run = kith("predict", model, many, "--id", "id", "-o", out);
        assertThat(run.out()).contains("Predicted 70,000 rows into");
        assertThat(Files.readString(out)).isEqualTo(expected.toString());
        Files.delete(out);
        Files.writeString(many, text + "r,red,1,x\n");
        Run bad = kith("predict", model, many, "-o", out);
        assertThat(bad.code()).isEqualTo(ExitCode.DATA);
        assertThat(bad.err()).contains("many.csv:70002: column 'x2': \"x\" is not a number");
        try (java.util.stream.Stream<Path> left = Files.list(dir)) {
            assertThat(left).containsExactlyInAnyOrder(data, model, many);
        }
    }
}
