package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreTest {
    @TempDir
    private Path dir;

    private Path fresh;
    private Path model;

    @BeforeEach
    void writeShops() throws IOException {
        write("train.csv", 1, 6, 60, false);
        fresh = write("fresh.csv", 2, 7, 140, false);
        model = fit("train.csv", "stl", "sales", "stl.kith");
    }

    private Path write(String name, long seed, int shops, int rows, boolean classes) throws IOException {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("shop,price,rain,sales\n");
        for (int i = 0; i < rows; i++) {
            double[] x = {random.nextGaussian(), random.nextGaussian()};
            double y = i % shops + 2 * x[0] - x[1] + random.nextGaussian();
            String label = classes ? (y > 2 ? "1" : "0") : Double.toString(y);
            text.append("s" + i % shops + "," + x[0] + "," + x[1] + "," + label + "\n");
        }
        return Files.writeString(dir.resolve(name), text);
    }

    /** Two rows of a task know their mean to within half their difference, so a constant must not know its own label. */
    @Test
    void constantAnswersDoNotKnowTheLabelTheyAreJudgedBy() throws IOException {
        Path few = Files.writeString(
                dir.resolve("few.csv"), "shop,price,rain,sales\ns0,0,0,1\ns0,0,0,5\ns1,0,0,10\ns1,0,0,12\ns2,0,0,2\n");
        String json = kith("score", model, few, "--measure", "mse", "--json").out();
        double alone = (1 + 5 + 10 + 12) / 4.0 - 2;
        double expected = (4 * 4 * 2 + 2 * 2 * 2 + alone * alone) / 5;
        assertThat(value(json, "\"alwaysTheMean\"")).isCloseTo(expected, within(1e-9));
    }

    private Path fit(String data, String method, String target, String name) {
        Path to = dir.resolve(name);
        Run run = kith("fit", dir.resolve(data), "--task", "shop", "--target", target, "--method", method, "-o", to);
        assertThat(run.err()).isEmpty();
        return to;
    }

    private static double value(String json, String pattern) {
        Matcher found = Pattern.compile(pattern + " ?: ?([-\\d.eE]+)").matcher(json);
        assertThat(found.find()).as(pattern + " in " + json).isTrue();
        return Double.parseDouble(found.group(1));
    }

    /** The root mean squared error, computed again from the weights. */
    @Test
    void measuresAreThoseOfThePredictions() throws IOException {
        Run run = kith("score", model, fresh);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("stl.kith on fresh.csv: 120 labels of 6 tasks.")
                .contains("20 labels of 1 task that the model does not have did not count: 's6'.")
                .containsPattern("task +labels +nmse +rmse +mae")
                .containsPattern("s5 +20 +")
                .contains("always the mean");
        Model read = ModelFile.read(model);
        double sum = 0;
        int count = 0;
        List<String> lines = Files.readAllLines(fresh);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (!cells[0].equals("s6")) {
                double z = read.predict(cells[0], Double.parseDouble(cells[1]), Double.parseDouble(cells[2]));
                sum += Math.pow(z - Double.parseDouble(cells[3]), 2);
                count++;
            }
        }
        String json = kith("score", model, fresh, "--json").out();
        String rmse = json.substring(json.indexOf("\"rmse\""));
        assertThat(value(rmse, "\"allLabels\"")).isCloseTo(Math.sqrt(sum / count), within(1e-9));
        assertThat(value(rmse, "\"alwaysTheMean\"")).isGreaterThan(1.5 * Math.sqrt(sum / count));
    }

    @Test
    void twoModelsArePairedRowByRow() {
        Path shared = fit("train.csv", "mean", "sales", "mean.kith");
        Path pooled = fit("train.csv", "pooled", "sales", "pooled.kith");
        Run worse = kith("score", shared, fresh, pooled);
        assertThat(worse.err()).isEmpty();
        assertThat(worse.out().replaceAll("\\s+", " "))
                .contains("pooled.kith predicts worse than mean.kith (nmse ")
                .contains("Worse: s0, ");
        Run self = kith("score", shared, fresh, shared, "--measure", "rmse");
        assertThat(self.out())
                .contains("mean.kith predicts as well as mean.kith")
                .contains("no difference");
        assertThat(kith("score", shared, fresh, pooled, "--json").out())
                .contains("\"comparison\"")
                .contains("\"better\"");
    }

    @Test
    void classesAreJudgedByNameAlsoWhereOneIsMissing() throws IOException {
        write("classes.csv", 3, 6, 120, true);
        Path logistic = fit("classes.csv", "mean", "sales", "c.kith");
        Path new0 = write("new.csv", 4, 6, 60, true);
        assertThat(kith("score", logistic, new0).out()).containsPattern("task +labels +error +auc +log-loss");
        String zeros = Files.readString(new0)
                .lines()
                .filter(line -> !line.endsWith(",1"))
                .reduce("", (a, b) -> a + b + "\n");
        Run one = kith("score", logistic, Files.writeString(dir.resolve("zeros.csv"), zeros));
        assertThat(one.err()).isEmpty();
        assertThat(one.out()).containsPattern("all labels +\\d+ +0\\.\\d+ +- ");
    }

    @Test
    void mistakesAreNamed() throws IOException {
        Path none = Files.writeString(dir.resolve("none.csv"), "shop,price,rain,sales\nx,1,2,3\n");
        Run strangers = kith("score", model, none);
        assertThat(strangers.code()).isEqualTo(ExitCode.DATA);
        assertThat(strangers.err())
                .contains("none.csv: no labelled row is of a task of the model; it has 'x', the model 's0'");
        Run half = kith("score", model, fresh, "--task", "shop");
        assertThat(half.code()).isEqualTo(ExitCode.USAGE);
        assertThat(half.err()).contains("--task and --target go together");
        Run renamed = kith("score", model, fresh, "--task", "shop", "--target", "sales", "--measure", "mae");
        assertThat(renamed.out()).containsPattern("task +labels +mae\n");
    }
}
