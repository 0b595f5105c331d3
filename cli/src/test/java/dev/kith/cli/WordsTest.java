package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say is so: parameters, commands, what a model has. */
class WordsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path shops;

    @BeforeEach
    void writeShops() throws IOException {
        shops = Files.writeString(dir.resolve("the shops.csv"), "shop,price,it's rain,sales\n" + rows("abcde", 40));
    }

    private static String rows(String names, int each) {
        Random random = new Random(names.hashCode());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < each * names.length(); i++) {
            double price = random.nextGaussian();
            double rain = random.nextGaussian();
            text.append(names.charAt(i % names.length()) + "," + price + "," + rain + ","
                    + (2 * price - rain + random.nextGaussian()) + "\n");
        }
        return text.toString();
    }

    private Run fit(Object... more) {
        List<Object> start = List.of("fit", shops, "--task", "shop", "--target", "sales", "-o", dir.resolve("m.kith"));
        return kith(java.util.stream.Stream.concat(start.stream(), java.util.Arrays.stream(more))
                .toArray());
    }

    @Test
    void everyParameterSaysHowItWasChosen() throws IOException {
        assertThat(fit("--method", "mean").out())
                .containsPattern(
                        "lambda [0-9.e-]+ \\(by 5-fold cross-validation\\), gamma [0-9.]+ \\(by 5-fold cross-validation\\)\\.");
        assertThat(fit("--method", "mean", "--lambda", 0.1).out()).contains("lambda 0.1 (given), gamma 5 (default).");
        assertThat(fit("--method", "mean", "--lambda", 0.1, "--gamma", "auto").out())
                .containsPattern("lambda 0\\.1 \\(given\\), gamma [0-9.]+ \\(by 5-fold cross-validation\\)\\.");
        assertThat(fit("--method", "mean", "--lambda", 0.1, "--gamma", 3).out())
                .contains("lambda 0.1 (given), gamma 3 (given).")
                .doesNotContain("cross-validation");
        Path json = dir.resolve("fit.json");
        fit("--method", "mean", "--json", json);
        assertThat(Files.readString(json))
                .contains(
                        "\"tuned\":true",
                        "\"chosenBy\":{\"lambda\":\"5-fold cross-validation\",\"gamma\":\"5-fold cross-validation\"}");
    }

    @Test
    void theCommandOfAReportRunsAgainWhenPasted() throws IOException, InterruptedException {
        Path json = dir.resolve("first run.json");
        Run run = kith(
                "--quiet",
                "compare",
                shops,
                "--task",
                "shop",
                "--target=sales",
                "--features",
                "price,it's rain",
                "--methods",
                "mean",
                "--folds",
                2,
                "--json",
                json);
        assertThat(run.err()).isEmpty();
        String first = Files.readString(json);
        Matcher command =
                Pattern.compile("\"Command\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(first);
        assertThat(command.find()).isTrue();
        String pasted = command.group(1).replace("\\\"", "\"").replace("\\\\", "\\");
        assertThat(pasted).startsWith("kith --quiet compare ");

        Files.delete(json);
        Run again = kith((Object[]) words(pasted));
        assertThat(again.err()).isEmpty();
        assertThat(again.code()).isZero();
        assertThat(withoutSeconds(Files.readString(json))).isEqualTo(withoutSeconds(first));
    }

    /** What a shell makes of a command, without its name. */
    private static String[] words(String command) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "kith() { printf '%s\\n' \"$@\"; }; " + command).start();
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return out.lines().toArray(String[]::new);
    }

    private static String withoutSeconds(String json) {
        return json.replaceAll("\"seconds\":[0-9.E-]+", "");
    }

    @Test
    void anAdaptedModelSaysWhatItHas() throws IOException {
        fit("--method", "mtrl", "--lambda", 0.1, "--calibrate", "--bootstrap", 3);
        Path fresh = Files.writeString(dir.resolve("new.csv"), "shop,price,it's rain,sales\n" + rows("f", 12));
        Path wider = dir.resolve("wider.kith");
        Run adapt = kith("adapt", dir.resolve("m.kith"), fresh, "-o", wider);
        assertThat(adapt.err())
                .contains("Not carried over: the Gaussian-process view of intervals, stability of ties."
                        + " Fit all tasks again to have them.");
        assertThat(adapt.out())
                .contains("interval from 12 rows of its own left out in turn and, as these are few for a level of 90%,"
                        + " from held-out errors of the tasks most like it");
        assertThat(kith("show", wider).out())
                .contains("adapted: f joined after the fit, so there is no objective and no gap of all tasks")
                .doesNotContain("NaN")
                .contains("calibrated")
                .doesNotContain("bootstrap");
        assertThat(kith("diff", dir.resolve("m.kith"), wider).out())
                .containsPattern("objective: [^ ]+ -> none")
                .doesNotContain("NaN");
        Run predict = kith("predict", wider, fresh, "--interval", 0.9);
        assertThat(predict.code()).as(predict.err()).isZero();
        assertThat(predict.out().lines().toList().get(1)).matches("f(,[-0-9.E]+){3}");
        fit("--method", "mtrl", "--lambda", 0.1);
        kith("adapt", dir.resolve("m.kith"), fresh, "-o", wider);
        Run refused = kith("predict", wider, fresh, "--interval", 0.9);
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err())
                .contains(
                        "the model does not know how far its predictions miss: it was not calibrated when tasks joined"
                                + " it; fit all tasks together with calibration (kith fit --calibrate)");
        Path page = dir.resolve("wider.html");
        kith("show", wider, "--report", page);
        assertThat(Files.readString(page)).contains("\"status\":\"adapted\"");
    }

    @Test
    void whatTheStreamWouldHaveDoneWithHindsightIsOneSentence() throws IOException {
        Path rows = Files.writeString(dir.resolve("rows.svm"), StreamLine.libsvm(StreamLine.lines(400)));
        Run run = kith("stream", rows, "--b", "auto");
        assertThat(run.code()).as(run.err()).isZero();
        Matcher line = Pattern.compile("In hindsight the best b was (\\S+), with ([0-9,]+) mistakes: "
                        + "(as many as|([0-9,]+) (fewer|more) than) were made here\\.")
                .matcher(run.out());
        assertThat(line.find()).as(run.out()).isTrue();
        Matcher made = Pattern.compile("rows, ([0-9,]+) mistakes").matcher(run.out());
        assertThat(made.find()).isTrue();
        int difference = line.group(4) == null ? 0 : Integer.parseInt(line.group(4));
        assertThat(Integer.parseInt(made.group(1)) - Integer.parseInt(line.group(2)))
                .isEqualTo("more".equals(line.group(5)) ? -difference : difference);
    }
}
